import Statistics
import UsabilityRules

/// The contents of a report, without the syntax of any format: every format renders the same value.
package struct Document: Sendable {
  package var title: Text
  /// The blocks before the first section.
  package var opening: [Block] = []
  package var sections: [Section] = []

  package struct Section: Sendable {
    package var heading: Text
    /// The target of links: lower-case letters, digits and hyphens.
    package var anchor: String
    package var blocks: [Block]
    package var sections: [Section]
    /// Whether a page shows only its heading at first.
    package var isCollapsed: Bool

    package init(
      _ heading: Text, anchor: String, _ blocks: [Block] = [], sections: [Section] = [], isCollapsed: Bool = false
    ) {
      self.heading = heading
      self.anchor = anchor
      self.isCollapsed = isCollapsed
      self.blocks = blocks
      self.sections = sections
    }
  }

  /// A string literal is a paragraph.
  package enum Block: Sendable, ExpressibleByStringInterpolation {
    case paragraph(Text)
    case list([Text])
    case grid(Grid)
    case finding(FindingCard)
    /// Something that a reader must not overlook.
    case note(Text)
    /// What to do first.
    case actions([Action])
    case picture(Picture)
    case collapsible(Text, [Block])
    /// What is known of each of several things of a kind, to be found by name.
    case cards([Card], of: String)

    package init(stringLiteral text: String) { self = .paragraph(Text(text)) }

    package init(stringInterpolation: Text.StringInterpolation) {
      self = .paragraph(Text(stringInterpolation: stringInterpolation))
    }

    static func grid(columns: [Grid.Column], rows: [[Grid.Cell]], fold: Text? = nil, extent: Grid.Extent? = nil)
      -> Block
    {
      .grid(Grid(columns: columns, rows: rows, fold: fold, extent: extent))
    }
  }

  package struct Grid: Sendable {
    package struct Column: Sendable {
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

    package enum Cell: Sendable {
      case text(Text)
      /// A bar that fills this share of its space.
      case bar(Double)
      /// A file beside the report, with its content if the page should contain it.
      case file(String, content: [UInt8]?)
    }

    /// The size of a table that is too long to be shown completely.
    package struct Extent: Sendable {
      /// The unit of a row: `screen`.
      package var row: String
      /// The total number of rows.
      package var total: Int
      /// Which rows are shown: `that most people saw`, `that are the latest`.
      package var order: String
      /// Whether the most important rows come last.
      package var endsWithFirst = false
      /// The number of rows in formats without scrolling and search.
      package var brief: Int
      /// The file with all of them.
      package var file: String

      /// A note that only some rows are shown; nil if all are.
      func note(showing count: Int) -> Text? {
        count < total
          ? "These are the \(count.grouped) of \(total.of(row)) \(order); all are in \(link: file, to: .file(file))."
          : nil
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
      extent?.endsWithFirst == true ? rows.suffix(limit) : rows.prefix(limit)
    }
  }

  /// What is known of one thing, below its name.
  package struct Card: Sendable {
    package let anchor: String
    package let name: String
    /// What stands beside the name.
    package let note: String
    package let facts: [FindingCard.Fact]
  }

  package struct FindingCard: Sendable {
    package struct Fact: Sendable {
      package enum Role: Sendable {
        case plain
        /// What to do.
        case advice
        /// For readers who want to check.
        case background
      }

      package var label: String
      package var text: Text
      /// Lines that belong to the fact: trails.
      package var lines: [Text]
      /// Sessions that belong to the fact.
      package var strips: [Strip] = []
      package var role: Role

      package init(_ label: String, _ text: Text, lines: [Text] = [], role: Role = .plain) {
        self.label = label
        self.text = text
        self.lines = lines
        self.role = role
      }
    }

    /// A measured share beside its threshold, and the meaning of the threshold: `most that Orders may reach`.
    package typealias Gauge = (value: Double, interval: Interval, threshold: Double, thresholdName: String)

    /// The heading of the background facts, which are collapsed.
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

    /// The facts for readers who want to check, or the others.
    func facts(inBackground: Bool) -> [Fact] { facts.filter { ($0.role == .background) == inBackground } }
  }
}

extension Document {
  package var pictures: [Picture] {
    func pictures(_ blocks: [Block], _ sections: [Section]) -> [Picture] {
      let own = blocks.flatMap { block -> [Picture] in
        switch block {
        case .picture(let picture): [picture]
        case .collapsible(_, let blocks): pictures(blocks, [])
        default: []
        }
      }
      return own + sections.flatMap { pictures($0.blocks, $0.sections) }
    }
    return pictures(opening, sections)
  }
}

/// A report format. To add one, add a file that renders a ``Document``, and a line here.
package struct ReportFormat: Sendable {
  package let fileName: String
  package let summary: String
  package let render: @Sendable (Document) -> String

  package static let all = [
    ReportFormat(
      fileName: "report.md", summary: "The report for people, as GitHub shows it.", render: { Markdown.render($0) }),
    ReportFormat(
      fileName: "report.html", summary: "The same as one page for a browser, with pictures; it needs nothing else.",
      render: { HTMLPage.render($0) }),
  ]
}
