import EventLogs
import Foundation
import NavigationModel

/// How the rows of a table follow each other, for the evidence that a column holds places.
struct PlaceSight {
  let table: SampledTable
  let user: SampledTable.Column?
  /// The column that names what happened.
  var event: SampledTable.Column?
  /// Rows in the order of time, and their times.
  let order: [Int]
  let times: [Int64?]
  /// The row before, of the same user; -1 if there is none.
  private let before: [Int]

  /// - Parameter countsFromStart: whether times count from where each session starts: the order is that of the rows.
  init(_ table: SampledTable, user: SampledTable.Column?, times: [Int64?], countsFromStart: Bool = false) {
    self.table = table
    self.user = user
    self.times = times
    order = times.isEmpty || countsFromStart ? Array(0..<table.rows) : table.order(by: times)
    var last: [Int32: Int] = [:]
    var before = Array(repeating: -1, count: table.rows)
    for row in order { before[row] = last.updateValue(row, forKey: user?.cells[row] ?? 0) ?? -1 }
    self.before = before
  }

  /// How often a user's next row has another value.
  func changing(_ column: SampledTable.Column) -> Double { table.changing(column, within: user, order) }

  /// The time between a row and the one before of the same user.
  func gap(_ row: Int) -> Int64? { before[row] < 0 ? nil : gap(from: before[row], to: row) }

  func gap(from first: Int, to row: Int) -> Int64? {
    guard row < times.count, let start = times[first], let end = times[row] else { return nil }
    return end - start
  }

  /// Columns that behave like places, the best first. One whose value the next row has in another column says where
  /// people went, the other one where they came from: `to` and `from`.
  func places(_ columns: [SampledTable.Column]) -> [(column: SampledTable.Column, evidence: PlaceEvidence)] {
    var found = columns.map { (column: $0, evidence: PlaceEvidence($0, self)) }
    for (index, (column, evidence)) in found.enumerated() where evidence.score >= Weight.question - Weight.otherThing {
      guard let origin = found.firstIndex(where: { $0.column.key != column.key && repeats($0.column, column) }) else {
        continue
      }
      found[index].evidence.score += Weight.destination
      found[index].evidence.isNamed = true
      found[origin].evidence.score = 0
    }
    found.removeAll { $0.evidence.score < Weight.question }
    // What changes while people stay, and is the same at several places, is what they do there.
    let all = found
    found.removeAll { act in
      !act.evidence.isNamed
        && all.contains { place in
          place.evidence.isWalked && place.evidence.changing * 5 < act.evidence.changing * 4
            && place.column.key != act.column.key
            && place.column.count * 10 >= act.column.count * 9 && !table.lies(act.column, within: place.column)
        }
    }
    // Yes and no are no places beside many.
    if found.contains(where: { $0.evidence.places > 4 }) { found.removeAll { $0.evidence.places == 2 } }
    found.sort {
      ($1.evidence.score, $0.evidence.length, $0.column.key) < ($0.evidence.score, $1.evidence.length, $1.column.key)
    }
    // Of two names for the same, one has sentences.
    if let first = found.first,
      let short = found.indices.dropFirst().first(where: { index in
        found[index].evidence.isNamed == first.evidence.isNamed && found[index].evidence.isWalked
          && found[index].evidence.length * 2 < first.evidence.length
          && table.areAlike(found[index].column, first.column)
      })
    {
      found.swapAt(0, short)
    }
    return found
  }

  /// Whether a column has the value that another one had before its present one: where people came from.
  private func repeats(_ origin: SampledTable.Column, _ column: SampledTable.Column) -> Bool {
    guard origin.distinct > 1, column.distinct > 2, !origin.isNumber, !column.isNumber else { return false }
    let numbers = Dictionary(column.values.enumerated().map { ($1.text, Int32($0)) }) { first, _ in first }
    let translated = origin.values.map { numbers[$0.text] ?? -2 }
    var same = 0
    var all = 0
    var last: [Int32: (now: Int32, before: Int32)] = [:]
    for row in order where column.cells[row] >= 0 {
      let now = column.cells[row]
      var place = last[user?.cells[row] ?? 0] ?? (now, -1)
      if place.now != now { place = (now, place.now) }
      last[user?.cells[row] ?? 0] = place
      guard place.before >= 0, origin.cells[row] >= 0 else { continue }
      let here = translated[Int(origin.cells[row])]
      if here == now { continue }
      all += 1
      if here == place.before { same += 1 }
    }
    return all * 4 > column.count && same * 5 >= all * 4
  }

