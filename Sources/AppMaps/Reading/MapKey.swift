/// A key of a mapping with known keys.
struct MapKey: Sendable {
  let name: String
  let shape: MapShape
  /// Its meaning, in one sentence without a full stop.
  let meaning: String
  let isRequired: Bool

  init(_ name: String, _ shape: MapShape, _ meaning: String, isRequired: Bool = false) {
    self.name = name
    self.shape = shape
    self.meaning = meaning
    self.isRequired = isRequired
  }
}
