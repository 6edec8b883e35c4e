/// Where a native field of an event comes from.
public enum FieldSource: Sendable, Equatable {
  /// A field of the record; nested fields are given by their path.
  case path([String])
  /// The first of several fields that has a value.
  case firstOf([[String]])
  /// The same for every record.
  case constant(String)

  /// A native field and its source.
  public struct Assignment: Sendable, Equatable {
    /// The native field's name (`user`, `time`, `screen`, …).
    public var field: String
    public var source: FieldSource

    public init(field: String, source: FieldSource) {
      self.field = field
      self.source = source
    }
  }
}
