import Foundation

/// What the logger knows of time.
public struct LogClock: Sendable {
  /// The wall clock: microseconds since 1970.
  public var wall: @Sendable () -> Int64
  /// Microseconds since any moment; never runs backwards, and goes on while the device sleeps.
  public var elapsed: @Sendable () -> Int64

  public init(wall: @escaping @Sendable () -> Int64, elapsed: @escaping @Sendable () -> Int64) {
    self.wall = wall
    self.elapsed = elapsed
  }

  public static let system = LogClock(wall: { read(CLOCK_REALTIME) }, elapsed: { read(sleepless) })

  #if os(Linux)
    private static let sleepless = CLOCK_BOOTTIME
  #else
    private static let sleepless = CLOCK_MONOTONIC
  #endif

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
