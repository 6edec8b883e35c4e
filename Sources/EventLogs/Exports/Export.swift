import NavigationModel

extension LogFormat {
  /// A format whose records are JSON objects with other field names.
  static func export(
    _ name: String, _ summary: String, sign: String, signature: RecordSignature, fields: @escaping @Sendable (LogHead) -> ExportFields
  ) -> LogFormat {
    LogFormat(
      name: name, summary: summary, sign: sign, signature: signature, fields: fields,
      recognise: { head throws(LogFormatError) in
        guard head.holdsObject else { return nil }
        let fields = fields(head)
        let plan = head.plan.reading(fields)
        return SourceDecoding(format: name + (fields.remark.map { ", " + $0 } ?? ""), mode: .lines) { tables, keepsRejected in
          JSONLogDecoder(plan, format: name, tables, keepsRejected: keepsRejected)
        }
      })
  }
}

extension ExportFields.Source {
  /// A word that needs translation.
  static func word(_ path: RecordPath, _ translate: @escaping @Sendable (String) -> String) -> ExportFields.Source {
    .init(path: path, reading: .word(translate))
  }

  /// The name of an operating system or platform: `iOS`, `IOS` and `iPhone OS` are `ios`.
  static func platform(_ path: RecordPath) -> ExportFields.Source {
    word(path) { text in
      switch text.lowercased() {
      case "ios", "iphone os", "iphone", "apple_ios": "ios"
      case "mac os x", "mac os", "macos", "osx": "macos"
      case let other: other
      }
    }
  }

  /// A device class in the export's words.
  static func deviceClass(_ path: RecordPath) -> ExportFields.Source {
    word(path) { text in
      switch text.lowercased() {
      case "mobile", "smartphone", "phone", "phablet", "handset": "phone"
      case "computer", "pc": "desktop"
      case let other: other
      }
    }
  }

  /// The device model, if it distinguishes a phone from a tablet, as Apple's do. Other models are ignored.
  static func model(_ path: RecordPath) -> ExportFields.Source {
    word(path) { text in
      if text.contains("iPad") { return "tablet" }
      return text.contains("iPhone") || text.contains("iPod") ? "phone" : ""
    }
  }

  /// An operating system that only tablets have.
  static func tabletSystem(_ path: RecordPath) -> ExportFields.Source {
    word(path) { $0.lowercased() == "ipados" ? "tablet" : "" }
  }

  /// A class name, a substitute for the name of a screen.
  static func className(_ path: RecordPath) -> ExportFields.Source { .init(path: path, isClassName: true) }
}

extension EventKind {
  /// The lifecycle events of Segment's specification, which others follow.
  static let lifecycle: [String: EventKind] = [
    "Application Opened": .appOpen, "Application Foregrounded": .appOpen, "Application Backgrounded": .appBackground,
    "Deep Link Opened": .deepLink,
  ]
}

/// How the app was opened, in the terms of Segment's specification, which others follow.
struct AppOpening {
  private let foregrounded = ConstantText("Application Foregrounded")

  /// Distinguishes a cold from a warm opening of the app.
  /// - Parameter fromBackground: the export's value, if any.
  func read(_ values: borrowing RecordValues, fromBackground: RecordValue, _ event: inout ExportedEvent) {
    if event.kind == .appOpen { event.via = fromBackground.isTrue || foregrounded.equals(values[.event]) ? .warm : .cold }
  }
}
