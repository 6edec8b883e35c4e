import UsabilityRules

/// Renders a document as one self-contained page: no other files, no network, and the script is optional.
package struct HTMLPage {
  /// The most rows of a table; the page names the file with all of them below the table.
  static let rows = 100

  package static func render(_ document: Document) -> String {
    "<!DOCTYPE html>\n" + HTMLPage(document: document).page.source + "\n"
  }

  private let document: Document

  private var page: Markup {
    element("html", .init("lang", "en")) {
      head
      element("body") {
        element("a", .class("skip"), .href(.anchor("main"))) { "Skip to the report" }
        element("div", .class("page")) {
          element("header") {
            element("h1") { document.title.markup }
          }
          contents
          element("main", .id("main")) {
            element("div", .class("opening")) {
              for block in document.opening { self.markup(block, level: 2, heading: document.title) }
            }
            for section in document.sections { self.markup(section, level: 2) }
          }
          element("footer") {
            element("p") {
              "Made by navaudit. The same log gives a byte-identical page. " + "It makes no network requests."
            }
          }
        }
        element("script") { Markup(file: PageStyle.script) }
      }
    }
  }

  private var head: Markup {
    element("head") {
      element("meta", .init("charset", "utf-8"))
      element(
        "meta", .init("http-equiv", "Content-Security-Policy"),
        .init(
          "content",
          """
          default-src 'none'; style-src 'unsafe-inline'; script-src '\(PageStyle.scriptHash)'; img-src data:; \
          base-uri 'none'; form-action 'none'
          """
        ))
      element("meta", .init("name", "viewport"), .init("content", "width=device-width, initial-scale=1"))
      element("meta", .init("name", "color-scheme"), .init("content", "light dark"))
      element("meta", .init("name", "referrer"), .init("content", "no-referrer"))
      element("title") { document.title.plain }
      element("link", .init("rel", "icon"), .init("href", "data:,"))
      element("style") {
        Markup(colorsOf: Palette.allCases, inPage: true)
        Markup(file: PageStyle.page)
        Markup(verbatim: PageStyle.pictures)
      }
    }
  }

  private var contents: Markup {
    element("nav", .init("aria-label", "Contents")) {
      element("ol") {
        for section in document.sections {
          element("li") {
            element("a", .href(.anchor(section.anchor))) { section.heading.plain }
          }
        }
      }
    }
  }

  private func markup(_ section: Document.Section, level: Int) -> Markup {
    element("section", level == 2 ? .init("aria-labelledby", section.anchor) : nil) {
      if section.isCollapsed {
        element("details", .class("fold")) {
          element("summary") { Self.heading(level, section.heading.markup, anchor: section.anchor) }
          contents(section, level: level)
        }
      } else {
        Self.heading(level, section.heading.markup, anchor: section.anchor)
        contents(section, level: level)
      }
    }
  }

  @MarkupBuilder private func contents(_ section: Document.Section, level: Int) -> Markup {
    for block in section.blocks { self.markup(block, level: level + 1, heading: section.heading) }
    for inner in section.sections { self.markup(inner, level: level + 1) }
  }

  /// - Parameter level: 2 or more.
  static func heading(_ level: Int, _ text: Markup, anchor: String) -> Markup {
    let names: [StaticString] = ["h2", "h3", "h4", "h5", "h6"]
    return element(names[min(level, 6) - 2], .id(anchor)) { text }
  }

  /// - Parameters:
  ///   - level: of the block's heading, if it has one.
  ///   - heading: of the section that contains it.
  private func markup(_ block: Document.Block, level: Int, heading: Document.Text) -> Markup {
    switch block {
    case .paragraph(let text): element("p") { text.markup }
    case .list(let items):
      element("ul") {
        for item in items { element("li") { item.markup } }
      }
    case .grid(let grid): grid.markup(caption: heading)
    case .finding(let card): card.markup(level: level)
    case .note(let text):
      element("div", .class("note"), .init("role", "note")) {
        element("p") { text.markup }
      }
    case .actions(let actions):
      element("ol", .class("actions")) {
        for action in actions {
          element("li") {
            if !action.fact.isEmpty { element("span") { Document.Text(action.fact).markup + Markup(" ") } }
            element("a", .href(.anchor(action.anchor))) { Document.Text(action.what).name }
            element("p") { Markup(isolating: action.facts.joined(separator: "\u{A0}· ")) }
          }
        }
      }
    case .picture(let picture):
      element("figure") {
        element("div", .class("drawing")) { picture.inline }
        element("figcaption") { picture.caption.markup }
      }
    case .cards(let cards, let kind): cards.markup(of: kind)
    case .collapsible(let heading, let blocks):
      element("details") {
        element("summary") { heading.markup }
        for block in blocks { self.markup(block, level: level, heading: heading) }
      }
    }
  }
}
