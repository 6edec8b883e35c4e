import Foundation
import NavigationModel
import TestSupport
import Testing

@testable import EventLogs

@Suite("ZIP archives") struct ZipTests {
  private let folder = TemporaryFolder()

  private func line(_ time: Int) -> String { #"{"time":\#(time),"user":"u","event":"push"}"# + "\n" }

  private func read(_ archive: Data) async throws -> (times: [Int64], log: EventLog, found: LogInputs) {
    let path = folder.path("export.zip")
    try archive.write(to: URL(fileURLWithPath: path))
    let found = try LogInputs.find([path])
    let log = try await LogReader(inputs: found.inputs).read(into: LogTables())
    return (log.blocks.flatMap(\.events).map { $0.time / 1_000_000 }, log, found)
  }

  @Test("members are logs of their own, in the order of their paths: stored, deflated, packed once more") func members()
    async throws
  {
    var zip = ZipFile()
    zip.add("123/b.json.gz", Data(line(2).utf8).gzipped, isStored: true)
    zip.add("123/", Data(), isStored: true)
    zip.add("123/a.json.gz", Data((0..<5000).map { line($0) }.joined().utf8).gzipped)
    zip.add("123/c.json", Data((line(3) + line(4)).utf8))
    zip.add("123/manifest.json", Data("{}".utf8))
    zip.add("__MACOSX/._a", Data("x".utf8))
    zip.add("empty.json", Data())
    let (times, log, found) = try await read(zip.data)
    #expect(times == (0..<5000).map(Int64.init) + [2, 3, 4])
    #expect(
      log.sources.map { $0.summary.name.replacing(folder.url.path + "/", with: "") }
        == ["a.json.gz", "b.json.gz", "c.json"].map { "export.zip/123/" + $0 })
    #expect(found.skipped.map(\.reason) == [.notALog, .hidden, .empty])
  }

  @Test("a log has one digest, in an archive or not") func digest() async throws {
    var zip = ZipFile()
    zip.add("log", Data(line(1).utf8))
    let packed = try await read(zip.data).log.sources[0].summary.digest
    let plain = try await readLog(line(1)).log.sources[0].summary.digest
    #expect(packed == plain)
  }

  @Test("a workbook is named, not opened as an archive of logs") func workbook() async throws {
    var zip = ZipFile()
    zip.add("[Content_Types].xml", Data("<Types/>".utf8))
    zip.add("xl/workbook.xml", Data("<workbook/>".utf8))
    await #expect {
      try await read(zip.data)
    } throws: {
      "\($0)".hasSuffix(
        "export.zip: is an Excel workbook, not a log; save the sheet with the events as CSV (UTF-8), and name that file"
      )
    }
  }

  @Test("paths that lead out of the archive are names, and nothing is written") func outside() async throws {
    var zip = ZipFile()
    zip.add("../../evil\u{202E}.json", Data(line(1).utf8))
    let (times, log, _) = try await read(zip.data)
    #expect(times == [1])
    #expect(log.sources[0].summary.name.hasSuffix("export.zip/../../evil?.json"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["export.zip"])
  }

  @Test("what is damaged is refused, never read as a shorter log") func damaged() async throws {
    var good = ZipFile()
    good.add("log.json", Data((0..<200).map { line($0) }.joined().utf8))
    for cut in [good.data.count - 1, good.data.count / 2, 40, 5] {
      await #expect { try await read(good.data.prefix(cut)) } throws: {
        "\($0)".contains("the zip data is broken at byte")
      }
    }
    var wrongSum = ZipFile()
    wrongSum.add("log.json", Data(line(1).utf8), checksum: 7)
    await #expect { try await read(wrongSum.data) } throws: { "\($0)".contains("its checksum is wrong") }
    var encrypted = ZipFile()
    encrypted.add("log.json", Data(line(1).utf8), flags: 1)
    await #expect { try await read(encrypted.data) } throws: { "\($0)".contains("is encrypted") }
    var nothing = ZipFile()
    nothing.add("README.md", Data("x".utf8))
    await #expect { try await read(nothing.data) } throws: {
      "\($0)".contains("contains no logs (1 other file skipped)")
    }
  }

  @Test("any byte may be wrong: an error or a log, never a crash") func fuzzed() async throws {
    var zip = ZipFile()
    zip.add("log.json", Data((0..<20).map { line($0) }.joined().utf8))
    zip.add("b.json", Data(line(1).utf8), isStored: true)
    let data = zip.data
    for place in sampled(Array(data.indices), every: 3) {
      var broken = data
      broken[place] ^= 0xFF
      _ = try? await read(broken)
    }
  }

  @Test("a bomb is refused") func bomb() throws {
    var zip = ZipFile()
    zip.add("log.json", Data(repeating: 0x20, count: 4 << 20))
    let path = folder.path("bomb.zip")
    try zip.data.write(to: URL(fileURLWithPath: path))
    let source = try ByteSource(
      opening: LogInputs.find([path]).inputs[0], limits: DecompressionLimits(harmlessBytes: 1 << 20, maximumRatio: 10))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
    defer { buffer.deallocate() }
    #expect { while try source.read(into: buffer) > 0 {} } throws: { "\($0)".contains("decompression bomb") }
  }
}
