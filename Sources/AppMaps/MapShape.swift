/// What may stand in one place of an app map. The reader takes its keys from ``MapKeys``, which are made of these; the JSON Schema and the reference
/// are rendered from the same values.
indirect enum MapShape: Sendable {
  /// A text; numbers and switches count as texts too.
  case text
  case pattern
  case truth
  /// One of these words.
  case word([String])
  case number(least: Double)
  case whole(ClosedRange<Int>)
  case list(MapShape)
  /// A mapping whose keys are names of any kind.
  case named(MapShape)
  /// A mapping with given keys.
  case record([MapKey])
  /// A mapping with one of these keys.
  case one([MapKey])
  /// One of several; the first is the usual one.
  case either([MapShape])
  case nothing
}

/// A key of a mapping with given keys.
struct MapKey: Sendable {
  let name: String
  let shape: MapShape
  /// What it says, in one sentence without a full stop.
  let meaning: String
  let isRequired: Bool

  init(_ name: String, _ shape: MapShape, _ meaning: String, isRequired: Bool = false) {
    self.name = name
    self.shape = shape
    self.meaning = meaning
    self.isRequired = isRequired
  }
}

extension [MapKey] {
  var names: [String] { map(\.name) }
}
