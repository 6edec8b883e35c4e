import NavigationModel
import Testing

@Suite struct `Numbers and texts` {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1234, "-1,234"), (-999, "-999"),
    (.min, "-9,223,372,036,854,775,808"),
  ])
  func `thousands are grouped`(number: Int, text: String) { #expect(number.grouped == text) }

  /// The test vectors of the authors, in `draft-eastlake-fnv`.
  @Test(
    arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)]
      as [(String, UInt64)])
  func `FNV-1a hashes are those of its authors`(text: String, hash: UInt64) { #expect(fnv1a(text.utf8) == hash) }
}
