import Measures
import UsabilityRules

/// How people move, in sentences: from the rows of the tables `screens`, `transitions`, `more` and `menu_items`.
struct Movement {
  /// A share of the times at a screen needs so many times, and this part of all (H: fewer say nothing of the app).
  private static let leastTimes = 30
  private static let leastPart = 0.01
  /// Stays of a median below this, seconds, are a pass (TheRules.md, quick back).
  private static let passed = 5.0
  /// The most names of a sentence.
  private static let named = 3

  private let contents: ReportContents
  private let screens: TableRows

  init?(_ contents: ReportContents) {
    guard let table = contents.table("screens"), !table.rows.isEmpty else { return nil }
    self.contents = contents
    screens = TableRows(table)
  }

  var sentences: [Document.Text] {
    let all = contents.isJudgedWhole ? [deepest, mostLeft, behind] : [mainWays, mostLeft, passedThrough]
    return all.compactMap(\.self)
  }

  /// The screens at which people were often enough.
  private var frequent: [Int] {
    let all = screens.indices.reduce(0) { $0 + screens.times($1) }
    let least = max(Self.leastTimes, Int(Double(all) * Self.leastPart))
    return screens.indices.filter { screens.times($0) >= least }
  }

  private func name(_ row: Int) -> String { screens[row, .screen].madeVisible(limit: 60) }

  private var deepest: Document.Text? {
    let levels = screens.indices.compactMap { row in
      screens.count(row, .users) >= Evidence.leastUsers ? screens[row, .depthMedian].map { (row: row, level: $0) } : nil
    }
    guard let level = levels.map(\.level).max(), level > 1 else { return nil }
    let rows = levels.filter { $0.level == level }.map(\.row)
    let first = rows.sorted { screens.count($0, .users) > screens.count($1, .users) }.prefix(Self.named)
    let names = first.map { "\(emphasis: name($0)) (\(screens.count($0, .users).of("user")))" as Document.Text }
    let others = rows.count - first.count
    let list = (names + (others > 0 ? ["\(others.of("other"))"] : [])).joinedAsList()
    return rows.count == 1
      ? "The deepest screen is " + list + ", at level \(level)."
      : "The deepest screens are " + list + ", at level \(level)."
  }

  private var mostLeft: Document.Text? {
    let first = screens.ordered(by: [.exits]).prefix(Self.named).filter { screens.count($0, .exits) > 0 }
    guard let most = first.first else { return nil }
    let names = first.map { row -> Document.Text in
      let times = screens.count(row, .exits)
      return "\(emphasis: name(row)) (\(row == most ? times.of("time") : times.grouped))"
    }
    let sentence = "The last screen is most often " + names.joinedAsList() + "." as Document.Text
    // The first of several that are much alike is the first by chance.
    let shares = frequent.sorted { exitShare($0) > exitShare($1) }
    guard let likely = shares.first, exitShare(likely) > exitShare(most),
      shares.dropFirst().first.map({ exitShare(likely) >= 1.2 * exitShare($0) }) ?? true
    else { return sentence }
    let times = screens.times(likely).of("time")
    return sentence
      + " People leave most readily from \(emphasis: name(likely)) (\(exitShare(likely).percent) of \(times))."
  }

  private func exitShare(_ row: Int) -> Double {
    Double(screens.count(row, .exits)) / Double(max(1, screens.times(row)))
  }

  private var behind: Document.Text? {
    func busiest(_ table: String, _ place: Document.Text) -> Document.Text? {
      guard let rows = contents.table(table).map(TableRows.init), let row = rows.ordered(by: [.selects]).first,
        rows.count(row, .selects) > 0
      else { return nil }
      return "\(emphasis: rows[row, .item].madeVisible(limit: 60)) " + place
        + " (\(rows.count(row, .selects).of("time")))"
    }
    let parts = [busiest("more", "behind More"), busiest("menu_items", "in a menu")].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    return "People most often choose " + parts.joinedAsList() + "."
  }

  private var mainWays: Document.Text? {
    guard let rows = contents.table("transitions").map(TableRows.init) else { return nil }
    let first = rows.ordered(by: [.count]).filter { row in
      rows[row, .from] != TableRows.start && rows[row, .to] != TableRows.end && rows[row, .from] != rows[row, .to]
    }.prefix(Self.named)
    guard !first.isEmpty else { return nil }
    let names = first.map { row -> Document.Text in
      let from = rows[row, .from].madeVisible(limit: 60)
      let to = rows[row, .to].madeVisible(limit: 60)
      return "from \(emphasis: from) to \(emphasis: to) (\(rows.count(row, .count).of("time")))"
    }
    return "People most often go " + names.joinedAsList() + "."
  }

  private var passedThrough: Document.Text? {
    let rows = frequent.filter { row in screens[row, .dwellMedian].map { $0 < Self.passed } ?? false }
    let first = rows.sorted { (screens[$0, .dwellMedian] ?? 0) < (screens[$1, .dwellMedian] ?? 0) }.prefix(Self.named)
    guard !first.isEmpty else { return nil }
    let names = first.map { row -> Document.Text in
      "\(emphasis: name(row)) (median \((screens[row, .dwellMedian] ?? 0).rounded(decimals: 1)) s)"
    }
    return "They stay shortest on " + names.joinedAsList() + "."
  }
}

/// Sentences and pictures of how people move, and what a picture shows in a sentence.
func movementSection(_ contents: ReportContents) -> Document.Section? {
  guard let movement = Movement(contents) else { return nil }
  let sentences = movement.sentences
  let pictures = PictureKind.all.compactMap { kind -> Document.Section? in
    let isLeading = kind.leads == (contents.isJudgedWhole ? .structured : .screensAlone)
    guard isLeading || contents.isJudgedWhole, let picture = kind.draw(contents) else { return nil }
    let drawing: Document.Block = isLeading ? .picture(picture) : .collapsible("Show the picture", [.picture(picture)])
    return Document.Section(
      picture.title, anchor: "picture-" + picture.name, [.paragraph(picture.shows), drawing])
  }
  guard !sentences.isEmpty || !pictures.isEmpty else { return nil }
  return Document.Section(
    "How people move", anchor: "pictures", sentences.isEmpty ? [] : [.list(sentences)], sections: pictures)
}
