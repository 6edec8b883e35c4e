import NavigationModel

/// How many users met each name, in any field of any event.
///
/// If small groups are hidden, a name that few users met may identify a person: a tab named after a patient, a badge
/// with a diagnosis.
package struct NameMeetings: Sendable {
  private var users: [UInt32] = []
  /// The last user who met it, plus one.
  private var last: [UInt32] = []

  package init() {}

  /// What stands for a name that fewer than `least` users met.
  package static func label(least: Int) -> String { "(fewer than \(least) users)" }

  /// Adds events of one user. All events of a user come before those of the next.
  package mutating func observe(_ events: UnsafeBufferPointer<Event>, of user: UInt32, segments: [Segment]) {
    var segment: SegmentID?
    for event in events {
      meet(event.screen, user)
      meet(event.target, user)
      meet(event.container, user)
      meet(event.value, user)
      if event.segment != segment {
        segment = event.segment
        segments[Int(event.segment.rawValue)].forEach { meet($0, user) }
      }
    }
  }

  private mutating func meet(_ name: Name, _ user: UInt32) {
    guard name.isKnown else { return }
    let index = Int(name.rawValue)
    if index >= users.count { grow(to: max(index + 1, 2 * users.count)) }
    if last[index] == user &+ 1 { return }
    last[index] = user &+ 1
    users[index] += 1
  }

  private mutating func grow(to count: Int) {
    users += repeatElement(0, count: max(0, count - users.count))
    last += repeatElement(0, count: max(0, count - last.count))
  }

  package mutating func merge(_ other: NameMeetings) {
    grow(to: other.users.count)
    for index in other.users.indices {
      users[index] = UInt32(clamping: UInt64(users[index]) + UInt64(other.users[index]))
    }
  }

  /// The names, with ``label(least:)`` for those that fewer than `least` users met.
  /// - Parameter declared: texts to keep whoever met them, because the app map declares them.
  package func names(_ names: Names, least: Int, declared: Set<NameText>) -> Names {
    var known = [Int](repeating: 0, count: names.texts.count)
    for index in known.indices where index < users.count { known[index] = Int(users[index]) }
    // The tabs of a list were met by everyone who met the list.
    var byText: [NameText: Int] = [:]
    for (index, text) in names.texts.enumerated() where known[index] > 0 {
      for tab in ListText.names(in: text) ?? [] {
        byText[NameText(tab)] = max(byText[NameText(tab)] ?? 0, known[index])
      }
    }
    let label = Self.label(least: least)
    let fixed = NameTable().count
    return Names(
      texts: names.texts.enumerated().map { index, text in
        let isShown =
          index < fixed || max(known[index], byText[NameText(text)] ?? 0) >= least || declared.contains(text)
          || ListText.names(in: text).map { $0.allSatisfy { declared.contains($0) } } ?? false
        return isShown ? text : label
      })
  }

  package func encode(to encoder: BinaryEncoder) throws {
    let met = users.indices.filter { users[$0] > 0 }
    try encoder.encode(count: met.count) { index in
      encoder.write(Name(rawValue: UInt32(met[index])))
      encoder.write(UInt64(users[met[index]]))
    }
  }

  package init(from decoder: BinaryDecoder) throws {
    for _ in 0..<(try decoder.readCount()) {
      let index = Int(try decoder.readName().rawValue)
      let count = try decoder.readNumber()
      grow(to: index + 1)
      // Counts beyond the world population need not be exact.
      users[index] = UInt32(clamping: count)
    }
  }
}
