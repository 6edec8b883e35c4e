import Foundation
import NavigationStore
import Reporting

extension Audit {
  /// Copies a folder of reports into another one as if the run had written it there: only files that earlier runs wrote
  /// and nobody changed since are replaced or removed.
  /// - Parameter source: the folder of a run; files that were changed since are left out.
  /// - Throws: ``AuditError``, with nothing written, if the source is no folder of reports, or if a file would be lost.
  public func save(_ source: String, to output: String) async throws {
    let found = EarlierFiles(in: source)
    guard let package = found.package else {
      throw AuditError("\(source): holds no reports; name a folder of reports")
    }
    let files = found.allPresent.map(\.path).filter { $0 != DataPackage.fileName }
    let all = files.contains("report.html") ? AuditReport.allFiles : ComparisonContents.allFiles
    let runFiles = try RunFiles(options)
    try OutputFolder.expectNoLoss(in: output, writing: files, of: all, runFiles: runFiles)
    let store = source + "/" + Self.storeName
    let savedStore = output + "/" + Self.storeName
    let hasStore = EarlierFiles.kind(of: store) == S_IFREG
    if hasStore { try Store.expectReplaceable(savedStore, waiting: progress.waiting) }
    try await writing(into: output) { folder, end in
      for file in files { try folder.copy(source + "/" + file, to: file) }
      func finish() throws {
        try end {
          try folder.finish(removing: all) { _, others in DataPackage.text(of: package, with: others) }
        }
      }
      try folder.alone {
        guard hasStore else { return try finish() }
        try folder.copy(store, to: Self.storeName, isListed: false)
        try Store.replacing(savedStore, waiting: progress.waiting, by: finish)
      }
    }
  }
}
