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
    var names: [String] { values.map(\.text) }
    var isNumber: Bool { (wholes + decimals) * 10 >= count * 9 && count > 0 }
    /// Durations, amounts and counters are never ids or names.
    var isMeasure: Bool { !words.isDisjoint(with: Self.measures) && isNumber }
    /// Whether all values are offsets from UTC.
    var holdsZones: Bool { distinct > 0 && values.allSatisfy { Self.zone.matches($0.text) } }
    /// Numbers of four digits and more.
    var hasLongNumbers: Bool { isNumber && decimals == 0 && values.allSatisfy { $0.text.utf8.count > 3 } }
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

    /// What things have, not where people are: a status, a platform.
    var isAttribute: Bool {
      !concepts.isDisjoint(with: [.outcome, .platform, .version, .device, .locale, .user, .id])
        || !words.isDisjoint(with: Self.attributes) || !words.isDisjoint(with: PlaceEvidence.others)
    }

    private static let zone: Pattern = #"[+\-]\d\d:?\d\d"#
    private static let language: Pattern = "[a-z]{2}(?:[-_][A-Za-z]{2,4})?|und"
    private static let attributes = WordLists.set("attributes")
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

    /// What a key is called: `usr.id` and `view.name` are of their parents, and `name.en-US` is a name.
    static func meaning(of key: String) -> (concepts: Set<Concept>, words: Set<String>) {
      let names = key.split(separator: RecordFlattener.separator)
      var path = names.map { NameWords(String($0)) }
      if path.count > 1, language.matches(String(names[names.count - 1])),
        names[names.count - 1].contains("-") || plainNames.isSuperset(of: path[path.count - 2].words)
      {
        path.removeLast()
      }
      guard let last = path.last, path.count > 1, plainNames.isSuperset(of: last.words) else {
        return (path.last?.concepts ?? [], Set(path.last?.words ?? []))
      }
      let parent = path[path.count - 2]
      return (last.concepts.union(parent.concepts), Set(last.words + parent.words))
    }

    private static let plainNames: Set = [
      "id", "name", "url", "title", "key", "value", "uuid", "path", "version", "display",
    ]

    fileprivate init(_ key: String, rows: Int) {
      self.key = key
      (concepts, words) = Self.meaning(of: key)
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
        // Some countries write a comma before the fraction. A share is a number, too.
        let plain = text.hasSuffix("%") ? String(text.dropLast()) : text
        if let number = Double(plain) ?? Double(plain.replacing(",", with: ".")) {
          if number.rounded() == number, !text.contains("."), !text.contains(",") {
            wholes += count
          } else {
            decimals += count
          }
          if TimeNotation.spreadsheetDays.contains(number) { serials += count }
          if WrittenDate.isDay(text) {
            days += count
          } else if WrittenDate.isCompactClock(text) {
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
        } else if let date = WrittenDate(text) {
          if date.hasClock { moments += count } else { days += count }
        } else if WrittenDate.isClock(text) {
          clocks += count
        }
      }
      isSpreadsheetTime = serials * 20 > count * 19 && decimals * 10 > count * 9 && !isMeasure
      if isSpreadsheetTime { moments = serials }
      // Times with fractions are no measures.
      if moments * 10 > count * 9 { decimals = 0 }
      if moments + days > 0 || isSpreadsheetTime { notation = foundNotation }
      // What cannot be read as a time is none.
      if moments * 10 > count * 9 {
        moments = values.reduce(0) { $0 + (Timestamp.microseconds(of: $1.text, notation.0) == nil ? 0 : $1.count) }
      }
    }

    /// The values with a text in common, by row.
    func folded(_ fold: (String) -> String) -> [Int32] {
      var texts = TextTable()
      let map = values.map { texts.number(fold($0.text)) }
      return cells.map { $0 < 0 ? -1 : map[Int($0)] }
    }

    /// The notation of times in the column, and a value with an ambiguous order.
    fileprivate(set) var notation: (TimeNotation, String?) = (.standard, nil)

    private var foundNotation: (TimeNotation, String?) {
      if isSpreadsheetTime { return (TimeNotation(epoch: .spreadsheet), nil) }
      let sorted = values.compactMap { Double($0.text) }.sorted()
      if sorted.count * 10 > values.count * 9, days == 0 {
        // Relative to 1970 these would be before 2001; relative to 2001, they are in the years of apps.
        return (TimeNotation(epoch: (2.2e8..<978_307_200).contains(sorted[sorted.count / 2]) ? .apple : .unix), nil)
      }
      let orders = values.compactMap { WrittenDate($0.text) }
      guard let first = orders.first else { return (.standard, nil) }
      if first.isYearFirst {
        let isStandard =
          orders.allSatisfy(\.isStandard) && days * 10 < count
          && Timestamp.microseconds(of: values[0].text, .standard) != nil
        return (isStandard ? .standard : TimeNotation(order: .yearFirst), nil)
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
  func times(_ column: Column, _ notation: TimeNotation? = nil) -> [Int64?] {
    let notation = notation ?? column.notation.0
    let times = column.values.map { Timestamp.microseconds(of: $0.text, notation) }
    return column.cells.map { $0 < 0 ? nil : times[Int($0)] }
  }

  /// The same of several columns: a date, a time of day, a zone.
  func times(_ columns: [Column], _ notation: TimeNotation) -> [Int64?] {
    var known: [[Int32]: Int64?] = [:]
    return (0..<rows).map { row in
      let cells = columns.map { $0.cells[row] }
      if let time = known[cells] { return time }
      let texts = zip(columns, cells).map { $1 < 0 ? "" : $0.values[Int($1)].text }
      let time = Timestamp.microseconds(of: texts.joined(separator: " "), notation)
      known[cells] = time
      return time
    }
  }

  func order(by times: [Int64?]) -> [Int] {
    (0..<rows).sorted { (times[$0] ?? 0, $0) < (times[$1] ?? 0, $1) }
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

  /// Whether two columns name the same things.
  func areAlike(_ a: Column, _ b: Column) -> Bool { lies(a, within: b) && lies(b, within: a) }

  /// Whether the rows of a value come in bursts, as those of a person do: not spread over the log.
  func clusters(_ column: Column, _ times: [Int64?]) -> Bool {
    var last: [Int32: Int64] = [:]
    var gaps: [Int64] = []
    for row in times.isEmpty ? [] : order(by: times) where column.cells[row] >= 0 {
      guard let time = times[row] else { continue }
      if let before = last[column.cells[row]] { gaps.append(time - before) }
      last[column.cells[row]] = time
    }
    gaps.sort()
    let all = times.compactMap(\.self)
    guard gaps.count >= column.distinct, let first = all.min(), let end = all.max() else { return false }
    return gaps[gaps.count / 2] * 5 <= (end - first) / Int64(max(1, column.count / column.distinct))
  }

  /// How often the next row has another value: of all rows, or of those with the same value of another column.
  /// - Parameter order: the rows in their order; nil for that of the log.
  func changing(_ column: Column, within outer: Column? = nil, _ order: [Int]? = nil) -> Double {
    var last: [Int32: Int32] = [:]
    var changes = 0
    var steps = 0
    for row in order ?? Array(0..<rows) where column.cells[row] >= 0 {
      let other = outer?.cells[row] ?? 0
      guard other >= 0, let before = last.updateValue(column.cells[row], forKey: other) else { continue }
      steps += 1
      if before != column.cells[row] { changes += 1 }
    }
    return Double(changes) / Double(max(1, steps))
  }

  /// How many sessions begin before another one of the same value of a column has ended.
  func atOnce(_ session: Column, within outer: Column, _ times: [Int64?]) -> Double {
    let spans = spans(session, within: outer, times).filter { $0.outer >= 0 }
      .sorted { ($0.outer, $0.first, $0.last) < ($1.outer, $1.first, $1.last) }
    let pairs = zip(spans, spans.dropFirst()).filter { $0.outer == $1.outer }
    return Double(pairs.count { $1.first < $0.last }) / Double(max(1, pairs.count))
  }

  /// Whether the rows of nearly each value lie close together in time, as those of a visit, a call or a run do.
  func isCompact(_ column: Column, _ times: [Int64?]) -> Bool {
    let all = times.compactMap(\.self)
    guard let first = all.min(), let end = all.max() else { return false }
    let spans = several(column, within: nil, times)
    return spans.count > 4 && spans.count * 2 > column.distinct
      && spans.count { $0.all <= Self.twoDays && $0.all * 5 <= end - first } * 10 >= spans.count * 9
  }

  private static let twoDays: Int64 = 172_800_000_000

  /// The first and the last row of a value, of one value of another column; the pauses and the rows between.
  private typealias Span = (outer: Int32, first: Int64, last: Int64, pauses: Int, count: Int)

  private func spans(_ column: Column, within outer: Column?, _ times: [Int64?]) -> [Span] {
    var spans: [Int64: Span] = [:]
    for row in times.isEmpty ? [] : order(by: times) where column.cells[row] >= 0 {
      guard let time = times[row] else { continue }
      let other = outer?.cells[row] ?? 0
      let key = Int64(other) << 32 | Int64(column.cells[row])
      var span = spans[key] ?? (other, time, time, 0, 0)
      if time - span.last > EventReader.visitGap { span.pauses += 1 }
      span.last = time
      span.count += 1
      spans[key] = span
    }
    return Array(spans.values)
  }

  /// The time from the first to the last row of each value that has several.
  private func several(_ column: Column, within user: Column?, _ times: [Int64?]) -> [(all: Int64, pauses: Int)] {
    spans(column, within: user, times).filter { $0.count > 1 }.map { ($0.last - $0.first, $0.pauses) }
  }

  /// Whether many rows lack a user, and most of these are of sessions in which no row has one.
  func areOfNobody(_ session: Column, without user: Column) -> Bool {
    let bare = (0..<rows).filter { user.cells[$0] < 0 && session.cells[$0] >= 0 }
    guard bare.count * 20 > rows else { return false }
    let named = Set((0..<rows).filter { user.cells[$0] >= 0 }.map { session.cells[$0] })
    return bare.count { named.contains(session.cells[$0]) } * 2 < bare.count
  }

  /// The median step of a column that counts within each value of others: there it never becomes smaller. Nil if it
  /// does not count so.
  func stay(_ column: Column, within outer: [Column]) -> Double? {
    guard column.days == 0, column.isNumber || column.clocks * 10 > column.count * 9 else { return nil }
    let numbers = column.values.map { Timestamp.elapsed($0.text) ?? 0 }
    let full = (0..<rows).filter { row in column.cells[row] >= 0 && outer.allSatisfy { $0.cells[row] >= 0 } }
    let all = Dictionary(grouping: full) { row in outer.map { $0.cells[row] } }
      .values.map { $0.map { numbers[Int(column.cells[$0])] } }
    func middle(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
    let several = all.filter { $0.count > 2 }
    let counting = several.filter { numbers in zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 } }
    guard several.count > 2, counting.count * 10 >= several.count * 9 else { return nil }
    let stay = middle(counting.flatMap { zip($0, $0.dropFirst()).map { $1 - $0 } })
    return stay > 0 ? stay : nil
  }

  /// Whether all times are full hours, and the rows sums: then their order within an hour is not known.
  func areHours(_ column: Column) -> Bool {
    guard columns.contains(where: \.isMeasure) else { return false }
    let hours = Set(times(column).compactMap(\.self))
    return hours.count >= Self.fewHours && hours.allSatisfy { $0 % Self.hour == 0 }
  }

  private static let hour: Int64 = 3_600_000_000
  private static let fewHours = 8

  /// Whether rows with one value, of one user, lie within two days, as those of a session do; and unless it is called
  /// a session, whether after most of the user's pauses the value is another one: devices come back.
  func isCoherent(_ column: Column, within user: Column?, times: [Int64?]) -> Bool {
    guard !times.isEmpty else { return true }
    let spans = several(column, within: user, times)
    if spans.isEmpty { return column.has(.session) }
    guard spans.count(where: { $0.all <= Self.twoDays }) * 20 >= spans.count * 19 else { return false }
    guard let user, !column.has(.session) else { return true }
    let pauses = several(user, within: nil, times).reduce(0) { $0 + $1.pauses }
    return spans.reduce(0) { $0 + $1.pauses } * 2 <= pauses
  }
}
