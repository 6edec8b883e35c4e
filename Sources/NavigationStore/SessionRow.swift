import NavigationModel

/// A session as it goes into the store.
package struct SessionRow: Sendable {
  let session: Session
  /// Hash of the app's own session id, 0 where it has none.
  let appSession: UInt64
  let figures: SessionFigures
  /// Steps and occurrences as JSON, events in the form of ``EventCoding``.
  let steps: [UInt8]
  let occurrences: [UInt8]
  let events: [UInt8]

  /// - Parameter ids: what the run's names are called in the store.
  package init(_ session: Session, _ events: UnsafeBufferPointer<Event>, _ path: Reconstruction, ids: NameIDs, segments: [Segment]) {
    self.session = session
    appSession = events.first?.session ?? 0
    figures = SessionFigures(path)
    steps = Self.json(path.steps, start: session.start, ids)
    occurrences = Self.json(path.occurrences, start: session.start, ids)
    self.events = Checksum.appended(to: EventCoding.encode(events, ids, segments))
  }

  /// `[[offset, part, kind, section kind, section name, section item, screen, item, depth, dwell, latency, flags], …]`
  private static func json(_ steps: [Step], start: Int64, _ ids: NameIDs) -> [UInt8] {
    JSONRows.json(steps, columns: 12) { step, json in
      json.append(step.time - start)
      json.append(Int64(step.part))
      json.append(Int64(step.kind.rawValue))
      json.append(Int64(step.section.kind.rawValue))
      json.append(ids[step.section.name])
      json.append(ids[step.section.item])
      json.append(ids[step.screen])
      json.append(ids[step.item])
      json.append(Int64(step.depth))
      json.append(step.dwell)
      json.append(step.latency)
      json.append((step.isInferred ? 1 : 0) | (step.isByGesture ? 2 : 0) | (step.isTabBarHidden ? 4 : 0))
    }
  }

  /// `[[offset, part, kind, subject, container, screen, value, outcome, flag, duration, steps before], …]`
  private static func json(_ occurrences: [Occurrence], start: Int64, _ ids: NameIDs) -> [UInt8] {
    JSONRows.json(occurrences, columns: 11) { occurrence, json in
      json.append(occurrence.time - start)
      json.append(Int64(occurrence.part))
      json.append(Int64(occurrence.kind.rawValue))
      json.append(ids[occurrence.subject])
      json.append(ids[occurrence.container])
      json.append(ids[occurrence.screen])
      json.append(ids[occurrence.value])
      json.append(Int64(occurrence.outcome.rawValue))
      json.append(occurrence.flag ? 1 : 0)
      json.append(occurrence.duration)
      json.append(Int64(occurrence.stepsBefore))
    }
  }
}

/// What a run has to write of one person.
package struct PersonRows: Sendable {
  package let person: Pseudonym
  /// What the person is called in the log, where that is not to be hidden.
  package var name: String?
  package var sessions: [SessionRow] = []
  /// The low halves of the ids of the person's new events.
  package var eventIDs: [UInt32] = []
  package var replaced = Replaced.none
  /// Sessions that stay, under other numbers.
  package var renumbered: [(id: Int64, number: Int)] = []

  /// Which of the person's sessions in the store are dropped.
  package enum Replaced: Sendable {
    case none
    case sessions([Int64])
    case all
  }

  package init(_ person: Pseudonym) { self.person = person }
}

/// What the names of a run are called in a store, by the number of the name; 0 stays 0.
package struct NameIDs: Sendable {
  private let ids: [Int64]

  package init(_ ids: [Int64]) { self.ids = ids }

  @inline(__always)
  subscript(name: Name) -> Int64 { ids[Int(name.rawValue)] }
}

/// An array of arrays of whole numbers as JSON, byte by byte.
private struct JSONRows: ~Copyable {
  /// The digits of a number, a sign and a comma.
  private static let longest = 21

  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0

  private init(_ bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

  /// - Parameter write: is called with each row; writes no more than `columns` numbers.
  static func json<Row>(_ rows: [Row], columns: Int, _ write: (Row, inout JSONRows) -> Void) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rows.count * (columns * longest + 3) + 2) { scratch in
      guard let start = scratch.baseAddress else { return [] }
      var json = JSONRows(start)
      json.put("[")
      for row in rows {
        json.put("[")
        write(row, &json)
        // In place of the comma behind the last number.
        json.count -= 1
        json.put("]")
        json.put(",")
      }
      if !rows.isEmpty { json.count -= 1 }
      json.put("]")
      return [UInt8](UnsafeBufferPointer(start: start, count: json.count))
    }
  }

  @inline(__always)
  private mutating func put(_ character: Unicode.Scalar) {
    bytes[count] = UInt8(truncatingIfNeeded: character.value)
    count += 1
  }

  /// Writes a number and a comma.
  @inline(__always)
  mutating func append(_ number: Int64) {
    if number < 0 { put("-") }
    var rest = number.magnitude
    if rest >= 10 {
      count += Self.digits(of: rest) - 1
      let end = count
      repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        bytes[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        count -= 1
        rest = quotient
      } while rest >= 10
      bytes[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
      count = end + 1
    } else {
      bytes[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
      count += 1
    }
    put(",")
  }

  @inline(__always)
  private static func digits(of number: UInt64) -> Int {
    var digits = 1
    var power: UInt64 = 10
    while digits < 20, number >= power {
      digits += 1
      (power, _) = power.multipliedReportingOverflow(by: 10)
    }
    return digits
  }
}