  /// Whether values are lists of names that grow and shrink at their end.
  func holdsStacks(_ column: SampledTable.Column) -> Bool {
    guard column.count * 10 >= table.rows * 9, column.values.contains(where: { $0.text.contains("|") }) else {
      return false
    }
    let lists = column.values.map { $0.text.split(separator: "|") }
    func list(_ row: Int) -> [Substring]? { column.cells[row] < 0 ? nil : lists[Int(column.cells[row])] }
    return StackSteps(
      order.lazy.map { (before: before[$0] < 0 ? nil : list(before[$0]), now: list($0) ?? []) }
    ).areOfStacks
  }
}

/// How lists of names follow each other: those of stacks grow and shrink at their end.
struct StackSteps {
  private var resized = 0
  private var all = 0

  init(_ pairs: some Sequence<(before: [Substring]?, now: [Substring])>) {
    for (before, now) in pairs {
      guard let before, before != now else { continue }
      all += 1
      if now.starts(with: before) || before.starts(with: now) { resized += 1 }
    }
  }

  /// Lists that replace one another, such as `Shop | Cart`, are titles, or a container and its content.
  var areOfStacks: Bool { all > 4 && resized * 4 > all }
}

/// Whether the values of a column behave like places in an app: few, shared by users, revisited, and changing from one
/// row to the next, or staying while other things happen.
struct PlaceEvidence {
  var score = 0.0
  /// How many there are.
  private(set) var places = 0
  /// How often a user's next row has another value.
  private(set) var changing = 0.0
  /// Whether it stays while different things happen, and changes for most users: where they are.
  private(set) var isState = false
  /// Whether its name, or another column, says that it holds places.
  var isNamed: Bool
  /// Whether its name may be that of places.
  let isWeak: Bool
  /// Whether people go from one to the other as in an app.
  private(set) var isWalked = false
  /// The mean length of the names: of two columns that name the same, one has sentences.
  private(set) var length = 0

