#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file or folder in a folder of logs that was skipped.
package struct PassedOver: Sendable, Equatable {
  /// Why it was skipped.
  package enum Reason: String, Sendable, Equatable {
    case hidden = "hidden"
    case empty = "empty"
    case notALog = "not a log"
    case special = "not a regular file"
    case folderLink = "a link to a folder"
    case brokenLink = "a broken link"
    case alreadyRead = "read already"
    case ownOutput = "navaudit's own reports"
    case contexts = "a table of contexts, joined to the events beside it"
  }

  /// Its path, as messages show it.
  package let name: String
  /// Why it was skipped.
  package let reason: Reason
}

/// The tables that navaudit wrote into a folder, according to their data package.
enum OwnOutput {
  static let packageName = "datapackage.json"
  /// No data package of navaudit is longer.
  private static let longest = 4 << 20

  /// The names of these files; empty for another program's data package.
  static func files(in folder: FilePathBytes) -> Set<String> {
    guard let file = fopen(folder.appending(FilePathBytes(packageName)).terminated, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = fread(&bytes, 1, longest, file)
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    guard text.contains(/"name"\s*:\s*"navaudit"/), text.contains("findings.csv") else { return [] }
    let paths = text.matches(of: /"path"\s*:\s*"([^"\/]+)"/).map { String($0.1) }
    return Set(paths)
  }
}
