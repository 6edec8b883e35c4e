extension Document {
  /// A picture, drawn from numbers that are in a file beside the report.
  public struct Picture: Sendable, Equatable {
    /// The name of its file, without the extension.
    public var name: String
    public var title: Text
    /// The text alternative, for screen readers.
    public var alternative: String
    /// How to read it, and the file with its numbers.
    public var caption: Text
    /// One for each ``Drawing/Form``, all from the same numbers.
    let drawings: [Drawing]

    init(name: String, title: Text, alternative: String, caption: Text, draw: (Drawing.Form) -> Drawing) {
      self.name = name
      self.title = title
      self.alternative = alternative
      self.caption = caption
      drawings = Drawing.Form.allCases.map(draw)
    }

    /// The folder of the pictures, beside the report.
    public static let folder = "pictures"

    /// The path of a picture's file, relative to the report.
    public static func path(_ name: String) -> String { "\(folder)/\(name).svg" }
    public var path: String { Self.path(name) }

    /// The file.
    public var svg: String { drawings[0].svg(self, style: PictureStyle.alone).source + "\n" }

    /// For a page that includes ``PictureStyle`` and shows the drawing that fits its width.
    var inline: Markup { drawings.reduce(Markup()) { $0 + $1.svg(self, style: Markup()) } }
  }
}

/// Kinds of pictures. To add one, add a file with its drawing, and a line here.
struct PictureKind: Sendable {
  let name: String
  let draw: @Sendable (AuditContents) throws(NoPicture) -> Document.Picture

  static let all = [depth, hierarchy, tabBar, switches, menuItems, discovery, flows, trend]
}

/// Why there is no picture.
struct NoPicture: Error {
  let reason: Document.Text

  init(_ reason: Document.Text) { self.reason = reason }
}

extension Document.Picture {
  /// The files that a run may write.
  public static var files: [String] { (PictureKind.all.map(\.name) + (1...BarsPicture.most).map(BarsPicture.name)).map { path($0) } }
}

/// The pictures of a report.
func picturesSection(_ contents: AuditContents) -> Document.Section? {
  guard contents.measures.totals.users > 0 else { return nil }
  var sections: [Document.Section] = []
  var missing: [Document.Text] = []
  for kind in PictureKind.all {
    do throws(NoPicture) {
      let picture = try kind.draw(contents)
      sections.append(Document.Section(picture.title, anchor: "picture-" + picture.name, [.picture(picture)]))
    } catch {
      missing.append(error.reason)
    }
  }
  let blocks: [Document.Block] = missing.isEmpty ? [] : [.paragraph("Not drawn:"), .list(missing)]
  return Document.Section("How people move", anchor: "pictures", blocks, sections: sections)
}
