import Findings

/// The contents of a report, without the syntax of any format: every format renders the same value.
public struct Document: Sendable, Equatable {
  public var title: Text
  /// The blocks before the first section.
  public var opening: [Block]
  public var sections: [Section]

  public init(title: Text, opening: [Block] = [], sections: [Section] = []) {
    self.title = title
    self.opening = opening
    self.sections = sections
  }

  public struct Section: Sendable, Equatable {
    public var heading: Text
    /// The target of links: lower-case letters, digits and hyphens.
    public var anchor: String
    public var blocks: [Block]
    public var sections: [Section]

    public init(_ heading: Text, anchor: String, _ blocks: [Block] = [], sections: [Section] = []) {
      self.heading = heading
      self.anchor = anchor
      self.blocks = blocks
      self.sections = sections
    }

    var isEmpty: Bool { blocks.isEmpty && sections.isEmpty }
  }

  public enum Block: Sendable, Equatable {
    case paragraph(Text)
    case list([Text])
    case grid(Grid)
    case finding(FindingCard)
    /// Something that a reader must not overlook.
    case note(Text)
    /// The few numbers that summarize a report.
    case figures([KeyFigure])
    case picture(Picture)
    /// A collapsed block with its heading.
    case fold(Text, [Block])
  }

  /// A number with its name.
  public struct KeyFigure: Sendable, Equatable {
    public var label: String
    public var value: String
    /// The severity, if it counts findings.
    public var severity: Severity?

    public init(_ label: String, _ value: String, severity: Severity? = nil) {
      self.label = label
      self.value = value
      self.severity = severity
    }
  }

  /// A table of a report.
  public struct Grid: Sendable, Equatable {
    public struct Column: Sendable, Equatable {
      public enum Alignment: Sendable { case leading, trailing }

      public var heading: Text
      public var alignment: Alignment
      /// Whether phones, which show rows as cards, leave it out.
      public var isMinor: Bool

      public init(_ heading: Text, _ alignment: Alignment = .leading, isMinor: Bool = false) {
        self.heading = heading
        self.alignment = alignment
        self.isMinor = isMinor
      }
    }

    public enum Cell: Sendable, Equatable {
      case text(Text)
      /// A bar that fills this share of its space.
      case bar(Double)
      case severity(Severity)
      /// A file beside the report, with its content if the page should contain it.
      case file(String, content: [UInt8]?)
    }

    /// The size of a table that is too long to be shown completely.
    public struct Extent: Sendable, Equatable {
      public enum Order: Sendable, Equatable {
        /// The most important rows come first: `seen by most people`.
        case first(String)
        /// They come last: `latest rows`.
        case last(String)
      }

      /// The unit of a row: `screen`.
      public var row: String
      /// The total number of rows.
      public var total: Int
      public var order: Order
      /// The number of rows in formats without scrolling and search.
      public var brief: Int
      /// The file with all of them.
      public var file: String

      public init(row: String, total: Int, order: Order, brief: Int, file: String) {
        self.row = row
        self.total = total
        self.order = order
        self.brief = brief
        self.file = file
      }

      /// A note that only some rows are shown; nil if all are.
      func note(showing count: Int) -> Text? {
        guard count < total else { return nil }
        let words =
          switch order {
          case .first(let words), .last(let words): words
          }
        return "The \(count.grouped) \(words) of \(total.of(row)); all are in \(link: file, to: .file(file))."
      }
    }

    public var columns: [Column]
    public var rows: [[Cell]]
    /// The line that a collapsed table shows.
    public var fold: Text?
    /// If only a part of the table may be shown.
    public var extent: Extent?

    public init(columns: [Column], rows: [[Cell]], fold: Text? = nil, extent: Extent? = nil) {
      self.columns = columns
      self.rows = rows
      self.fold = fold
      self.extent = extent
    }

    /// The most important rows, at most `limit`.
    func rows(atMost limit: Int) -> ArraySlice<[Cell]> {
      if case .last = extent?.order { rows.suffix(limit) } else { rows.prefix(limit) }
    }
  }

  /// A finding, for people.
  public struct FindingCard: Sendable, Equatable {
    public struct Fact: Sendable, Equatable {
      public enum Role: Sendable {
        case plain
        /// What to do.
        case advice
        /// For readers who want to check.
        case background
      }

      public var label: String
      public var text: Text
      /// Lines that belong to the fact: trails, sessions.
      public var lines: [Text]
      public var role: Role

      public init(_ label: String, _ text: Text, lines: [Text] = [], role: Role = .plain) {
        self.label = label
        self.text = text
        self.lines = lines
        self.role = role
      }
    }

    /// A measured share beside its threshold.
    public struct Gauge: Sendable, Equatable {
      public var value: Double
      public var low: Double
      public var high: Double
      public var threshold: Double
      /// The meaning of the threshold: `upper bound of Orders`.
      public var thresholdName: String

      public init(value: Double, low: Double, high: Double, threshold: Double, thresholdName: String = "threshold") {
        self.value = value
        self.low = low
        self.high = high
        self.threshold = threshold
        self.thresholdName = thresholdName
      }
    }

    /// The figure of a finding in one of several runs.
    public struct Point: Sendable, Equatable {
      /// The last day of the run.
      public var when: String
      public var value: Double
      /// The value in words.
      public var label: String

      public init(when: String, value: Double, label: String) {
        self.when = when
        self.value = value
        self.label = label
      }
    }

    /// The heading of the background facts and the code, which are collapsed.
    static let backgroundHeading = "How this was counted"

    public var anchor: String
    public var number: Int
    public var severity: Severity
    public var title: Text
    /// What is wrong, with its numbers.
    public var claim: Text
    public var facts: [Fact]
    /// For formats that can draw; the facts say the same.
    public var gauge: Gauge?
    /// The figure in successive runs, for formats that can draw.
    public var trend: [Point] = []
    /// Code with which a reader can check the numbers, collapsed.
    public var code: FoldedCode?

    public init(
      anchor: String, number: Int, severity: Severity, title: Text, claim: Text, facts: [Fact], gauge: Gauge? = nil,
      code: FoldedCode? = nil
    ) {
      self.anchor = anchor
      self.number = number
      self.severity = severity
      self.title = title
      self.claim = claim
      self.facts = facts
      self.gauge = gauge
      self.code = code
    }
  }

  /// Collapsed code with its heading.
  public struct FoldedCode: Sendable, Equatable {
    public var heading: Text
    /// How to run it.
    public var usage: Text
    public var language: String
    public var code: String

    public init(heading: Text, usage: Text, language: String, code: String) {
      self.heading = heading
      self.usage = usage
      self.language = language
      self.code = code
    }
  }
}

extension Document {
  /// The pictures, in order.
  public var pictures: [Picture] { opening.flatMap(\.pictures) + sections.flatMap(\.pictures) }
}

extension Document.Section {
  fileprivate var pictures: [Document.Picture] { blocks.flatMap(\.pictures) + sections.flatMap(\.pictures) }
}

extension Document.Block {
  fileprivate var pictures: [Document.Picture] {
    switch self {
    case .picture(let picture): [picture]
    case .fold(_, let blocks): blocks.flatMap(\.pictures)
    default: []
    }
  }
}
