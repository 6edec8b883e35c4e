/// A 64-bit hash of bytes, the same on every machine and in every version (FNV-1a, Fowler, Noll and Vo).
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
