import EventLogs
import NavigationModel

/// The sampled records of a log, with all of their fields: the input of a draft.
package struct LogSurvey: Sendable {
  /// A field of a record: its path and its text, by number.
  package typealias Cell = (key: Int32, text: Int32)

  package struct Record: Sendable {
    package var user: Int32
    /// Microseconds since 1970.
    package var time: Int64
    /// The event name, by text number; 0 if there is none.
    package var word: Int32
    package var cells: Range<Int>
    /// The kind given by the format.
    package var known: EventKind?
    /// The screen given by the format, if it shows one; otherwise 0.
    package var screen: Int32 = 0
  }

  package private(set) var keys = TextTable()
  package private(set) var texts = TextTable()
  package private(set) var cells: [Cell] = []
  package private(set) var records: [Record] = []
  private(set) var users = TextTable()

  package init() {}

  package mutating func add(
    user: String, time: Int64, word: String, known: EventKind? = nil, screen: String = "",
    fields: [(key: String, text: String)]
  ) {
    let start = cells.count
    for (key, text) in fields where !text.isEmpty { cells.append((keys.number(key), texts.number(text))) }
    records.append(
      Record(
        user: users.number(user), time: time, word: texts.number(word), cells: start..<cells.count, known: known,
        screen: texts.number(screen)))
  }

  package mutating func finish() {
    // Of a log whose newest row comes first, rows of the same time are in the opposite order, too.
    if records.count > 7, records[0].time > records[records.count - 1].time,
      zip(records, records.dropFirst()).allSatisfy({ $0.time >= $1.time })
    {
      records.reverse()
    }
    // Stable.
    records.sort { ($0.user, $0.time) < ($1.user, $1.time) }
  }

  /// Whether nearly all events are half an hour and more after the one before: they are no visits of people.
  var isOfProcess: Bool {
    let gaps = zip(records, records.dropFirst()).filter { $0.user == $1.user }.map { $1.time - $0.time }
    return gaps.count > 20 && gaps.count { $0 > EventReader.visitGap } * 5 > gaps.count * 4
  }

  func text(_ record: Record, _ key: Int32) -> Int32 {
    for cell in cells[record.cells] where cell.key == key { return cell.text }
    return 0
  }
}

/// Texts by number; 0 is the empty one.
package struct TextTable: Sendable {
  package private(set) var texts = [""]
  private var numbers: [String: Int32] = ["": 0]

  package mutating func number(_ text: String) -> Int32 {
    if let number = numbers[text] { return number }
    numbers[text] = Int32(texts.count)
    texts.append(text)
    return Int32(texts.count - 1)
  }

  package func find(_ text: String) -> Int32? { numbers[text] }
  package subscript(number: Int32) -> String { texts[Int(number)] }
  package var count: Int { texts.count }
}
