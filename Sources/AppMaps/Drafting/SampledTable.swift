import EventLogs
import NavigationModel

/// The sampled rows of a log by column, to find the role of each.
struct SampledTable {
  /// A column, or a field of JSON records, with its values.
  struct Column {
    let key: String
    let concepts: Set<Concept>
    let words: Set<String>
    /// The value of each row, by number; -1: none.
    fileprivate(set) var cells: [Int32] = []
    fileprivate(set) var values: [(text: String, count: Int)] = []
    private var texts = TextTable()
    /// How many rows have a value, and how many of these are times, days without a time of day, times of day, epochs, a
    /// spreadsheet's days, numbers, and fractions.
    fileprivate(set) var count = 0
    fileprivate(set) var moments = 0
    fileprivate(set) var days = 0
    fileprivate(set) var clocks = 0
    fileprivate(set) var epochs = 0
    fileprivate(set) var serials = 0
    fileprivate(set) var wholes = 0
    fileprivate(set) var decimals = 0

    var distinct: Int { values.count }
    var isNumber: Bool { (wholes + decimals) * 10 >= count * 9 && count > 0 }
    /// Durations, amounts and counters are never ids or names.
    var isMeasure: Bool { !words.isDisjoint(with: Self.measures) && isNumber }
    /// Whether nine in ten values are names of screens' classes: `PlanView`, `Shop.CartViewController`.
    var holdsClasses: Bool {
      let classes = values.reduce(0) { $0 + (ScreenClass.isOne($1.text) ? $1.count : 0) }
      return classes > 0 && classes * 10 >= count * 9
    }

    /// Whether its values or its name are those of ids.
    var isID: Bool { !words.isDisjoint(with: Self.ids) || looksLikeIDs }
    /// Whether they are days with fractions, as spreadsheets count them.
    fileprivate(set) var isSpreadsheetTime = false
    /// The same, without a time of day.
    var isSpreadsheetDay: Bool { serials * 20 > count * 19 && !isSpreadsheetTime && decimals == 0 && has(.time) }
    /// The key as a path with dots.
    var shownKey: String { key.replacing(RecordFlattener.separator, with: ".") }
    func has(_ concept: Concept) -> Bool { concepts.contains(concept) }

    private static let measures = WordLists.set("measures")
    private static let ids = WordLists.set("ids")

    /// Most values have digits and the same outline: `learner-12`, `9f31c0`.
    private var looksLikeIDs: Bool {
      guard count > 0, !isNumber, distinct > 1 else { return false }
      let shown = values.prefix(200)
      let digits = shown.count { value in value.text.utf8.contains { (0x30...0x39).contains($0) } }
      let isPlain = shown.allSatisfy { $0.text.utf8.count < 80 && !$0.text.contains(" ") && !$0.text.contains("/") }
      return digits * 10 >= shown.count * 9 && isPlain
    }

    fileprivate init(_ key: String, rows: Int) {
      self.key = key
      let path = key.split(separator: RecordFlattener.separator).map { NameWords(String($0)) }
      var concepts = path.last?.concepts ?? []
      var words = Set(path.last?.words ?? [])
      // `usr.id` and `view.name` are of their parents.
      if path.count > 1, words.isSubset(of: ["id", "name", "url", "title", "key", "value", "uuid", "path", "type"]),
        !words.contains("type")
      {
        concepts.formUnion(path[path.count - 2].concepts)
        words.formUnion(path[path.count - 2].words)
      }
      (self.concepts, self.words) = (concepts, words)
      cells = Array(repeating: -1, count: rows)
    }

    fileprivate mutating func add(_ text: String, row: Int) {
      count += 1
      cells[row] = texts.number(text) - 1
      if texts.count - 1 > values.count { values.append((text, 0)) }
      values[Int(cells[row])].count += 1
    }

