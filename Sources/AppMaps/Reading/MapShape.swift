/// The shape of a value in an app map. The reader takes its keys from ``MapKeys``, which are made of shapes; the JSON Schema and the reference
/// are rendered from the same shapes.
indirect enum MapShape: Sendable {
  /// A text; numbers and switches count as text, too.
  case text
  case pattern
  case truth
  /// One of these words.
  case word([String])
  case number(least: Double)
  case whole(ClosedRange<Int>)
  case list(MapShape)
  /// A mapping with arbitrary names as keys.
  case named(MapShape)
  /// A mapping with known keys.
  case record([MapKey])
  /// A mapping with one of these keys.
  case one([MapKey])
  /// One of several shapes; the first is the usual one.
  case either([MapShape])
  case nothing
}

extension [MapKey] {
  var names: [String] { map(\.name) }
}
