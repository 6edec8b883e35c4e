/// How far compressed data may expand before it counts as a decompression bomb.
package struct DecompressionLimits: Sendable, Equatable {
  /// This many decompressed bytes are always allowed.
  package var harmlessBytes: Int
  /// The largest ratio of decompressed to compressed bytes beyond `harmlessBytes`. Real logs stay below 100.
  package var maximumRatio: Int

  package init(harmlessBytes: Int = 1 << 30, maximumRatio: Int = 1000) {
    self.harmlessBytes = harmlessBytes
    self.maximumRatio = maximumRatio
  }

  /// Whether this expansion is beyond the limits.
  package func refuse(compressed: Int, decompressed: Int) -> Bool {
    decompressed > harmlessBytes && decompressed / max(maximumRatio, 1) > compressed
  }
}
