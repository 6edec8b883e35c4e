/// How one team writes its log: the container, the names, the language, and the data besides navigation.
///
/// The same events are written twice: with native names and with the team's. A reader that understands the team's log finds the same in both.
package struct Dialect: Sendable {
  package enum Shape: String, Sendable, CaseIterable {
    case ga4, amplitude, posthog, mixpanel, segment, flat, nested, comma, semicolon, tab, pipe
    var isTable: Bool { [.comma, .semicolon, .tab, .pipe].contains(self) }
    /// Whether event names are free, but screen views are marked by the product.
    var isVendor: Bool { [.ga4, .amplitude, .posthog, .mixpanel, .segment].contains(self) }
  }
  package enum Style: String, Sendable, CaseIterable { case snake, camel, pascal, title, dotted, kebab, upper }
  /// Whether each kind of event has its own name, or one name is split by one or two properties.
  package enum Grouping: String, Sendable, CaseIterable { case distinct, oneProperty, twoProperties }
  package enum Encoding: String, Sendable { case utf8, utf8WithMark, utf16, windows1252 }

  package let seed: UInt64
  package let shape: Shape
  package let style: Style
  package let language: String
  package let grouping: Grouping
  package let encoding: Encoding
  /// The name of each kind of event, with the words of its properties if two things are written.
  package let words: [String: String]
  /// The columns of the time, the user, the event and the session, if the dialect chooses them.
  package let columnKeys: (time: String, user: String, event: String, session: String)
  /// The times of the records, microseconds since 1970.
  package let times: [Int64]
  package let nativeLog: [UInt8]
  package let log: [UInt8]
  package var fileName: String { shape.isTable ? "log.csv" : "log.json" }
  package var name: String { "\(seed) \(shape.rawValue) \(style.rawValue) \(language) \(grouping.rawValue) \(encoding.rawValue)" }

  package init(seed: UInt64) {
    var dice = Dice(seed: seed, 2)
    let team = dice.chance(0.5) ? TeamWords.all[0] : dice.pick(TeamWords.all)
    let app = DialectApp(seed: seed, content: team["content"], moreWord: dice.pick(["More", dice.pick(team["more"])]))
    var writer = DialectWriter(dice: dice, team: team, app: app)
    self.seed = seed
    shape = writer.shape
    style = writer.style
    language = team.language
    grouping = writer.grouping
    encoding = writer.encoding
    words = writer.words.mapValues { $0.event + ($0.element.map { " / \($0)" } ?? "") + ($0.action.map { " / \($0)" } ?? "") }
    nativeLog = LogLines(app.events).bytes
    columnKeys = writer.columnKeys
    log = writer.write(app.events)
    times = writer.times
  }
}

/// The words that teams use in their logs, by language: a dialect draws its event names, properties and columns from it. It was written from how
/// teams talk about their apps, independently of the product's table of terms.
struct TeamWords: Sendable {
  let language: String
  private let words: [String: [String]]

  subscript(concept: String) -> [String] { words[concept] ?? [] }

  static let all: [TeamWords] = String(decoding: PackageResources.TeamWords_txt, as: UTF8.self).split(separator: "\n\n").map { block in
    let lines = block.split(separator: "\n").map(String.init)
    var words: [String: [String]] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      words[String(parts[0])] = parts[1].split(separator: ",").map { $0.trimmingPrefix(" ").description }
    }
    return TeamWords(language: lines[0], words: words)
  }
}