    fileprivate mutating func finish() {
      for (text, count) in values {
        // Some countries write a comma before the fraction.
        if let number = Double(text) ?? Double(text.replacing(",", with: ".")) {
          if number.rounded() == number, !text.contains("."), !text.contains(",") {
            wholes += count
          } else {
            decimals += count
          }
          if TimeNotation.spreadsheetDays.contains(number) { serials += count }
          if DateOrder.isDay(text) {
            days += count
          } else if DateOrder.isCompactClock(text) {
            clocks += count
          } else if number > 3e8, number < 5e18 {
            // From 1998 on, in seconds or finer units, since 1970 or since 2001.
            moments += count
            if [1.0, 1e3, 1e6, 1e9].contains(where: { (6.3e8...4.1e9).contains(number / $0) })
              || Timestamp.inRFC3339(text) != nil
            {
              epochs += count
            }
          }
        } else if let date = DateOrder(text) {
          if date.hasClock { moments += count } else { days += count }
        } else if DateOrder.isClock(text) {
          clocks += count
        }
      }
      isSpreadsheetTime = serials * 20 > count * 19 && decimals * 10 > count * 9 && !isMeasure
      if isSpreadsheetTime { moments = serials }
      // Times with fractions are no measures.
      if moments * 10 > count * 9 { decimals = 0 }
    }

    /// The values with a text in common, by row.
    func folded(_ fold: (String) -> String) -> [Int32] {
      var texts = TextTable()
      let map = values.map { texts.number(fold($0.text)) }
      return cells.map { $0 < 0 ? -1 : map[Int($0)] }
    }

    /// The notation of times in the column, and a value with an ambiguous order.
    var notation: (TimeNotation, String?) {
      if isSpreadsheetTime { return (TimeNotation(epoch: .spreadsheet), nil) }
      let sorted = values.compactMap { Double($0.text) }.sorted()
      if sorted.count * 10 > values.count * 9, days == 0 {
        // Relative to 1970 these would be before 2001; relative to 2001, they are in the years of apps.
        return (TimeNotation(epoch: (2.2e8..<978_307_200).contains(sorted[sorted.count / 2]) ? .apple : .unix), nil)
      }
      let orders = values.compactMap { DateOrder($0.text) }
      guard let first = orders.first else { return (.standard, nil) }
      if first.isYearFirst {
        return (orders.allSatisfy { $0.isStandard && $0.hasClock } ? .standard : TimeNotation(order: .yearFirst), nil)
      }
      let isDayFirst = orders.contains { $0.first > 12 }
      let isMonthFirst = orders.contains { $0.second > 12 }
      if isDayFirst != isMonthFirst { return (TimeNotation(order: isDayFirst ? .dayFirst : .monthFirst), nil) }
      // Every country that uses dots writes the day first.
      let sample = values.map(\.text).min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? ""
      if first.separator == "." { return (TimeNotation(order: .dayFirst), nil) }
      return (TimeNotation(order: .dayFirst), sample)
    }
  }

  private(set) var columns: [Column] = []
  let rows: Int

  private static let most = 3_000

  init(_ records: [RecordScan.Fields]) {
    let sample = Self.sample(of: records)
    rows = sample.count
    var indices: [String: Int] = [:]
    for (row, fields) in sample.enumerated() {
      for (key, text) in fields where !text.isEmpty {
        if indices[key] == nil {
          indices[key] = columns.count
          columns.append(Column(key, rows: rows))
        }
        if let index = indices[key], columns[index].cells[row] < 0 { columns[index].add(text, row: row) }
      }
    }
    for index in columns.indices { columns[index].finish() }
  }

  /// Records by a hash of what they hold, which has nothing to do with their place in the log.
  private static func sample(of records: [RecordScan.Fields]) -> [RecordScan.Fields] {
    let step = UInt64(max(1, records.count / most))
    if step == 1 { return records }
    let chosen = records.filter { fields in
      let hash = fields.reduce(UInt64(0)) { hash, field in
        ByteInterner.mix(hash ^ field.text.withUTF8Bytes { ByteInterner.hash($0) }, 0x9E37_79B9_7F4A_7C15)
      }
      return hash % step == 0
    }
    return chosen.count * 4 < most ? Array(records.prefix(most)) : chosen
  }

  /// The time of each row, microseconds since 1970.
  func times(_ column: Column) -> [Int64?] {
    let (notation, _) = column.notation
    let times = column.values.map { Timestamp.microseconds(of: $0.text, notation) }
    return column.cells.map { $0 < 0 ? nil : times[Int($0)] }
  }

