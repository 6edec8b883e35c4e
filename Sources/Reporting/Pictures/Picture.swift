import Measures
import NavigationModel

extension Document {
  /// A picture, drawn from numbers that are in a file beside the report.
  package struct Picture: Sendable {
    /// The name of its file, without the extension.
    package var name: String
    package var title: Text
    /// The text alternative, for screen readers.
    package var alternative: String
    /// What it shows, in a sentence that needs no picture.
    package var shows: Text
    /// How to read it, and the file with its numbers.
    package var caption: Text
    /// One for each ``Drawing/Form``, all from the same numbers.
    let drawings: [Drawing]

    init(
      name: String, title: Text, shows: Text, alternative: String, caption: Text, draw: (Drawing.Form) -> Drawing
    ) {
      self.name = name
      self.title = title
      self.shows = shows
      self.alternative = alternative
      self.caption = caption
      drawings = Drawing.Form.allCases.map(draw)
    }

    /// The folder of the pictures, beside the report.
    package static let folder = "pictures"

    /// The path of its file, relative to the report.
    package var path: String { Self.path(name) }
    private static func path(_ name: String) -> String { "\(folder)/\(name).svg" }

    /// The files that a run may write.
    package static var files: [String] {
      (PictureKind.all.map(\.name) + (1...BarsPicture.most).map(BarsPicture.name)).map { path($0) }
    }

    package var svg: String { drawings[0].svg(self, isAlone: true).source + "\n" }

    /// For a page that includes ``PageStyle/pictures`` and shows the drawing that fits its width.
    var inline: Markup { drawings.reduce(Markup()) { $0 + $1.svg(self, isAlone: false) } }
  }
}

/// Kinds of pictures. To add one, add a file with its drawing, and a line here.
struct PictureKind: Sendable {
  /// Logs of which a page shows some pictures unfolded.
  enum Log { case structured, screensAlone }

  let name: String
  /// Where a page shows it unfolded.
  var leads: Log?
  /// Nil if there is nothing to draw.
  let draw: @Sendable (ReportContents) -> Document.Picture?

  static let all = [hierarchy, reach, depth, switches, flows, trend]
}

extension ReportContents {
  /// A table, unless it is empty.
  func rows(of name: String) -> TableRows? {
    guard let table = table(name), !table.rows.isEmpty else { return nil }
    return TableRows(table)
  }

  /// The texts of a column; none if there is no such table.
  func texts(_ column: TypedColumn<String>, of name: String) -> [String] {
    table(name).map(TableRows.init).map { rows in rows.indices.map { rows[$0, column] } } ?? []
  }
}

extension [NameText: Int] {
  /// The highest counts first, ties by name.
  var orderedByCount: [(key: NameText, value: Int)] {
    sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
  }
}

extension Document.Text {
  /// The end of a caption: the file with the numbers, and how many of them are not in the picture.
  static func numbers(in files: String..., showing shown: Int = 0, of total: Int = 0, _ word: String = "row")
    -> Document.Text
  {
    let links = files.map { "\(link: "\($0).csv", to: .file("\($0).csv"))" as Document.Text }.joinedAsList()
    return shown < total
      ? " Numbers: " + links + ", with \((total - shown).of("more " + word))."
      : " Numbers: " + links + "."
  }
}
