import Testing

extension Tag {
  /// Runs the command many times, or on much data.
  @Tag static var slow: Self
}
