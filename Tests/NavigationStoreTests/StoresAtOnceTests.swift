import Foundation
import GRDB
import TestSupport
import Testing

@testable import NavigationStore

@Suite("Two runs on one store", .serialized)
struct StoresAtOnceTests {
  let folder = TemporaryFolder()
  var path: String { folder.path("app.sqlite") }

  private let source = Store.Source(
    name: "log.ndjson", digest: "d1", format: "ndjson", bytes: 10, lines: 3, events: 2, withoutZone: 1, rejections: [:])

  /// On a separate thread: waiting for a store must not block the threads that the other one needs.
  private func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Returns once a run says that it waits for the other one.
  private func saysThat(_ waiting: StoreWaiting) async throws {
    try await onThread { try wait(for: "a run that waits for the store") { waiting.path != nil } }
  }

  @Test func `two at once: the second waits for the first`() async throws {
    try Store.open(path, for: .changeOrMake).close()
    let first = try Store.open(path, for: .changeOrMake)
    let waits = StoreWaiting()
    let second = try Store.open(path, for: .changeOrMake, waiting: waits)
    try first.begin()
    try first.add(source)
    // Readers see the previous state.
    #expect(try second.sources().isEmpty)
    async let waiting = onThread {
      try second.begin()
      let count = try second.sources().count
      try second.commit()
      return count
    }
    try await saysThat(waits)
    try first.commit()
    #expect(try await waiting == 1)
  }

  @Test func `two at once, and no store: the second waits for the one that makes it`() async throws {
    let first = try Store.open(path, for: .changeOrMake)
    let waits = StoreWaiting()
    async let waiting = onThread {
      let second = try Store.open(path, for: .changeOrMake, waiting: waits)
      defer { second.removeIfMade() }
      return try second.sources().count
    }
    try await saysThat(waits)
    try first.add(source)
    try first.close()
    #expect(try await waiting == 1)
    #expect(folder.exists("app.sqlite"), "the second has not made it, and does not remove it")
  }

  @Test func `two at once, and the first removes what it has made: the second makes it anew`() async throws {
    let first = try Store.open(path, for: .changeOrMake)
    let waits = StoreWaiting()
    async let waiting: Void = onThread {
      let second = try Store.open(path, for: .changeOrMake, waiting: waits)
      try second.add(source)
      try second.close()
    }
    try await saysThat(waits)
    first.removeIfMade()
    try first.close()
    try await waiting
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
    let run = Task {
      let second = try Store.open(path, for: .change, waiting: waiting)
      try second.begin()
    }
    #expect(waiting.path == nil)
    try await saysThat(waiting)
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

  @Test func `a store is replaced when nobody writes to it, and its journal does not outlive it`() async throws {
    let made = try Store.open(path, for: .changeOrMake)
    try made.setMeta(.maker, StoreMaker.analyze.rawValue)
    try made.close()
    let old = try Store.open(path, for: .change)
    try old.begin()
    try old.add(source)
    let waits = StoreWaiting()
    async let replaced: Void = onThread {
      try Store.replacing(path, waiting: waits) {
        #expect(!folder.exists("app.sqlite-journal"))
        try Store.create(at: folder.path("new.sqlite")).close()
        #expect(rename(folder.path("new.sqlite"), path) == 0)
      }
    }
    try await saysThat(waits)
    try old.commit()
    try await replaced
    #expect(throws: StoreError.replaced(path: path)) { try old.setMeta(.tool, "navaudit 0") }
    let store = try Store.open(path, for: .change)
    #expect(try store.sources().isEmpty)
  }
}
