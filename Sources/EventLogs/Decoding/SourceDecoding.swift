/// How one source is decoded.
struct SourceDecoding: Sendable {
  /// The name of the format, with a remark on this log.
  let format: String
  let mode: RecordMode
  let makeDecoder: @Sendable (LogTables, _ keepsRejected: Bool) -> any BlockDecoder
}