  func order(by column: Column) -> [Int] {
    let times = times(column)
    return (0..<rows).sorted { (times[$0] ?? 0, $0) < (times[$1] ?? 0, $1) }
  }

  /// Whether nearly all rows with the same value of one column have the same value of another.
  func lies(_ inner: Column, within outer: Column) -> Bool {
    var counts: [Int32: [Int32: Int]] = [:]
    for row in 0..<rows where inner.cells[row] >= 0 && outer.cells[row] >= 0 {
      counts[inner.cells[row], default: [:]][outer.cells[row], default: 0] += 1
    }
    let several = counts.values.filter { $0.values.reduce(0, +) > 1 }
    let all = several.reduce(0) { $0 + $1.values.reduce(0, +) }
    return all > 0 && Double(several.reduce(0) { $0 + ($1.values.max() ?? 0) }) >= 0.98 * Double(all)
  }

  /// Whether the rows of a value come in bursts, as those of a person do: not spread over the log.
  func clusters(_ column: Column, _ times: [Int64?]) -> Bool {
    var last: [Int32: Int64] = [:]
    var gaps: [Int64] = []
    for row in (0..<times.count).sorted(by: { (times[$0] ?? 0, $0) < (times[$1] ?? 0, $1) }) {
      guard let time = times[row], column.cells[row] >= 0 else { continue }
      if let before = last[column.cells[row]] { gaps.append(time - before) }
      last[column.cells[row]] = time
    }
    gaps.sort()
    let all = times.compactMap(\.self)
    guard gaps.count >= column.distinct, let first = all.min(), let end = all.max() else { return false }
    return gaps[gaps.count / 2] * 5 <= (end - first) / Int64(max(1, column.count / column.distinct))
  }

  /// Whether many rows lack a user, and most of these are of sessions in which no row has one.
  func areOfNobody(_ session: Column, without user: Column) -> Bool {
    let bare = (0..<rows).filter { user.cells[$0] < 0 && session.cells[$0] >= 0 }
    guard bare.count * 20 > rows else { return false }
    let named = Set((0..<rows).filter { user.cells[$0] >= 0 }.map { session.cells[$0] })
    return bare.count { named.contains(session.cells[$0]) } * 2 < bare.count
  }

  /// The median step of a column that counts from where each value of another one starts: there it begins near zero
  /// and never becomes smaller. Nil if it does not count so.
  func stay(_ column: Column, within outer: Column) -> Double? {
    guard column.isNumber || column.clocks * 10 > column.count * 9, column.distinct * 3 > rows else { return nil }
    let numbers = column.values.map { Timestamp.elapsed($0.text) ?? 0 }
    let all = Dictionary(grouping: (0..<rows).filter { outer.cells[$0] >= 0 && column.cells[$0] >= 0 }) {
      outer.cells[$0]
    }
    .values.map { $0.map { numbers[Int(column.cells[$0])] } }
    let several = all.filter { $0.count > 2 }
    let counting = several.filter { numbers in
      let last = numbers[numbers.count - 1]
      return last > 0 && numbers[0] * 5 <= last && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    }
    guard several.count > 2, counting.count * 10 >= several.count * 9 else { return nil }
    let steps = counting.flatMap { zip($0, $0.dropFirst()).map { $1 - $0 } }.sorted()
    return steps[steps.count / 2]
  }

  /// Whether rows with one value, of one user, lie within two days: those of a session do.
  func isCoherent(_ column: Column, within user: Column?, times: [Int64?]) -> Bool {
    guard !times.isEmpty else { return true }
    var spans: [Int64: (ClosedRange<Int64>, count: Int)] = [:]
    for row in 0..<rows where column.cells[row] >= 0 {
      guard let time = times[row] else { continue }
      let key = Int64(column.cells[row]) << 32 | Int64(user?.cells[row] ?? 0)
      if let (span, count) = spans[key] {
        spans[key] = (min(span.lowerBound, time)...max(span.upperBound, time), count + 1)
      } else {
        spans[key] = (time...time, 1)
      }
    }
    let several = spans.values.filter { $0.count > 1 }
    guard !several.isEmpty else { return column.has(.session) }
    return several.count { $0.0.upperBound - $0.0.lowerBound <= 172_800_000_000 } * 20 >= several.count * 19
  }
}

