import UsabilityRules

/// The contents of a report, without the syntax of any format: every format renders the same value.
package struct Document: Sendable, Equatable {
  package var title: Text
  /// The blocks before the first section.
  package var opening: [Block] = []
  package var sections: [Section] = []
  /// What a page with a script can be asked.
  package var questions: Questions?

  package struct Section: Sendable, Equatable {
    package var heading: Text
    /// The target of links: lower-case letters, digits and hyphens.
    package var anchor: String
    package var blocks: [Block]
    package var sections: [Section]
    /// Whether a page shows only its heading at first.
    package var isCollapsed: Bool

    package init(_ heading: Text, anchor: String, _ blocks: [Block] = [], sections: [Section] = [], isCollapsed: Bool = false) {
      self.heading = heading
      self.anchor = anchor
      self.isCollapsed = isCollapsed
      self.blocks = blocks
      self.sections = sections
    }

    var isEmpty: Bool { blocks.isEmpty && sections.isEmpty }
  }

  package enum Block: Sendable, Equatable {
    case paragraph(Text)
    case list([Text])
    case grid(Grid)
    case finding(FindingCard)
    /// Something that a reader must not overlook.
    case note(Text)
    /// What to do first.
    case actions([Action])
    case picture(Picture)
    /// A collapsed block with its heading.
    case collapsible(Text, [Block])

    static func grid(columns: [Grid.Column], rows: [[Grid.Cell]], fold: Text? = nil, extent: Grid.Extent? = nil) -> Block {
      .grid(Grid(columns: columns, rows: rows, fold: fold, extent: extent))
    }
  }

  /// A table of a report.
  package struct Grid: Sendable, Equatable {
    package struct Column: Sendable, Equatable {
      package enum Alignment: Sendable { case leading, trailing }

      package var heading: Text
      package var alignment: Alignment
      /// Whether phones, which show rows as cards, leave it out.
      package var isMinor: Bool
      /// The name of the column in the CSV file.
      package var name: String?

      package init(_ heading: Text, _ alignment: Alignment = .leading, isMinor: Bool = false, name: String? = nil) {
        self.heading = heading
        self.alignment = alignment
        self.isMinor = isMinor
        self.name = name
      }
    }

    package enum Cell: Sendable, Equatable {
      case text(Text)
      /// A bar that fills this share of its space.
      case bar(Double)
      case severity(Severity)
      /// A file beside the report, with its content if the page should contain it.
      case file(String, content: [UInt8]?)
    }

    /// The size of a table that is too long to be shown completely.
    package struct Extent: Sendable, Equatable {
      package enum Order: Sendable, Equatable {
        /// The most important rows come first: `seen by most people`.
        case first(String)
        /// They come last: `latest rows`.
        case last(String)
      }

      /// The unit of a row: `screen`.
      package var row: String
      /// The total number of rows.
      package var total: Int
      package var order: Order
      /// The number of rows in formats without scrolling and search.
      package var brief: Int
      /// The file with all of them.
      package var file: String

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

    package var columns: [Column]
    package var rows: [[Cell]]
    /// The line that a collapsed table shows.
    package var fold: Text?
    /// If only a part of the table may be shown.
    package var extent: Extent?

    /// The most important rows, at most `limit`.
    func rows(atMost limit: Int) -> ArraySlice<[Cell]> {
      if case .last = extent?.order { rows.suffix(limit) } else { rows.prefix(limit) }
    }
  }

  /// A finding, for people.
  package struct FindingCard: Sendable, Equatable {
    package struct Fact: Sendable, Equatable {
      package enum Role: Sendable {
        case plain
        /// What to do.
        case advice
        /// For readers who want to check.
        case background
      }

      package var label: String
      package var text: Text
      /// Lines that belong to the fact: trails, sessions.
      package var lines: [Text]
      package var role: Role

      package init(_ label: String, _ text: Text, lines: [Text] = [], role: Role = .plain) {
        self.label = label
        self.text = text
        self.lines = lines
        self.role = role
      }
    }

    /// A measured share beside its threshold.
    package struct Gauge: Sendable, Equatable {
      package var value: Double
      package var low: Double
      package var high: Double
      package var threshold: Double
      /// The meaning of the threshold: `most that Orders may reach:`.
      package var thresholdName: String
    }

    /// The figure of a finding in one of several runs, or of several weeks.
    package struct Point: Sendable, Equatable {
      /// The last day of the run, or the first of the weeks.
      package var when: String
      package var value: Double
      /// The value in words.
      package var label: String
    }

    /// The heading of the background facts and the code, which are collapsed.
    static let backgroundHeading = "How this was counted"

    package var anchor: String
    package var number: Int
    package var severity: Severity
    package var title: Text
    /// What is wrong, with its numbers.
    package var claim: Text
    package var facts: [Fact]
    /// For formats that can draw; the facts say the same.
    package var gauge: Gauge?
    /// The figure in successive runs, for formats that can draw.
    package var trend: [Point] = []
    /// Code with which a reader can check the numbers, collapsed.
    package var code: CollapsibleCode?
  }

  /// Collapsed code with its heading.
  package struct CollapsibleCode: Sendable, Equatable {
    package var heading: Text
    /// How to run it.
    package var usage: Text
    package var language: String
    package var code: String
  }
}

extension Document {
  /// The pictures, in order.
  package var pictures: [Picture] { opening.flatMap(\.pictures) + sections.flatMap(\.pictures) }
}

extension Document.Section {
  fileprivate var pictures: [Document.Picture] { blocks.flatMap(\.pictures) + sections.flatMap(\.pictures) }
}

extension Document.Block {
  fileprivate var pictures: [Document.Picture] {
    switch self {
    case .picture(let picture): [picture]
    case .collapsible(_, let blocks): blocks.flatMap(\.pictures)
    default: []
    }
  }
}

/// A report format. To add one, add a file that renders a ``Document``, and a line here.
package struct ReportFormat: Sendable {
  package let name: String
  package let fileName: String
  package let summary: String
  package let render: @Sendable (Document) -> String

  package static let all = [markdown, html]

  package static let markdown = ReportFormat(
    name: "markdown", fileName: "report.md", summary: "The report for people, as GitHub shows it.",
    render: { Markdown.render($0) })

  package static let html = ReportFormat(
    name: "html", fileName: "report.html", summary: "The same as one page for a browser, with pictures; it needs nothing else.",
    render: { HTMLPage.render($0) })
}
