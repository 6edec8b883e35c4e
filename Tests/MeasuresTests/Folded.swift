import Measures
import NavigationModel
import TestSupport

/// One measure of a log in the trace notation.
struct Folded<M: Measure> {
  let measure: M
  let names: NameTable

  /// - Parameters:
  ///   - parts: the number of parts among which the users are distributed; their measures are merged, the last first.
  ///   - isCoded: whether each part is encoded and decoded before it is merged.
  init(_ trace: String, parts: Int = 1, isCoded: Bool = false) throws {
    names = NameTable()
    let segments = SegmentTable()
    let users = try Trace.events(trace, names: names, segments: segments)
    let allSegments = segments.snapshot()
    var builder = SessionBuilder()
    var stack = NavigationStack()
    var path = Reconstruction()
    var measured = [M](repeating: M(), count: parts)
    for (user, events) in users.enumerated() {
      var events = events
      for (index, range) in builder.build(&events).sessions.enumerated() {
        let own = events[range]
        var segment = Segment()
        for event in own { segment.fill(from: allSegments[Int(event.segment.rawValue)]) }
        let session = Session(
          user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user) + 1), number: index + 1, start: own[own.startIndex].time,
          end: own[own.endIndex - 1].time, events: own.count, segment: segment)
        own.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        measured[user % parts].observe(session, path)
      }
      measured[user % parts].finishUser()
    }
    for part in measured.indices {
      measured[part].finish()
      if isCoded { measured[part] = try Self.coded(measured[part], names) }
    }
    var all = M()
    for part in measured.reversed() { all.merge(part) }
    measure = all
  }

  private static func coded(_ measure: M, _ names: NameTable) throws -> M {
    try BinaryDecoder.value(M.self, from: BinaryEncoder.bytes(of: measure, names: names), names: names)
  }

  func name(_ text: String) -> Name { names.name(text) }

  /// The log folded at once, in three parts, and in two parts that were encoded and decoded: all must agree.
  static func everyWay(_ trace: String) throws -> [Folded<M>] {
    [try .init(trace), try .init(trace, parts: 3), try .init(trace, parts: 2, isCoded: true)]
  }
}
