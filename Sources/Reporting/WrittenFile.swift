/// A file of a run, as listed in `datapackage.json`.
package struct WrittenFile: Sendable, Hashable {
  /// Its path in the folder of the reports.
  package let path: String
  package let bytes: Int
  /// The hash of its content, in the form of ``SHA256``.
  package let hash: String

  package init(path: String, bytes: Int, hash: String) {
    (self.path, self.bytes, self.hash) = (path, bytes, hash)
  }
}
