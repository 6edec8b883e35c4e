import UsabilityRules

/// What a report says, without the syntax of any format: every format renders the same value, so that all say the same.
public struct Document: Sendable, Equatable {
  public var title: Text
  /// What comes before the first section.
  public var opening: [Block]
  public var sections: [Section]

  public init(title: Text, opening: [Block] = [], sections: [Section] = []) {
    self.title = title
    self.opening = opening
    self.sections = sections
  }

  public struct Section: Sendable, Equatable {
    public var heading: Text
    /// By which links find it: lower-case letters, digits and hyphens.
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
  }

  /// A table of a report.
  public struct Grid: Sendable, Equatable {
    public struct Column: Sendable, Equatable {
      public enum Alignment: Sendable { case leading, trailing }

      public var heading: Text
      public var alignment: Alignment

      public init(_ heading: Text, _ alignment: Alignment = .leading) {
        self.heading = heading
        self.alignment = alignment
      }
    }

    public enum Cell: Sendable, Equatable {
      case text(Text)
      /// A bar that fills this share of its place.
      case bar(Double)
    }

    public var columns: [Column]
    public var rows: [[Cell]]
    /// A folded table shows this line until the reader opens it.
    public var fold: Text?

    public init(columns: [Column], rows: [[Cell]], fold: Text? = nil) {
      self.columns = columns
      self.rows = rows
      self.fold = fold
    }
  }

  /// A finding, for people.
  public struct FindingCard: Sendable, Equatable {
    public struct Fact: Sendable, Equatable {
      public var label: String
      public var text: Text
      /// Lines that belong to the fact: trails, sessions.
      public var lines: [Text]

      public init(_ label: String, _ text: Text, lines: [Text] = []) {
        self.label = label
        self.text = text
        self.lines = lines
      }
    }

    public var anchor: String
    public var number: Int
    public var severity: Severity
    public var title: Text
    /// What is wrong, with its numbers.
    public var claim: Text
    public var facts: [Fact]
    /// Code for whoever wants to check the numbers, folded.
    public var code: FoldedCode?

    public init(
      anchor: String, number: Int, severity: Severity, title: Text, claim: Text, facts: [Fact], code: FoldedCode? = nil
    ) {
      self.anchor = anchor
      self.number = number
      self.severity = severity
      self.title = title
      self.claim = claim
      self.facts = facts
      self.code = code
    }
  }

  /// Lines of code, of which a reader sees only the heading until they are opened.
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
