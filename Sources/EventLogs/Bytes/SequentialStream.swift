import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The bytes of a FIFO, a device or standard input. It may take long to open and to read, so a separate thread does both and reads ahead.
final class SequentialStream: ByteStream, Sendable {
  private let name: String
  private let ahead: ReadAhead

  /// - Parameters:
  ///   - input: not a file.
  ///   - capacity: the most bytes to read ahead.
  init(_ input: LogInput, capacity: Int = 1 << 20) {
    name = input.name
    ahead = ReadAhead(input, capacity: capacity)
    DispatchQueue(label: "navaudit.input").async { [ahead] in ahead.run() }
  }

  deinit { ahead.stop() }

  var consumed: Int { ahead.consumed }

  /// Reads what is there; if nothing is, blocks the thread.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    while true {
      if let count = try ahead.take(into: buffer) { return count }
      try block(for: 1)
    }
  }

  /// Whether so many bytes can be read without waiting for them (or all that fit, or all until the end).
  func isReady(for count: Int) -> Bool { ahead.isReady(for: count) }

  /// Waits until so many bytes can be read (``isReady(for:)``).
  /// - Throws: if the task is cancelled.
  func wait(for count: Int) async throws(LogInputError) {
    let waiter = ahead.newWaiter()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ahead.add(waiter, for: count) { continuation.resume() }
        // The handler may have come before the waiter.
        if Task.isCancelled { ahead.wake(waiter) }
      }
    } onCancel: {
      ahead.wake(waiter)
    }
    if Task.isCancelled { throw stopped }
  }

  /// The same, but blocks the thread.
  func block(for count: Int) throws(LogInputError) {
    let arrival = DispatchSemaphore(value: 0)
    ahead.add(ahead.newWaiter(), for: count) { arrival.signal() }
    while arrival.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if Task.isCancelled { throw stopped }
    }
  }

  private var stopped: LogInputError { .unreadable(name: name, reason: "the run was stopped") }
}

/// Bytes that a thread reads and another takes, in a ring of memory.
private final class ReadAhead: Sendable {
  private struct State {
    /// The numbers of all bytes read and taken so far.
    var read = 0
    var taken = 0
    var isOpening = true
    var isOver = false
    var isStopped = false
    /// What ended the input, if not its end.
    var failure: LogInputError?
    /// Whether the thread waits for room.
    var isFull = false
    var waiters: [Int: (count: Int, wake: @Sendable () -> Void)] = [:]
    var lastWaiter = 0

    func isReady(for count: Int) -> Bool { isOver || read - taken >= count }
  }

  private let input: LogInput
  private let memory: BlockBuffer
  private let capacity: Int
  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)

  init(_ input: LogInput, capacity: Int) {
    self.input = input
    self.capacity = capacity
    memory = BlockBufferPool.scratch(capacity)
  }

  var consumed: Int { state.withLock(\.taken) }

  // MARK: For those who take

  /// Takes bytes from the ring.
  /// - Returns: their number; 0 at the end, nil if there are none yet.
  func take(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int? {
    let (start, count, isOver, failure) = state.withLock { ($0.taken % capacity, $0.read - $0.taken, $0.isOver, $0.failure) }
    guard count > 0 else {
      if let failure { throw failure }
      return isOver ? 0 : nil
    }
    let taken = min(count, capacity - start, buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(start: memory.base + start, count: taken))
    let wasFull = state.withLock { state in
      state.taken += taken
      defer { state.isFull = false }
      return state.isFull
    }
    if wasFull { room.signal() }
    return taken
  }

  func isReady(for count: Int) -> Bool { state.withLock { $0.isReady(for: min(count, capacity)) } }

  func newWaiter() -> Int {
    state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
  }

  /// Calls `wake` once it is ready, if need be at once.
  func add(_ waiter: Int, for count: Int, wake: @escaping @Sendable () -> Void) {
    let isReady = state.withLock { state in
      if state.isReady(for: min(count, capacity)) { return true }
      state.waiters[waiter] = (min(count, capacity), wake)
      return false
    }
    if isReady { wake() }
  }

  /// Wakes a waiter, ready or not.
  func wake(_ waiter: Int) { state.withLock { $0.waiters.removeValue(forKey: waiter) }?.wake() }

  /// Ends the thread.
  func stop() {
    let isOpening = state.withLock { state in
      state.isStopped = true
      return state.isOpening
    }
    room.signal()
    // A FIFO is open once it has a writer. The thread may not have come to that yet.
    guard isOpening, input.kind == .stream else { return }
    DispatchQueue.global().async { [self] in
      while state.withLock(\.isOpening) {
        let writer = open(input.location.terminated, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        usleep(10_000)
        if writer >= 0 { close(writer) }
      }
    }
  }

  // MARK: For the thread

  /// Opens the input and reads it to its end.
  func run() {
    var failure: LogInputError?
    do throws(LogInputError) { try readAll() } catch { failure = error }
    change { state in
      state.failure = failure
      state.isOpening = false
      state.isOver = true
    }
  }

  private func readAll() throws(LogInputError) {
    let file =
      input.kind == .standardInput
      ? OpenFile(STDIN_FILENO, name: input.name, isOwned: false) : try OpenFile(opening: input.location, name: input.name)
    state.withLock { $0.isOpening = false }
    while let space = nextSpace(), waitForBytes(file) {
      guard let count = try file.read(into: space) else { continue }
      if count == 0 { return }
      change { $0.read += count }
    }
  }

  /// Changes the state and wakes those who waited for that.
  private func change(_ body: (inout State) -> Void) {
    let ready = state.withLock { state in
      body(&state)
      let ready = state.waiters.filter { state.isReady(for: $0.value.count) }
      for waiter in ready.keys { state.waiters[waiter] = nil }
      return ready.values.map(\.wake)
    }
    for wake in ready { wake() }
  }

  /// The free part of the ring, up to its end; waits until there is one. Nil if the thread should end.
  private func nextSpace() -> UnsafeMutableRawBufferPointer? {
    while true {
      let (start, count, isStopped) = state.withLock { state in
        let start = state.read % capacity
        let count = min(capacity - (state.read - state.taken), capacity - start)
        state.isFull = count == 0
        return (start, count, state.isStopped)
      }
      if isStopped { return nil }
      if count > 0 { return UnsafeMutableRawBufferPointer(start: memory.base + start, count: count) }
      room.wait()
    }
  }

  /// Waits for input: another process may have set standard input to non-blocking, and a pipe may stay silent forever.
  /// - Returns: false if the thread should end.
  private func waitForBytes(_ file: OpenFile) -> Bool {
    var request = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 100) == 0 {
      if state.withLock(\.isStopped) { return false }
    }
    return true
  }
}
