import Foundation
import Testing

/// The kept inputs: seeds, inputs that reached new code, and everything that ever broke something.
/// Serialized: the targets share a file.
@Suite("Fuzzing", .serialized)
struct CorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Corpus")

  @Test(.thorough, arguments: FuzzTarget.all.map(\.name))
  func `What is kept breaks nothing`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let folder = Self.corpus.appendingPathComponent(name)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files.sorted(by: { $0.path < $1.path }) {
      try Data(contentsOf: file).withUnsafeBytes { bytes in
        #expect(throws: Never.self, "\(name)/\(file.lastPathComponent)") { try target.check(bytes) }
      }
    }
    try target.check(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  @Test func `Every folder of the corpus is that of a target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
  }
}
