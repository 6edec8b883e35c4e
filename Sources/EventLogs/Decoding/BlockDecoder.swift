/// Decodes blocks of one source. For one thread.
protocol BlockDecoder: AnyObject {
  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock)
}
