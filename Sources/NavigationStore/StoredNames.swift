import GRDB
import GRDBSQLite
import NavigationModel

/// The names of a store, as names of a run.
package struct StoredNames: Sendable {
  /// The run's names by the store's ids.
  private var names: [Name?] = [.unknown]
  /// Names with ids far beyond the others, which our stores never have.
  private var farNames: [UInt64: Name] = [:]

  /// Adds the names of a store to a run's table.
  package init(_ store: Store, table: NameTable) throws {
    (names, farNames) = try store.access { db in
      var (names, farNames): ([Name?], [UInt64: Name]) = ([.unknown], [:])
      var count = 0
      let rows = try Row.fetchCursor(db, sql: "SELECT id, text FROM name ORDER BY id")
      while let row = try rows.next() {
        let id = try store.count("id", of: row)
        guard id > 0 else { throw store.damaged("a name has a number that is none") }
        let text = try store.text("text", of: row)
        let name = table.name(text)
        // It may be the screens of a `stack` event.
        if text.contains("|") { for part in text.split(separator: "|", maxSplits: 100) { _ = table.name(String(part)) } }
        count += 1
        // Ids are consecutive, except for gaps of people who were forgotten.
        if id <= 4 * count + 100_000 {
          while names.count < id { names.append(nil) }
          names.append(name)
        } else {
          farNames[UInt64(id)] = name
        }
      }
      return (names, farNames)
    }
  }

  subscript(id: UInt64) -> Name? { id < UInt64(names.count) ? names[Int(id)] : farNames.isEmpty ? nil : farNames[id] }
}
