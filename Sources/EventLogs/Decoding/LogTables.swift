import NavigationModel

/// The tables that all threads of a run fill.
package struct LogTables: Sendable {
  package let names: NameTable
  package let users = NameTable()
  package let segments: SegmentTable
  /// The app map, which says whether names are masked.
  package let map: AppMap

  package init(for map: AppMap = AppMap()) {
    names = NameTable()
    segments = SegmentTable()
    self.map = map
  }

  /// Tables that already contain names.
  package init(for map: AppMap, names: NameTable) {
    self.names = names
    segments = SegmentTable()
    self.map = map
  }

  /// The tables of another log of the same run: only the users are separate.
  package init(besides other: LogTables, for map: AppMap) {
    names = other.names
    segments = other.segments
    self.map = map
  }
}
