import NavigationModel

/// Where and when entries exist, according to the app map's `entries`.
struct DeclaredEntries: Sendable {
  private let entries: [String: AppMap.EntryScope]
  private let names: Names

  init(_ map: AppMap, _ names: Names) {
    entries = Dictionary(map.entries.map { ($0.name, $0) }) { first, _ in first }
    self.names = names
  }

  /// The cells in which an entry does not exist; nil if the map does not mention it.
  ///
  /// Versions are compared by number; `since` and `until` are inclusive. A session with unknown version, platform or variant may have the entry.
  func outCells(of subject: Discovery.Subject, among cells: [AppCell]) -> Set<AppCell>? {
    guard !entries.isEmpty, let entry = entries[names[subject.name]] else { return nil }
    return Set(cells.filter { !mayHave(entry, $0) })
  }

  private func mayHave(_ entry: AppMap.EntryScope, _ cell: AppCell) -> Bool {
    if cell.appVersion.isKnown {
      let version = VersionNumber(names[cell.appVersion])
      if let since = entry.since, version < VersionNumber(since) { return false }
      if let until = entry.until, VersionNumber(until) < version { return false }
    }
    let platform = names[cell.platform].lowercased()
    if cell.platform.isKnown, !entry.platforms.isEmpty, !entry.platforms.contains(where: { $0.lowercased() == platform }) { return false }
    return !cell.variant.isKnown || entry.variants.isEmpty || entry.variants.contains(names[cell.variant])
  }
}
