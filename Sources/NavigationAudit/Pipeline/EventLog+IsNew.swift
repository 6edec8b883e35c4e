import EventLogs

extension EventLog {
  /// Which of the sources count: not those whose bytes were already read.
  /// - Parameter known: digests of sources that were read before.
  func isNew(besides known: [String] = []) -> [Bool] {
    var digests = Set(known)
    return sources.map { digests.insert($0.summary.digest).inserted }
  }
}
