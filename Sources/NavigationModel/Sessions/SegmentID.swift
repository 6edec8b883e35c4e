/// Number of a ``Segment`` in the run's ``SegmentTable``.
public struct SegmentID: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// No dimension is known.
  public static let none = SegmentID(rawValue: 0)
}
