import Synchronization

/// The dimensions of an event or a session: platform, app version and so on.
public struct Segment: MixedHash, Sendable {
  public var platform: Name = .unknown
  public var osVersion: Name = .unknown
  public var appVersion: Name = .unknown
  public var device: Name = .unknown
  public var width: Name = .unknown
  public var locale: Name = .unknown
  public var variant: Name = .unknown

  public init() {}

  /// The dimensions with their names in the log.
  public static let dimensions: [(word: String, path: WritableKeyPath<Segment, Name> & Sendable)] = [
    ("platform", \.platform), ("os_version", \.osVersion), ("app_version", \.appVersion), ("device", \.device),
    ("width", \.width), ("locale", \.locale), ("variant", \.variant),
  ]

  /// The language of a locale: `fi` of `fi_FI` and `fi-FI`.
  package static func language(ofLocale locale: String) -> String {
    locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
  }

  /// Calls `body` with each dimension, in the order of ``dimensions``. Called for each session, so it avoids key paths.
  @inlinable public func forEach(_ body: (Name) -> Void) {
    body(platform)
    body(osVersion)
    body(appVersion)
    body(device)
    body(width)
    body(locale)
    body(variant)
  }

  /// Takes over what is unknown here from `other`.
  @inlinable public mutating func fill(from other: Segment) {
    platform = platform.or(other.platform)
    osVersion = osVersion.or(other.osVersion)
    appVersion = appVersion.or(other.appVersion)
    device = device.or(other.device)
    width = width.or(other.width)
    locale = locale.or(other.locale)
    variant = variant.or(other.variant)
  }

  public var bits: UInt64 {
    var mixed: UInt64 = 0
    forEach { mixed = mixed.mixed(with: UInt64($0.rawValue)) }
    return mixed
  }

  @inlinable public var isComplete: Bool {
    var isComplete = true
    forEach { isComplete = isComplete && $0.isKnown }
    return isComplete
  }
}

extension Segment: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    for (_, path) in Self.dimensions { self[keyPath: path] = try decoder.readName() }
  }

  package func encode(to encoder: BinaryEncoder) {
    forEach { encoder.write($0) }
  }
}

/// Number of a ``Segment`` in the run's ``SegmentTable``.
public struct SegmentID: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// No dimension is known.
  public static let none = SegmentID(rawValue: 0)
}

/// All combinations of dimensions of a run, shared by the threads that read the log.
package final class SegmentTable: Sendable {
  private let state = Mutex((segments: [Segment()], ids: [Segment(): SegmentID.none]))

  package init() {}

  package func id(_ segment: Segment) -> SegmentID {
    state.withLock { state in
      if let id = state.ids[segment] { return id }
      let id = SegmentID(rawValue: UInt32(state.segments.count))
      state.segments.append(segment)
      state.ids[segment] = id
      return id
    }
  }

  package var count: Int { state.withLock { $0.segments.count } }

  /// All current segments, by number.
  package func snapshot() -> [Segment] { state.withLock { $0.segments } }
}
