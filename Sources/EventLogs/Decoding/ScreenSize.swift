/// The size of a device's screen.
struct ScreenSize: Sendable {
  var width: RecordPath
  var height: RecordPath
  /// Pixels per point, if the size is in pixels.
  var scale: RecordPath?
  /// Pixels per inch, if the log gives them: at 160, a point is one pixel. Without both, sizes are in points.
  var dpi: RecordPath?

  var paths: [RecordPath] { [width, height] + [scale, dpi].compactMap(\.self) }

  /// The smallest side of a tablet, in density-independent points (Android's `sw600dp`).
  static let tabletSide = 600.0
}
