import Foundation

extension String {
  /// The name of a file, without its folders.
  var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }

  /// The parent folder of a path. (`NSString` traps on Linux for a name of one letter.)
  var parentFolder: String {
    let path = hasSuffix("/") ? String(dropLast()) : self
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder or, if it does not exist yet, its nearest existing parent.
  var nearestFolder: String {
    var path = isEmpty ? "." : self
    while path != ".", path != "/", !FileManager.default.fileExists(atPath: path + "/") { path = path.parentFolder }
    return path
  }
}
