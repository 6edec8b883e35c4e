import Measures

/// How soon users find a hidden item: its rows of the table `discovery`.
struct DiscoveryCurve {
  struct Point {
    /// Number of a user's session, 1 being the first.
    let session: Int
    /// The share of users who had used the item by the end of that session, and the bounds of its 95% band, if known.
    let found: Double
    let low: Double?
    let high: Double?
  }

  let container: String
  let item: String
  /// The new users.
  let users: Int
  /// One for each session from the first; not empty.
  private(set) var points: [Point]

  var last: Point { points[points.count - 1] }
  /// The session after which this share of the users had found it.
  func session(reaching share: Double) -> Int? { points.first { $0.found >= share - 1e-12 }?.session }

  /// The curve of the first sessions.
  func cut(after session: Int) -> DiscoveryCurve {
    var curve = self
    curve.points = Array(points.prefix(session))
    return curve
  }

  /// The curves of all items, in the order of the table.
  static func all(_ rows: TableRows) -> [DiscoveryCurve] {
    var curves: [DiscoveryCurve] = []
    for row in rows.indices {
      guard let undiscovered = rows.number(row, "undiscovered_share") else { continue }
      let point = Point(
        session: rows.integer(row, "session_number"), found: 1 - undiscovered, low: rows.number(row, "undiscovered_high").map { 1 - $0 },
        high: rows.number(row, "undiscovered_low").map { 1 - $0 })
      if point.session == 1 {
        curves.append(
          .init(container: rows.text(row, "container"), item: rows.text(row, "item"), users: rows.integer(row, "at_risk"), points: [point]))
      } else if !curves.isEmpty {
        curves[curves.count - 1].points.append(point)
      }
    }
    return curves
  }
}
