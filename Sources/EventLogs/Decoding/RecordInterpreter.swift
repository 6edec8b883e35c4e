/// Interprets the values of a record beyond the table. One per thread.
protocol RecordInterpreter: AnyObject {
  /// - Parameters:
  ///   - values: with the native fields already filled in.
  ///   - event: what its name already says about the event.
  func interpret(_ values: borrowing RecordValues, _ event: inout ExportedEvent)
}
