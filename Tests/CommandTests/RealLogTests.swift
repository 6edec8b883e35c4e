import Foundation
import GRDB
import TestSupport
import Testing

/// Public logs, with the figures that their authors published.
@Suite("Real logs")
struct RealLogTests {
  @Test func `a Firebase log runs with three lines of map`() throws {
    let folder = TemporaryFolder()
    try folder.write("columns: {user: user_pseudo_id, time: event_timestamp, screen: event_name}\n", to: "navaudit.yml")
    try folder.copy(Fixtures.file("firebase-onboarding/test.csv"), to: "test.csv")
    let outcome = try Navaudit(in: folder)("analyze", ".", "--output", "Reports")
    #expect(outcome.status == 0)
    let summary = try folder.table("Reports/summary.csv")
    #expect(summary.cell("events", column: "value") == "1905")
    #expect(summary.cell("events_rejected", column: "value") == "0")
    #expect(summary.cell("users", column: "value") == "411")
    #expect(try folder.table("Reports/screens.csv").rows.count == 16)
    // Only screens are logged: there are no figures on depth and tabs.
    #expect(summary.cell("depth_mean", column: "value") == "")
    #expect(try folder.table("Reports/depth.csv").rows.isEmpty)
    let screens = try folder.table("Reports/screens.csv")
    #expect(screens.cell("onboarding_welcome_screen", column: "users").flatMap(Int.init).map { $0 <= 411 } == true)
  }

  @Test func `a shop's log gives the figures of its authors, also by SQL`() throws {
    let folder = TemporaryFolder()
    try folder.write("columns: {user: user_id, session: session_id, time: timestamp, screen: event}\n", to: "map.yml")
    let outcome = try Navaudit(in: folder)(
      "analyze", Fixtures.file("ecom/ecom.csv.gz").path, "--map", "map.yml", "--output", "Reports")
    #expect(outcome.status == 0)
    let summary = try folder.table("Reports/summary.csv")
    #expect(summary.cell("events", column: "value") == "31106")
    #expect(summary.cell("users", column: "value") == "600")
    #expect(summary.cell("sessions", column: "value") == "3605")
    // Immediate repeats within a session are not steps.
    #expect(summary.cell("steps", column: "value") == "27535")
    let screens = try folder.table("Reports/screens.csv")
    #expect(screens.rows.count == 19)
    #expect(screens.cell("cart", column: "sessions") == "1022")

    let store = try DatabaseQueue(path: folder.path("Reports/navigation.sqlite"))
    let funnel = try store.read { try Row.fetchOne($0, sql: Self.funnel) }
    #expect(funnel?["cart"] == 1022)
    #expect(funnel?["shipping"] == 512)
    #expect(funnel?["purchase"] == 173)
    #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(DISTINCT screen) FROM step") } == 19)
    #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM step") } == 27535)
    // The authors count A-B-A-B in rows (266, see StoredEventTests); in steps, which merge repeats, there are more.
    #expect(try store.read { try Int.fetchOne($0, sql: Self.backAndForth) } == 377)
  }

  /// Sessions that reached the cart, then the address, then the purchase.
  private static let funnel = """
    WITH first_cart AS (SELECT session_id, min(number) AS number FROM step WHERE screen = 'cart' GROUP BY 1),
    first_shipping AS (
      SELECT s.session_id, min(s.number) AS number FROM step AS s
      JOIN first_cart AS c ON c.session_id = s.session_id AND s.number > c.number
      WHERE s.screen = 'shipping_details' GROUP BY 1),
    first_purchase AS (
      SELECT s.session_id, min(s.number) AS number FROM step AS s
      JOIN first_shipping AS f ON f.session_id = s.session_id AND s.number > f.number
      WHERE s.screen = 'purchase' GROUP BY 1)
    SELECT (SELECT count(*) FROM first_cart) AS cart, (SELECT count(*) FROM first_shipping) AS shipping,
      (SELECT count(*) FROM first_purchase) AS purchase
    """

  private static let backAndForth = """
    WITH path AS (
      SELECT session_id, screen AS a, lead(screen, 1) OVER session AS b, lead(screen, 2) OVER session AS c, lead(screen, 3) OVER session AS d
      FROM step WINDOW session AS (PARTITION BY session_id ORDER BY number))
    SELECT count(DISTINCT session_id) FROM path WHERE a = c AND b = d AND a <> b
    """
}
