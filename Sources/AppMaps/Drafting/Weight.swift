/// The weights of the evidence for drafts, from 0 to 1, each with what it is for. They add up for a column or an event;
/// they are conventions (`H`), held by the logs in `Tests/Fixtures/foreign` and by `understanding-benchmark`.
enum Weight {
  /// Guesses from here on are used; others are questions. A map has them as comments.
  static let sure = 0.8
  static let question = 0.5
  static let clear = 0.9
  static let certain = 0.99

  // Times.

  /// All values are dates with a time of day.
  static let dates = 0.8
  /// All are numbers that may count from 1970.
  static let numbers = 0.68
  /// The column is called a time.
  static let timeName = 0.15
  /// Each row has another one.
  static let differentTimes = 0.04
  /// Of several: when it happened; when it was sent, received or stored; the later one.
  static let ownTime = 0.05
  static let otherTime = 0.2
  static let laterTime = 0.03

  // People.

  /// The column is called a user; its values are ids; neither.
  static let userName = 0.72
  static let ids = 0.45
  static let anyUser = 0.2
  /// Its values come again, in several rows each; or once.
  static let fewUsers = 0.13
  static let manyUsers = 0.1
  /// There are more than two of them; they are texts; the same in a session.
  static let severalUsers = 0.05
  /// It is called like something that users have: a role, an agent.
  static let attribute = 0.5
  static let leastUser = 0.4
  /// The rows of each come in bursts, and nothing else names people.
  static let bursts = 0.2
  /// Sessions lie within one.
  static let holdsSessions = 0.3
  /// Two columns fit each other, or the rows of each value fit a visit.
  static let fits = 0.85

  // Places.

  /// The column is called a screen; may be one; is called something else.
  static let placeName = 0.6
  static let perhapsPlace = 0.5
  static let anyPlace = 0.35
  /// Most rows have another value than the row before, or it stays while things happen; some rows have.
  static let changes = 0.25
  static let seldomChanges = 0.1
  /// At most, for many values.
  static let information = 0.06
  static let title = 0.02
  static let className = 0.08
  /// Each person has other names.
  static let ownNames = 0.1
  /// The next row has it as where people came from.
  static let destination = 0.35
  /// It is called an origin, a platform, a brand.
  static let otherThing = 0.5
  static let kindOfPlace = 0.2
  /// No other column behaves like a place.
  static let onlyPlace = 0.2

  // What happened.

  /// The column is called an event; is not.
  static let eventName = 0.78
  static let anyEvent = 0.2
  /// The share of its rows whose words are known, times this.
  static let knownOfNamed = 0.15
  static let knownOfOthers = 0.35
  static let nativeWords = 0.82
  static let severalEvents = 0.05
  static let plainName = 0.02
  static let kindOfThing = 0.15

  // What an event shows or chooses.

  /// A property of a view is called a screen; a label; an origin; a kind of thing; the least for a screen.
  static let screenName = 2.0
  static let screenLabel = 0.6
  static let screenOrigin = 1.5
  static let screenKind = 0.4
  static let leastScreen = 0.8
  /// A property of a choice is called a label and varies, or is constant; is one of tabs; of a container; of an origin;
  /// of a kind; has many values; the least for a target.
  static let label = 0.6
  static let constantLabel = 0.46
  static let tabOfTab = 0.5
  static let container = 0.8
  static let constantContainer = 0.5
  static let targetOrigin = 0.8
  static let targetKind = 0.3
  static let manyTargets = 0.5
  static let leastTarget = 0.45
  /// A choice that does not say what was chosen; a view without a name.
  static let noTarget = 0.55
  static let noName = 0.3
  /// Too few events to see whether what happens around them agrees with their name; it does not.
  static let unseen = 0.6
  static let contradicted = 0.5

  /// A column's name and values say that it holds a platform, a version, a language.
  static let dimension = 0.85
}
