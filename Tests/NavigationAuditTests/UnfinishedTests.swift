import Foundation
import NavigationStore
import Reporting
import Synchronization
import TestSupport
import Testing

@testable import NavigationAudit

/// What a run leaves if it ends before, while or after its outcome is written.
@Suite("Unfinished runs")
struct UnfinishedTests {
  let folder = TemporaryFolder()

  // MARK: - What is undone

  @Test func `what is written stays, and what is undone is not finished any more`() async throws {
    let leftovers = Leftovers()
    let undone = Mutex<[String]>([])
    let note = { @Sendable (what: String) in undone.withLock { $0.append(what) } }
    leftovers.undoIfFailing { note("before") }
    try await leftovers.undoing({ note("part") }, isPart: true) { end in try end {} }
    #expect(undone.withLock { $0 } == [])
    try await leftovers.undoing({ note("all") }) { end in try end {} }
    leftovers.undoIfFailing { note("after") }
    #expect(leftovers.undoAll(), "the outcome is written")
    #expect(undone.withLock { $0 } == ["after"])
  }

  @Test func `a run that was given up writes nothing`() async throws {
    let leftovers = Leftovers()
    let undone = Mutex(0)
    await #expect(throws: CancellationError.self) {
      try await leftovers.undoing({ undone.withLock { $0 += 1 } }) { end in
        #expect(!leftovers.undoAll())
        try end { Issue.record("it is finished after it was undone") }
      }
    }
    #expect(undone.withLock { $0 } == 1, "once")
  }

  @Test func `a part that is finished is no outcome`() async throws {
    let leftovers = Leftovers()
    try await leftovers.undoing({}, isPart: true) { end in try end {} }
    #expect(!leftovers.undoAll())
  }

  // MARK: - A folder of reports

  @Test(arguments: [true, false]) func `a disk that is full at the last file keeps all that was there`(isNew: Bool)
    throws
  {
    let path = folder.path("Reports")
    func write(_ text: String) throws {
      let output = try OutputFolder(path)
      do {
        try output.write(text.utf8, to: "report.md")
        try output.write(text.utf8, to: "pictures/one.svg")
        try output.finish(removing: []) { files, _ in
          // Where the package would be written, there is no room for it.
          if text == "new" { mkdir(output.workPath(of: DataPackage.fileName), 0o777) }
          return DataPackage.list(of: files)
        }
      } catch {
        output.discard()
        throw error
      }
    }
    if !isNew { try write("old") }
    let before = folder.everything()
    #expect(throws: AuditError.self) { try write("new") }
    #expect(folder.everything() == before)
    if !isNew { #expect(try folder.text("Reports/report.md") == "old") }
  }

  // MARK: - A store

  @Test func `a store whose run is given up is as before, without a journal`() throws {
    let path = folder.path("app.sqlite")
    try Store.open(path, for: .changeOrMake).close()
    let before = try folder.data("app.sqlite")
    let store = try Store.open(path, for: .change)
    try store.begin()
    try store.setMeta(.maker, "nobody")
    store.abandon()
    #expect(throws: StoreError.self) { try store.setMeta(.maker, "nobody") }
    #expect(throws: (any Error).self) { try store.commit() }
    #expect(folder.everything() == ["app.sqlite"])
    try store.close()
    store.abandon()
    #expect(try folder.data("app.sqlite") == before)
  }

  @Test func `a store that cannot be made is named as it would be`() throws {
    let error = #expect(throws: StoreError.self) {
      try Store.create(at: folder.path("none/.navaudit-0/app.sqlite"), for: "Reports/app.sqlite")
    }
    #expect(error?.description.hasPrefix("Reports/app.sqlite: ") == true)
  }
}
