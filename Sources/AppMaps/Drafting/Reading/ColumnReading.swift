import EventLogs
import NavigationModel

/// The meaning of each column, or field of a JSON record, inferred from its values as much as from its name.
package struct ColumnReading: Sendable {
  package struct Part: Sendable {
    package var field: String
    package var key: String
    package var confidence: Double
    package var reason: String
  }

  package var parts: [Part] = []
  package var times = TimeNotation.usual
  /// Set if the order of day and month is uncertain, because no value decides it.
  package var ambiguousDate: String?

  package func key(_ field: String) -> String? { parts.first { $0.field == field }?.key }

  /// Whether time, user and event were found with certainty.
  package var isSure: Bool {
    ambiguousDate == nil && ["time", "user"].allSatisfy { field in parts.contains { $0.field == field && $0.confidence >= EventReading.Part.sure } }
      && (key("event") ?? key("screen")) != nil
  }

  /// Whether the log uses the field names of the native format.
  package static func isNative(_ records: [RecordScan.Fields]) -> Bool {
    records.first.map { first in ["time", "user", "event"].allSatisfy { name in first.contains { $0.key == name } } } ?? false
  }

  package init(_ records: [RecordScan.Fields]) {
    var columns: [String: Column] = [:]
    var order: [String] = []
    for fields in records {
      for (key, text) in fields {
        if columns[key] == nil {
          order.append(key)
          columns[key] = Column(key)
        }
        columns[key]?.add(text)
      }
    }
    let all = order.compactMap { columns[$0] }
    let count = max(1, records.count)
    var used: Set<String> = []
    func choose(_ field: String, _ least: Double, _ score: (Column) -> (score: Double, reason: String)?) {
      let scored = all.filter { !used.contains($0.key) }.compactMap { column in score(column).map { (column: column, score: $0.score, reason: $0.reason) } }
        .filter { $0.score >= least }
      guard let best = scored.max(by: { $0.score < $1.score }) else { return }
      used.insert(best.column.key)
      parts.append(Part(field: field, key: best.column.key, confidence: min(0.99, best.score), reason: best.reason))
    }

    choose("time", 0.5) { column in
      let share = Double(column.times) / Double(max(1, column.count))
      guard share > 0.9, column.count * 10 >= count * 9, column.values.count > 1 || count < 3 else { return nil }
      let isNamed = column.concepts.contains(.time)
      let isLater = !column.words.isDisjoint(with: ["received", "server", "ingested", "upload", "sent", "etl", "inserted", "updated"])
      if column.isPlainNumber, !isNamed, column.epochs < column.count { return nil }
      return (0.62 + (isNamed ? 0.3 : 0) + min(0.05, Double(column.values.count) / Double(count) * 0.05) - (isLater ? 0.2 : 0), "its values are times")
    }
    choose("event", 0.5) { column in
      guard column.count * 20 >= count * 19, !column.isPlainNumber, column.times * 2 < column.count, column.values.count * 2 <= count || count < 20 else {
        return nil
      }
      let known = column.values.reduce(0) { sum, value in
        sum + (NamedKinds.scores(NameWords(value.key).concepts, hasTarget: true).isEmpty && EventKind(word: value.key) == nil ? 0 : value.value)
      }
      let share = Double(known) / Double(column.count)
      let isNamed = column.concepts.contains(.event)
      let isLabel = !isNamed && !column.concepts.isDisjoint(with: [.platform, .version, .device, .locale, .session, .user, .screen, .container])
      if isLabel { return nil }
      return (
        (isNamed ? 0.62 : 0.2) + share * 0.35 + (column.values.count > 1 ? 0.05 : 0) - (column.concepts.contains(.kind) && !isNamed ? 0.15 : 0),
        "its values are few and repeat"
      )
    }
    let session = all.filter { $0.concepts.contains(.session) && !$0.concepts.contains(.event) && !used.contains($0.key) }.max { $0.count < $1.count }
    if let session, session.count * 2 >= count {
      used.insert(session.key)
      parts.append(Part(field: "session", key: session.key, confidence: 0.9, reason: "its name"))
    }
    choose("user", 0.45) { column in
      guard column.count * 10 >= count * 9, column.times * 2 < column.count || column.isPlainNumber, column.values.count * 10 <= count * 8 || count < 20 else {
        return nil
      }
      let isNamed = column.concepts.contains(.user)
      let isOther = !column.concepts.isDisjoint(with: [.platform, .version, .locale, .kind, .label, .screen, .outcome]) && !isNamed
      if isOther || (!isNamed && column.values.count < 3) { return nil }
      return ((isNamed ? 0.85 : 0.4) + min(0.1, Double(column.values.count) / 200), isNamed ? "its name, and few values that repeat" : "few values that repeat")
    }
    for (field, concept) in [("platform", Concept.platform), ("app_version", .version), ("device", .device), ("locale", .locale), ("id", .id)] {
      choose(field, 0.5) { column in
        guard column.concepts.contains(concept), !column.words.contains("request") else { return nil }
        if field == "platform" {
          let systems: Set = ["ios", "android", "ipados", "web", "iphoneos", "macos", "windows", "harmonyos", "tvos"]
          return column.values.keys.contains { systems.contains(NameWords.key($0)) } ? (0.95, "its values are systems") : nil
        }
        if field == "id" {
          return column.values.count == column.count && column.count * 10 >= count * 9 && column.words.count <= 2 ? (0.85, "no value comes twice") : nil
        }
        if field == "device" {
          return column.values.keys.contains { ["phone", "tablet", "desktop"].contains(NameWords.key($0)) } ? (0.9, "its values are kinds of devices") : nil
        }
        return column.values.count < 60 ? (0.85, "its name") : nil
      }
    }
    if key("event") == nil, let screens = all.filter({ $0.concepts.contains(.screen) && !used.contains($0.key) }).max(by: { $0.count < $1.count }) {
      parts.append(Part(field: "screen", key: screens.key, confidence: 0.85, reason: "its name"))
    }
    if let time = key("time").flatMap({ columns[$0] }) { (times, ambiguousDate) = time.notation }
  }

  /// The values of one column.
  private struct Column {
    let key: String
    let concepts: Set<Concept>
    let words: Set<String>
    var count = 0
    var values: [String: Int] = [:]
    var times = 0
    var epochs = 0
    var numbers = 0
    var isPlainNumber: Bool { numbers * 10 >= count * 9 }

    init(_ key: String) {
      self.key = key
      let name = NameWords(key.split(separator: RecordFlattener.separator).last.map(String.init) ?? key)
      concepts = name.concepts
      words = Set(name.words)
    }

    mutating func add(_ text: String) {
      count += 1
      values[text, default: 0] += 1
      if let number = Double(text) {
        numbers += 1
        // From 1998 on, in seconds or finer units, since 1970 or since 2001.
        if number > 3e8, number < 5e18 {
          times += 1
          epochs += 1
        }
      } else if DateOrder(text) != nil {
        times += 1
      }
    }

    /// The notation of times in the column, and a value with an ambiguous order.
    var notation: (TimeNotation, String?) {
      if isPlainNumber {
        let sorted = values.keys.compactMap(Double.init).sorted()
        let median = sorted[sorted.count / 2]
        // Relative to 1970 these would be before 2001; relative to 2001, they are in the years of apps.
        return (TimeNotation(isSince2001: median < 978_307_200), nil)
      }
      let orders = values.keys.compactMap { DateOrder($0) }
      guard let first = orders.first, !first.isStandard else { return (.usual, nil) }
      if first.isYearFirst { return (TimeNotation(order: .yearFirst), nil) }
      let isDayFirst = orders.contains { $0.first > 12 }
      let isMonthFirst = orders.contains { $0.second > 12 }
      if isDayFirst != isMonthFirst { return (TimeNotation(order: isDayFirst ? .dayFirst : .monthFirst), nil) }
      // Every country that uses dots writes the day first.
      let sample = values.keys.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? ""
      if first.separator == "." { return (TimeNotation(order: .dayFirst), nil) }
      return (TimeNotation(order: .dayFirst), sample)
    }
  }
}

/// The first numbers of a date, as written.
private struct DateOrder {
  let first: Int
  let second: Int
  let separator: Character
  let isYearFirst: Bool
  /// `2026-05-04T10:20` or with a space.
  let isStandard: Bool

  init?(_ text: String) {
    var numbers: [Substring] = []
    var rest = text.drop { $0 == " " }
    guard let separator = rest.first(where: { !$0.isASCII || !$0.isNumber }), "./-年".contains(separator) else { return nil }
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
    guard let first = Int(numbers[0]), let second = Int(numbers[1]), rest.isEmpty || " T,日".contains(rest.first ?? " ") else { return nil }
    self.first = first
    self.second = second
    self.separator = separator
    isYearFirst = numbers[0].count == 4
    isStandard = isYearFirst && separator == "-" && numbers[1].count == 2 && numbers[2].count == 2
  }
}
