import Yams

/// A key of a mapping and its value.
struct MapEntry {
  var key: String
  var position: AppMapError.Position
  var value: MapNode
}
