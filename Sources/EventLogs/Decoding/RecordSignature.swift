import CSimdJSON

/// How a JSON record shows its format.
struct RecordSignature: Sendable {
  enum Requirement: Sendable {
    /// The value exists, whatever it is.
    case present
    /// It is an array.
    case list
    /// It is a number, or a text that looks like one.
    case number
    case isOneOf([String])
    case absent
  }

  let requirements: [(path: RecordPath, requirement: Requirement)]

  init(_ requirements: [(RecordPath, Requirement)]) { self.requirements = requirements.map { (path: $0.0, requirement: $0.1) } }

  func matches(_ values: [RecordValue]) -> Bool {
    zip(requirements, values).allSatisfy { required, value in
      switch required.requirement {
      case .present: value.kind != CSJ_ABSENT
      case .list: value.kind == CSJ_LIST
      case .number: value.kind == CSJ_NUMBER || value.double != nil
      case .isOneOf(let texts): texts.contains(String(decoding: value.textBytes, as: UTF8.self))
      case .absent: value.kind == CSJ_ABSENT
      }
    }
  }
}

extension LogHead {
  /// Refuses known formats that cannot be read: old exports, API errors, binary containers.
  func refuseStrangers() throws(LogFormatError) {
    let paths: [RecordPath] = ["event_dim", "user_dim", "result", "message", "idVisit", "resourceMetrics"]
    let reader = JSONRecordReader(paths: paths)
    let values = RecordValues(count: paths.count)
    guard let line = lines(1).first, reader.read(unpadded: line, into: values) else { return }
    func holds(_ index: Int) -> Bool { values.values[index].kind != CSJ_ABSENT }
    if holds(0) && holds(1) {
      throw .refused(
        name: name, kind: "a Firebase export from before July 2018 (`event_dim`, `user_dim`)",
        advice: "flatten it to the present schema with the migration script of the BigQuery export, and export that")
    }
    if String(decoding: values.values[2].textBytes, as: UTF8.self) == "error" && holds(3) && !holds(4) {
      let message = String(decoding: values.values[3].textBytes.prefix(120), as: UTF8.self).map { $0.isNewline ? " " : String($0) }.joined()
      throw .refused(name: name, kind: "an error response of the API (\(message))", advice: "export the visits again")
    }
    if holds(5) { throw .refused(name: name, kind: "OpenTelemetry metrics", advice: "export the logs or the spans") }
  }
}
