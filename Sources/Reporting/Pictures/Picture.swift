import Measures

extension Document {
  /// A picture, drawn from numbers that are in a file beside the report.
  package struct Picture: Sendable {
    /// The name of its file, without the extension.
    package var name: String
    package var title: Text
    /// The text alternative, for screen readers.
    package var alternative: String
    /// How to read it, and the file with its numbers.
    package var caption: Text
    /// One for each ``Drawing/Form``, all from the same numbers.
    let drawings: [Drawing]

    init(name: String, title: Text, alternative: String, caption: Text, draw: (Drawing.Form) -> Drawing) {
      (self.name, self.title, self.alternative, self.caption) = (name, title, alternative, caption)
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

func picturesSection(_ contents: ReportContents) -> Document.Section? {
  guard contents.measures.totals.users > 0 else { return nil }
  var sections: [Document.Section] = []
  var missing: [Document.Text] = []
  for kind in PictureKind.all {
    do throws(NoPicture) {
      let picture = try kind.draw(contents)
      sections.append(
        Document.Section(
          picture.title, anchor: "picture-" + picture.name, [.picture(picture)], isCollapsed: !kind.isLeading))
    } catch {
      missing.append(error.reason)
    }
  }
  let blocks: [Document.Block] = missing.isEmpty ? [] : ["Not drawn:", .list(missing)]
  return Document.Section("How people move", anchor: "pictures", blocks, sections: sections)
}

/// Kinds of pictures. To add one, add a file with its drawing, and a line here.
struct PictureKind: Sendable {
  let name: String
  /// Whether a page shows it unfolded.
  var isLeading = false
  let draw: @Sendable (ReportContents) throws(NoPicture) -> Document.Picture

  static let all = [depth, hierarchy, tabBar, switches, menuItems, discovery, flows, trend]
}

struct NoPicture: Error {
  let reason: Document.Text
}

extension ReportContents {
  /// A non-empty table.
  /// - Throws: the reason why a picture of it is missing.
  func rows(of name: String, orElse reason: Document.Text) throws(NoPicture) -> TableRows {
    guard let table = table(name), !table.rows.isEmpty else { throw NoPicture(reason: reason) }
    return TableRows(table)
  }

  /// The texts of a column; none if there is no such table.
  func texts(_ column: TypedColumn<String>, of name: String) -> [String] {
    table(name).map(TableRows.init).map { rows in rows.indices.map { rows[$0, column] } } ?? []
  }
}

extension [String: Int] {
  /// The highest counts first, ties by name.
  var orderedByCount: [(key: String, value: Int)] {
    sorted {
      $0.value == $1.value
        ? $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) : $0.value > $1.value
    }
  }
}

extension Document.Text {
  /// The end of a caption: the file with the numbers, and how many of them are not in the picture.
  static func numbers(in files: String..., showing shown: Int = 0, of total: Int = 0, _ word: String = "row")
    -> Document.Text
  {
    let links = files.map { "\(link: "\($0).csv", to: .file("\($0).csv"))" as Document.Text }.joinedAsList()
    return shown < total
      ? " Numbers: " + links + ", and those of \((total - shown).of("more " + word)) with them."
      : " Numbers: " + links + "."
  }
}