/// Whether the values of a column behave like places in an app: few, shared by users, revisited, and changing from one
/// row to the next, or staying while other things happen.
struct PlaceEvidence {
  /// How the rows of a table follow each other.
  struct Sight {
    let table: SampledTable
    let user: SampledTable.Column?
    /// The column that names what happened.
    let event: SampledTable.Column?
    /// Rows in the order of time.
    let order: [Int]

    init(_ table: SampledTable, user: SampledTable.Column?, event: SampledTable.Column?, order: [Int]) {
      (self.table, self.user, self.event, self.order) = (table, user, event, order)
    }
  }

  private(set) var score = 0.0
  /// How often a user's next row has another value.
  private(set) var changing = 0.0
  /// Whether it stays while different things happen, and changes for most users: where they are.
  private(set) var isState = false
  let isNamed: Bool
  /// Whether its name may be that of places.
  let isWeak: Bool

  init(_ column: SampledTable.Column, _ sight: Sight) {
    let (table, user) = (sight.table, sight.user)
    let words = column.words
    isNamed =
      column.has(.screen) || !words.isDisjoint(with: Self.names)
      || Self.isDestination(column.key) { key in table.columns.contains { $0.key == key } }
      || column.holdsClasses
    isWeak = !isNamed && !words.isDisjoint(with: Self.weakNames)
    guard column.count * 2 >= table.rows, !column.isNumber, column.moments * 2 < column.count, !column.isMeasure,
      isNamed || !ColumnReading.holdsActs(column)
    else { return }
    let form = ScreenAddress.Form(column.values.map(\.text))
    let folded = column.folded { NamesWithIDs.folded(form.address($0)) }
    let distinct = Set(folded).subtracting([-1]).count
    guard distinct >= 2, distinct <= 3000, distinct * 2 <= column.count || column.count < 30 else { return }
    // By user, in the order of time.
    var last: [Int32: (place: Int32, event: Int32)] = [:]
    var owners: [Int32: Set<Int32>] = [:]
    var counts: [Int32: Int] = [:]
    var (changes, steps, held) = (0, 0, 0)
    var movers: Set<Int32> = []
    for row in sight.order where folded[row] >= 0 {
      let person = user?.cells[row] ?? 0
      let event = sight.event?.cells[row] ?? -1
      if let before = last[person] {
        steps += 1
        if before.place != folded[row] {
          changes += 1
          movers.insert(person)
        } else if before.event != event {
          held += 1
        }
      }
      last[person] = (folded[row], event)
      counts[folded[row], default: 0] += 1
      if owners[folded[row], default: []].count < 2 { owners[folded[row], default: []].insert(person) }
    }
    let often = counts.filter { $0.value >= 3 }
    let shared = often.filter { owners[$0.key, default: []].count > 1 }.reduce(0) { $0 + $1.value }
    let isShared =
      user == nil || (user?.distinct ?? 0) < 2
      || Double(shared) >= 0.6 * Double(max(1, often.reduce(0) { $0 + $1.value }))
    changing = steps > 0 ? Double(changes) / Double(steps) : 0.5
    isState = (isNamed || isWeak) && held * 2 > steps - changes && held * 4 > steps && movers.count * 2 > last.count
    guard isShared, changing > 0.25 || isState else { return }
    score = isNamed ? 0.6 : isWeak ? 0.5 : 0.35
    score += (changing > 0.5 || isState ? 0.25 : 0.1) + min(0.06, Double(distinct) / 200)
    // Of several, the one with the most information; of equal ones, a name before an address before a class.
    if !words.isDisjoint(with: ["name", "title"]) { score += 0.02 }
    if !words.isDisjoint(with: ["class", "host", "domain", "component", "type"]) { score -= 0.08 }
    if column.has(.origin) || !words.isDisjoint(with: ["from", "referrer", "previous", "last", "prev"]) {
      score -= 0.5
    }
    if !column.concepts.isDisjoint(with: [.platform, .version, .locale, .device, .outcome, .session])
      || !words.isDisjoint(with: Self.others)
    {
      score -= 0.5
    }
    if column.has(.kind), !isNamed { score -= 0.2 }
    if column.has(.container), !isNamed { score -= 0.2 }
  }

