import AppMaps
import NavigationModel

extension MemoryBudget {
  /// The memory for the figures of a name: its rows, its cells in pairs with others, and data on its users, as measured on logs in which
  /// every tab or every screen is new (3.9 to 5 KB).
  private static let bytesOfName = 4 << 10

  /// This many names are allowed under any limit.
  private static let fewestNames = 1000

  /// The most names that can be measured: three quarters of the memory. Their data cannot spill to a file.
  var mostNames: Int { max(bytes / 4 * 3 / Self.bytesOfName, Self.fewestNames) }

  /// - Throws: if there are more names than fit, with a suggestion.
  func expectRoom(for table: NameTable) throws(AuditError) {
    let count = table.count
    guard count > mostNames else { return }
    let needed = (count * Self.bytesOfName / 3 * 4) >> 20 + 1
    let ids = NamesWithIDs(table.snapshot().texts.sorted { $0.precedesByScalars($1) })
    let fold = ids.ids.max { $0.names < $1.names }.map { rule in
      ", or fold \(rule.names) of them into one with this line of screen_names in the app map: - {pattern: '\(rule.pattern)', name: '\(rule.name)'}"
    }
    throw AuditError(
      "too many different names (\(count); --memory has room for \(mostNames)); use --memory \(needed)M\(fold ?? ", or fold names with screen_names in the app map")"
    )
  }
}
