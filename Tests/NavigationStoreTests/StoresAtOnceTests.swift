import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import NavigationStore

@Suite("Two runs on one store")
struct StoresAtOnceTests {
  let folder = TemporaryFolder()
  var path: String { folder.path("app.sqlite") }

  private let source = Store.Source(
    name: "log.ndjson", digest: "d1", format: "ndjson", bytes: 10, lines: 3, events: 2, withoutZone: 1, rejections: [:])

  /// Work on a thread of its own. The pool of tasks has two threads on a small machine, and hundreds of tests are
  /// queued for them: neither the waiting run nor the one that it waits for may need one.
  private final class Background<Outcome: Sendable>: Sendable {
    private let outcome = Mutex<Result<Outcome, any Error>?>(nil)

    init(_ body: @escaping @Sendable () throws -> Outcome) {
      Thread.detachNewThread { [self] in
        let result = Result { try body() }
        outcome.withLock { $0 = result }
      }
    }

    /// Waits until the work has ended.
    func value() throws -> Outcome {
      try wait(for: "a run that waited for the store") { outcome.withLock { $0 != nil } }
      return try #require(outcome.withLock { $0 }).get()
    }
  }

  /// Returns once a run says that it waits for the other one.
  private func saysThat(_ waiting: StoreWaiting) throws {
    try wait(for: "a run that waits for the store") { waiting.path != nil }
  }

  @Test func `two at once: the second waits for the first`() throws {
    try Store.open(path, for: .changeOrMake).close()
    let first = try Store.open(path, for: .changeOrMake)
    let waits = StoreWaiting()
    let second = try Store.open(path, for: .changeOrMake, waiting: waits)
    try first.begin()
    try first.add(source)
    // Readers see the previous state.
    #expect(try second.sources().isEmpty)
    let waiting = Background {
      try second.begin()
      let count = try second.sources().count
      try second.commit()
      return count
    }
    try saysThat(waits)
    try first.commit()
    #expect(try waiting.value() == 1)
  }

  @Test func `two at once, and no store: the second waits for the one that makes it`() throws {
    let first = try Store.open(path, for: .changeOrMake)
    let waits = StoreWaiting()
    let waiting = Background {
      let second = try Store.open(path, for: .changeOrMake, waiting: waits)
      defer { second.removeIfMade() }
      return try second.sources().count
    }
    try saysThat(waits)
    try first.add(source)
    try first.close()
    #expect(try waiting.value() == 1)
    #expect(folder.exists("app.sqlite"), "the second has not made it, and does not remove it")
  }

  @Test func `two at once, and the first removes what it has made: the second makes it anew`() throws {
    let first = try Store.open(path, for: .changeOrMake)
    let waits = StoreWaiting()
    let waiting = Background {
      let second = try Store.open(path, for: .changeOrMake, waiting: waits)
      try second.add(source)
      try second.close()
    }
    try saysThat(waits)
    first.removeIfMade()
    try first.close()
    try waiting.value()
    let store = try Store.open(path, for: .change)
    #expect(try store.sources().count == 1)
    try store.close()
    #expect(folder.everything() == ["app.sqlite"])
  }

  @Test func `who waits says so after a second, and ends when the run is stopped`() async throws {
    try Store.open(path, for: .changeOrMake).close()
    let first = try Store.open(path, for: .changeOrMake)
    try first.begin()
    let waiting = StoreWaiting()
    let (beginning, hasBegun) = AsyncStream<Void>.makeStream()
    let run = Task {
      hasBegun.finish()
      let second = try Store.open(path, for: .change, waiting: waiting)
      try second.begin()
    }
    #expect(waiting.path == nil)
    // It may take minutes before a thread is free.
    for await _ in beginning {}
    try saysThat(waiting)
    #expect(waiting.path == path)
    run.cancel()
    let result = await run.result
    #expect(throws: StoreError.busy(path: path)) { try result.get() }
    first.rollback()
  }

  @Test func `what a reader sees does not change while it reads`() throws {
    try Store.open(path, for: .changeOrMake).close()
    let reader = try Store.open(path, for: .read)
    try reader.beginReading()
    let writer = try Store.open(path, for: .changeOrMake)
    try writer.begin()
    try writer.add(source)
    #expect(try reader.sources().isEmpty)
    reader.rollback()
    try writer.commit()
    #expect(try reader.sources().count == 1)
  }

  @Test func `a store is replaced when nobody writes to it, and its journal does not outlive it`() throws {
    let made = try Store.open(path, for: .changeOrMake)
    try made.setMeta(.maker, StoreMaker.analyze.rawValue)
    try made.close()
    let old = try Store.open(path, for: .change)
    try old.begin()
    try old.add(source)
    let waits = StoreWaiting()
    let replaced = Background {
      try Store.replacing(path, waiting: waits) {
        #expect(!folder.exists("app.sqlite-journal"))
        try Store.create(at: folder.path("new.sqlite")).close()
        #expect(rename(folder.path("new.sqlite"), path) == 0)
      }
    }
    try saysThat(waits)
    try old.commit()
    try replaced.value()
    #expect(throws: StoreError.replaced(path: path)) { try old.setMeta(.tool, "navaudit 0") }
    let store = try Store.open(path, for: .change)
    #expect(try store.sources().isEmpty)
  }
}
