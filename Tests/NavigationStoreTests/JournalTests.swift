import Foundation
import GRDB
import TestSupport
import Testing

@testable import NavigationStore

@Suite("Journals beside a store")
struct JournalTests {
  let folder = TemporaryFolder()
  var path: String { folder.path("app.sqlite") }

  init() throws {
    let store = try Store.open(path, for: .changeOrMake)
    try store.setMeta(.maker, StoreMaker.analyze.rawValue)
    try store.close()
  }

  private func expectRefused(_ place: String, _ journal: String, _ why: String) throws {
    let error = StoreError.refused(path: folder.path(journal), why: why)
    for access in [Store.Access.read, .change, .changeOrMake] {
      #expect(throws: error) { try Store.open(place, for: access) }
    }
    #expect(throws: error) { try Store.replacing(path, waiting: StoreWaiting()) {} }
  }

  @Test(arguments: [true, false]) func `a journal that names another file deletes none`(isLink: Bool) throws {
    try folder.write(Data("mine".utf8), to: "diary.txt")
    let name = Data(folder.path("diary.txt").utf8)
    let magic = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
    func numbers(_ numbers: Int...) -> Data {
      numbers.reduce(into: Data()) { $0 += withUnsafeBytes(of: UInt32($1).bigEndian) { Data($0) } }
    }
    var journal = magic + numbers(0, 1, 29, 512, 16384)
    journal += Data(repeating: 0, count: 512 - journal.count)
    journal += numbers((1 << 30) / 16384 + 1) + name
    journal += numbers(name.count, name.reduce(0) { $0 + Int($1) }) + magic
    try folder.write(journal, to: "app.sqlite-journal")
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "app.sqlite")
    }
    try expectRefused(
      isLink ? folder.path("link") : path, "app.sqlite-journal",
      "names another file, which SQLite would delete; navaudit did not write it: move it away")
    #expect(try folder.data("diary.txt") == Data("mine".utf8))
    #expect(try folder.data("app.sqlite-journal") == journal)
  }

  @Test(arguments: ["app.sqlite-journal", "app.sqlite-wal", "app.sqlite-shm"])
  func `a pipe or a link in the place of a journal`(journal: String) throws {
    let why = "is no file, as a journal of a store is; move it away"
    #expect(mkfifo(folder.path(journal), 0o600) == 0)
    try expectRefused(path, journal, why)
    try folder.remove(journal)
    try FileManager.default.createSymbolicLink(atPath: folder.path(journal), withDestinationPath: "mine")
    try expectRefused(path, journal, why)
  }
}