  /// Whether a field called `to` has one called `from` beside it.
  static func isDestination(_ key: String, exists: (String) -> Bool) -> Bool {
    guard key.split(separator: RecordFlattener.separator).last == "to" else { return false }
    return exists(String(key.dropLast(2)) + "from")
  }

  private static let names = WordLists.set("places")
  private static let weakNames = WordLists.set("possiblePlaces")
  static let others = WordLists.set("noPlaces")
}

/// The first numbers of a date, as written.
struct DateOrder {
  let first: Int
  let second: Int
  let separator: Character
  let isYearFirst: Bool
  /// `2026-05-04T10:20` or with a space.
  let isStandard: Bool
  /// Whether a time of day follows.
  let hasClock: Bool

  /// A time of day without a date.
  static func isClock(_ text: String) -> Bool {
    guard text.utf8.count < 20, text.utf8.contains(UInt8(ascii: ":")) else { return false }
    var rest = Substring(text).drop(while: \.isWhitespace)
    func take(_ counts: ClosedRange<Int>, where isMeant: (Character) -> Bool) -> Bool {
      let count = min(rest.prefix(while: isMeant).count, counts.upperBound)
      rest = rest.dropFirst(count)
      return counts.contains(count)
    }
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    func isDot(_ character: Character) -> Bool { character == "." }
    guard take(1...2, where: isDigit), take(1...1, where: { $0 == ":" }), take(2...2, where: isDigit) else {
      return false
    }
    if take(1...1, where: { $0 == ":" }) {
      guard take(2...2, where: isDigit) else { return false }
      if take(1...1, where: { $0 == "." || $0 == "," }), !take(1...20, where: isDigit) { return false }
    }
    _ = take(0...1, where: \.isWhitespace)
    if take(1...1, where: { "aApP".contains($0) }) {
      _ = take(0...1, where: isDot)
      guard take(1...1, where: { "mM".contains($0) }) else { return false }
      _ = take(0...1, where: isDot)
    }
    return rest.allSatisfy(\.isWhitespace)
  }

  /// A day in eight digits, such as 20210131.
  static func isDay(_ text: String) -> Bool {
    guard text.utf8.count == 8, let number = Int(text) else { return false }
    return (1970...2100).contains(number / 10_000) && (1...12).contains(number / 100 % 100)
      && (1...31).contains(number % 100)
  }

  /// A time of day in six digits, such as 054709.
  static func isCompactClock(_ text: String) -> Bool {
    guard text.utf8.count == 6, let number = Int(text) else { return false }
    return (0..<24).contains(number / 10_000) && number / 100 % 100 < 60 && number % 100 < 60
  }

  init?(_ text: String) {
    let text = Timestamp.inRFC3339(text) ?? text
    guard let start = text.utf8.first, start == 0x20 || (0x30...0x39).contains(start) else { return nil }
    var numbers: [Substring] = []
    var rest = text.drop { $0 == " " }
    guard let separator = rest.first(where: { !$0.isASCII || !$0.isNumber }), "./-年".contains(separator) else {
      return nil
    }
    while numbers.count < 3 {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, digits.count <= 4 else { return nil }
      numbers.append(digits)
      rest = rest.dropFirst(digits.count)
      if numbers.count < 3 {
        guard let next = rest.first, "./-年月".contains(next) else { return nil }
        rest = rest.dropFirst()
      }
    }
    guard let first = Int(numbers[0]), let second = Int(numbers[1]), rest.isEmpty || " T,日".contains(rest.first ?? " ")
    else { return nil }
    self.first = first
    self.second = second
    self.separator = separator
    isYearFirst = numbers[0].count == 4
    isStandard = isYearFirst && separator == "-" && numbers[1].count == 2 && numbers[2].count == 2
    hasClock = rest.contains { $0.isNumber }
  }
}
