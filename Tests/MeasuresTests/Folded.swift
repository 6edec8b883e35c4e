@testable import Measures
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
    var measured = [M](repeating: M(), count: parts)
    try TraceSessions(trace, names: names).forEachUser { user, sessions in
      for (session, path) in sessions { measured[user % parts].observe(session, path) }
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
