import CSimdJSON
import NavigationModel

/// Where an event of a log comes from, and what of its line the event does not show.
package struct EventLine: Sendable, Equatable {
  /// The line of the source, from 1.
  package let line: Int
  /// Whether the time has an offset from UTC.
  package let hasZone: Bool
  /// Why the list in `value` cannot be read as one; nil if it can, or is none.
  package let fault: ListFault?

  /// A `value` that should be a list of names and is not.
  package enum ListFault: Sendable, Equatable, CaseIterable {
    case missing
    case notAList
    case empty
    case emptyName
    case tooMany
    /// A list in JSON's notation inside of a text or a cell.
    case quotedList
  }

  init(_ record: Record, _ event: Event, _ value: RecordValue, hasZone: Bool) {
    line = record.line
    self.hasZone = hasZone
    fault = ListFault(event.kind, value)
  }
}

extension EventLine.ListFault {
  /// - Parameter value: of an event of this kind, as written.
  init?(_ kind: EventKind, _ value: RecordValue) {
    guard [.stack, .tabsShown, .tabsEdit].contains(kind) else { return nil }
    let bytes = value.textOrListBytes
    if value.kind == CSJ_STRING, bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
      self = .quotedList
      return
    }
    guard kind == .stack else { return nil }
    switch value.kind {
    case CSJ_ABSENT: self = .missing
    case CSJ_LIST where bytes.isEmpty: self = .empty
    case CSJ_STRING where bytes.isEmpty: self = .missing
    case CSJ_LIST, CSJ_STRING:
      let parts = bytes.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      if parts.contains(where: \.isEmpty) {
        self = .emptyName
      } else if parts.count > 100 {
        self = .tooMany
      } else {
        return nil
      }
    default: self = .notAList
    }
  }
}
