import Measures
import NavigationModel
import UsabilityRules

extension PictureKind {
  /// How soon people find hidden items: a small curve with its band for each item.
  static let discovery = PictureKind(name: "discovery") { contents in
    contents.rows(of: "discovery").map { DiscoveryPicture(rows: $0, map: contents.scope.map).picture }
  }
}

private struct DiscoveryPicture {
  static let panels = 9
  static let sessions = 12
  private static let (height, inset) = (156.0, 34.0)

  let curves: [DiscoveryCurve]
  /// What `menu.late-discovery` asks for, with the map's settings: such a share of the users should have found an item
  /// by this session.
  let mark: (session: Int, share: Double)
  let end: Int

  init(rows: TableRows, map: AppMap) {
    func value(_ threshold: Threshold) -> Double { threshold.value(in: map, of: Threshold.discoveryRule) }
    mark = (max(1, Int(value(.discoverySessions))), 1 - value(.discoveryShare))
    let length = max(Self.sessions, mark.session)
    let curves = DiscoveryCurve.all(rows).map { $0.cut(after: length) }
    // Ties keep the order of the file.
    self.curves = curves.enumerated().sorted { ($1.element.last.found, $0.offset) < ($0.element.last.found, $1.offset) }
      .map(\.element)
    end = max(curves.map(\.last.session).max() ?? 1, mark.session)
  }

  /// `half`, `60%`
  private var shareWords: String { mark.share == 0.5 ? "half" : Wording.exactPercent(mark.share) }

  private var shown: ArraySlice<DiscoveryCurve> { curves.prefix(Self.panels) }

  var picture: Document.Picture {
    let ordinals = ["first", "second", "third", "fourth", "fifth"]
    let session =
      mark.session <= ordinals.count ? "the \(ordinals[mark.session - 1]) session" : "session \(mark.session)"
    let words = shown.map { "\($0.item) \($0.last.found.percent) after session \($0.last.session)" }.joined(
      separator: "; ")
    return Document.Picture(
      name: "discovery", title: "How soon people find hidden items", shows: shows,
      alternative:
        "Small curves of the share of users who have found each hidden item, by their number of sessions: \(words).",
      caption: """
        Each step is a session: the line is the share of new users who have used the item by then, with its 95% band. \
        The dashed lines mark \(shareWords) of the users and \(session).
        """ + .numbers(in: "discovery", showing: shown.count, of: curves.count, "item")
    ) { drawing($0) }
  }

  private var shows: Document.Text {
    let found = curves.count { $0.session(reaching: mark.share).map { $0 <= mark.session } ?? false }
    let items = curves.count == 1 ? "The hidden item was" : "\(found.grouped) of \(curves.count) hidden items were"
    let isFound = curves.count == 1 && found == 0 ? "not found" : "found"
    let all: Document.Text =
      "\(items) \(isFound) by \(shareWords) of the new users within \(mark.session.of("session"))"
    guard let least = curves.last, curves.count > 1 else { return all + "." }
    return all
      + "; fewest find \(emphasis: least.item.madeVisible(limit: 60)) (\(least.last.found.percent))."
  }

  private func drawing(_ form: Drawing.Form) -> Drawing {
    let (columns, margin) = form == .broad ? (3, 12.0) : (2, 0)
    let rows = (shown.count + columns - 1) / columns
    var drawing = Drawing("discovery", form, height: Double(rows) * (Self.height + 22) + 10)
    let width = (drawing.width - 2 * margin) / Double(columns)
    for (index, curve) in shown.enumerated() {
      draw(
        curve, x: margin + Double(index % columns) * width, y: 10 + Double(index / columns) * (Self.height + 22),
        width: width, in: &drawing)
    }
    return drawing
  }

  private func draw(_ curve: DiscoveryCurve, x left: Double, y top: Double, width: Double, in drawing: inout Drawing) {
    let (plotLeft, plotRight) = (left + Self.inset, left + width - 18)
    let (plotTop, plotBottom) = (top + 44, top + Self.height - 14)
    func x(_ session: Double) -> Double { plotLeft + session / Double(end) * (plotRight - plotLeft) }
    func y(_ share: Double) -> Double { plotBottom - min(max(share, 0), 1) * (plotBottom - plotTop) }
    drawing.text(curve.item, x: left + 4, y: top + 14, strong: true, fit: width - 16)
    let reached = curve.session(reaching: mark.share).map { "\(shareWords) by session \($0)" } ?? "under \(shareWords)"
    drawing.text(
      "\(curve.last.found.percent); \(reached)", x: left + 4, y: top + 30, size: .small, color: .muted, fit: width - 8)
    for share in [0, mark.share, 1] {
      drawing.line(
        x1: plotLeft, y1: y(share), x2: plotRight, y2: y(share),
        share == mark.share ? "thin dash s-muted" : "thin s-line")
      drawing.text((share * 100).sixDecimals, x: plotLeft - 6, y: y(share) + 4, .end, size: .small, color: .muted)
    }
    drawing.line(
      x1: x(Double(mark.session)), y1: plotTop, x2: x(Double(mark.session)), y2: plotBottom, "thin dash s-muted")
    for session in Set([1, mark.session]).sorted() {
      drawing.text("\(session)", x: x(Double(session)), y: plotBottom + 15, .middle, size: .small, color: .muted)
    }
    if end > mark.session + 2 {
      drawing.text(
        width > 200 ? "\(end) sessions" : "\(end)", x: plotRight, y: plotBottom + 15, .end, size: .small, color: .muted)
    }
    drawing.path(band(curve, x, y), "f-pale")
    var path = "M\(x(0).coordinate) \(y(0).coordinate)"
    for point in curve.points { path += "H\(x(Double(point.session)).coordinate)V\(y(point.found).coordinate)" }
    drawing.path(
      path, "line s-blue", says: "\(curve.item): \(curve.last.found.percent) after session \(curve.last.session)")
    for point in curve.points
    where point.session == 1 || point.session == mark.session || point.session == curve.last.session {
      drawing.dot(
        x: x(Double(point.session)), y: y(point.found), radius: 3, fill: .blue,
        says: "\(curve.item): \(point.found.percent) after session \(point.session)")
    }
  }

  /// The area between the bounds, in steps, while they are known.
  private func band(_ curve: DiscoveryCurve, _ x: (Double) -> Double, _ y: (Double) -> Double) -> String {
    let points = curve.points.filter { $0.low != nil && $0.high != nil }
    guard let first = points.first, let last = points.last else { return "M0 0" }
    let end = min(Double(last.session) + 0.5, Double(self.end))
    var upper = "M\(x(Double(first.session)).coordinate) \(y(first.high ?? 0).coordinate)"
    for point in points.dropFirst() {
      upper += "H\(x(Double(point.session)).coordinate)V\(y(point.high ?? 0).coordinate)"
    }
    upper += "H\(x(end).coordinate)"
    var lower = "V\(y(last.low ?? 0).coordinate)"
    for (point, before) in zip(points.dropFirst(), points).reversed() {
      lower += "H\(x(Double(point.session)).coordinate)V\(y(before.low ?? 0).coordinate)"
    }
    return upper + lower + "H\(x(Double(first.session)).coordinate)Z"
  }
}