  /// - Parameter least: one row in so many has a value.
  init(_ column: SampledTable.Column, _ sight: PlaceSight, ofRows least: Int = 2) {
    let table = sight.table
    let user = sight.user
    let words = column.words
    isNamed =
      column.has(.screen) || !words.isDisjoint(with: Self.names) || column.holdsClasses
      || (column.distinct > 2 && Requests.areRoutes(column.values.map(\.text)))
    isWeak = !isNamed && !words.isDisjoint(with: Self.weakNames)
    // Where people went may be said of the few events that took them there.
    let least = words == ["to"] ? 5 : least
    guard column.count * least >= table.rows, !column.isNumber, column.moments * 2 < column.count, !column.isMeasure,
      isNamed || !NameActs.areActs(column.values)
    else { return }
    let names = column.values.map(\.text)
    let form = ScreenAddress.Form(names)
    let areOpaque = NamesWithIDs.areOpaque(names)
    let folded = column.folded { areOpaque ? $0 : NamesWithIDs.folded(form.address($0)) }
    // What a page needs follows it at once.
    let areRequests = Requests.areRequests(names)
    let cells = folded.indices.map { folded[$0] >= 0 && areRequests[Int(column.cells[$0])] ? -1 : folded[$0] }
    // By user, in the order of time.
    var last: [Int32: (place: Int32, event: Int32)] = [:]
    var owners: [Int32: Set<Int32>] = [:]
    var counts: [Int32: Int] = [:]
    var changes = 0
    var steps = 0
    var held = 0
    var movers: Set<Int32> = []
    var stays: [Int64] = []
    var ways = Ways()
    for row in sight.order where cells[row] >= 0 {
      let person = user?.cells[row] ?? 0
      let event = sight.event?.cells[row] ?? -1
      if let before = last.updateValue((cells[row], event), forKey: person) {
        steps += 1
        if before.place != cells[row] {
          changes += 1
          movers.insert(person)
          let gap = sight.gap(row)
          if let gap { stays.append(gap) }
          if gap ?? 0 <= EventReader.visitGap { ways.add(before.place, cells[row], of: person) }
        } else if before.event != event {
          held += 1
        }
      }
      counts[cells[row], default: 0] += 1
      if owners[cells[row], default: []].count < 2 { owners[cells[row], default: []].insert(person) }
    }
    guard (2...3000).contains(counts.count), counts.count * 2 <= column.count || column.count < 30 else { return }
    let often = counts.filter { $0.value >= 3 }
    let shared = often.filter { owners[$0.key, default: []].count > 1 }.reduce(0) { $0 + $1.value }
    let isShared = (user?.distinct ?? 0) < 2 || shared * 5 >= max(1, often.reduce(0) { $0 + $1.value }) * 3
    changing = steps > 0 ? Double(changes) / Double(steps) : 0.5
    // Sentences about what somebody did have their id.
    let isOwn = user.map { $0.distinct > 2 && table.lies(column, within: $0) } ?? false
    length = names.reduce(0) { $0 + $1.utf8.count } / max(1, names.count)
    isWalked =
      counts.count > 3 && movers.count * 2 > last.count && ways.areOfPlaces && Self.middle(stays) <= Self.longestStay
    // Rows that name no events and seldom change are samples of where people are.
    let isHeld = sight.event == nil ? changing < 0.1 : held * 2 > steps - changes && held * 4 > steps
    isState = (isNamed || isWeak || isWalked) && isHeld && movers.count * 2 > last.count
    guard isShared, changing > 0.25 || isState, isState || !Self.isPassing(stays) else { return }
    if isNamed {
      score = Weight.placeName
    } else {
      score = isWeak || isWalked ? Weight.perhapsPlace : Weight.anyPlace
    }
    score += changing > 0.5 || isState ? Weight.changes : Weight.seldomChanges
    // Of several, the one with the most information; of equal ones, a name before an address before a class.
    let different = Set(names.map { NamesWithIDs.surelyFolded(form.address($0)) ?? form.address($0) })
    score += min(Weight.information, Double(different.count) / 200)
    places = counts.count
    if isOwn { score -= Weight.ownNames }
    if !words.isDisjoint(with: ["name", "title"]) { score += Weight.title }
    if !words.isDisjoint(with: ["class", "host", "domain", "component", "type"]) || column.holdsClasses {
      score -= Weight.className
    }
    if column.has(.origin) || !words.isDisjoint(with: ["from", "referrer", "previous", "last", "prev"]) {
      score -= Weight.otherThing
    }
    if !column.concepts.isDisjoint(with: [.platform, .version, .locale, .device, .outcome, .session])
      || (column.has(.user) && !isNamed)
      || !words.isDisjoint(with: Self.others)
    {
      score -= Weight.otherThing
    }
    if !isNamed, !isWalked { score -= column.has(.kind) || column.has(.container) ? Weight.kindOfPlace : 0 }
  }

  /// Whether nobody stays: people go on within a second, as from key to key.
  private static func isPassing(_ stays: [Int64]) -> Bool { (1..<1_000_000).contains(middle(stays)) }

  private static func middle(_ stays: [Int64]) -> Int64 { stays.isEmpty ? 0 : stays.sorted()[stays.count / 2] }
  private static let longestStay: Int64 = 600_000_000

  /// Whether it is the screen beside the column of events: named so, or the events only say that something was seen or
  /// done while people were there, or nothing that is known to be navigation.
  func isBeside(_ event: SampledTable.Column, isSure: Bool) -> Bool {
    if isNamed || isWalked { return true }
    let viewed = event.values.reduce(0) { $0 + (NameWords($1.text).concepts.contains(.view) ? $1.count : 0) }
    let acts = event.values.contains { NameWords($0.text).kind?.isShownByBehavior == true }
    return isSure && isWeak && (isState || viewed * 2 > event.count || !acts)
      || isSure && !event.has(.event) && NameActs.areActs(event.values)
  }

  static let names = WordLists.set("places")
  private static let weakNames = WordLists.set("possiblePlaces")
  static let others = WordLists.set("noPlaces")
}
