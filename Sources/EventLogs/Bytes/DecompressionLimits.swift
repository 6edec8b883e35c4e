/// How far compressed data may grow before it is taken for a decompression bomb.
package struct DecompressionLimits: Sendable, Equatable {
  /// Decompressed bytes that are never questioned.
  package var harmlessBytes: Int
  /// The largest ratio of decompressed to compressed bytes beyond `harmlessBytes`. Logs stay below 100.
  package var maximumRatio: Int

  package init(harmlessBytes: Int = 1 << 30, maximumRatio: Int = 1000) {
    self.harmlessBytes = harmlessBytes
    self.maximumRatio = maximumRatio
  }

  /// Whether so many bytes from so few are beyond the limits.
  package func refuse(compressed: Int, decompressed: Int) -> Bool {
    decompressed > harmlessBytes && decompressed / max(maximumRatio, 1) > compressed
  }
}
