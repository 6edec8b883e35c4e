import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// Small logs with hand-computed tables: the More list, menus, gestures, discovery, days.
@Suite("Tables of what is hidden, and of days")
struct HiddenTableTests {
  @Test func `the More list counts choices, their users and what they cost`() throws {
    let tables = try TraceMeasures(
      "tab:Home=Home more=More more:Help=Help more:Help=Help\nmore:Coupons=Coupons\ntab:Home=Home tab:Orders=Orders more=More tab:Home=Home")
    #expect(tables["more", "item", "selects", "users", "reach", "extra_taps"] == ["Coupons 1 1 0.333333 1", "Help 2 1 0.333333 2"])
    // Opened by user 1 (for the first choice and, implied, for the second) and user 3, who leaves without a choice; implied for user 2.
    #expect(tables.summary("more_opens") == "4 of -")
    #expect(tables.summary("more_abandoned") == "1 of -")
    #expect(tables.summary("more_extra_taps") == "3 of -")
    // Three choices; two tab steps that are not the first of a part.
    #expect(tables.summary("more_toll") == "0.6 of 5")
  }

  @Test func `menus count opens, users and those left without a choice`() throws {
    let tables = try TraceMeasures("Home menu menu:Settings=Settings menu menu! menu/side > A\nHome menu > A\nHome menu:About=About\nHome > A")
    #expect(
      tables["menus", "menu", "opens", "implied_opens", "users", "reach", "eligible_users", "abandoned", "abandonment"]
        == ["menu 4 1 3 0.75 4 2 0.666667", "side 1 0 1 0.25 4 1 1"])
    #expect(tables.summary("menu_opens") == "5 of -")
    #expect(tables.summary("menu_reach") == "0.75 of 4")
    #expect(tables.summary("menu_abandonment") == "0.75 of 4")
  }

  @Test func `menu items count choices, over the opens of their menu, and the time to choose`() throws {
    let tables = try TraceMeasures("Home menu +3s menu:A menu +5s menu:A menu +9s menu:B menu:A\nmenu menu! menu/side +2s menu/side:A")
    // menu: opened four times and once implied, three choices of A after 3 s, 5 s and one without an open.
    #expect(
      tables["menu_items", "menu", "item", "selects", "users", "reach", "click_through", "choose_p50_s"] == [
        "menu A 3 1 0.5 0.6 3", "menu B 1 1 0.5 0.2 9", "side A 1 1 0.5 1 2",
      ])
  }

  @Test func `what the map declares has a row though nobody used it`() throws {
    var map = AppMap()
    map.more = AppMap.More(tab: "More", items: ["Help"])
    map.menus = [AppMap.Menu(name: "menu", items: ["Settings"])]
    let tables = try TraceMeasures("tab:Home=Home", map: map)
    #expect(tables["more"] == ["Help 0 0 0 0 0.793451 1 0"])
    #expect(tables["menus"] == ["menu 0 0 0 0 0 0.793451 1 0 - - -"])
    #expect(tables["menu_items"] == ["menu Settings 0 0 0 0 0.793451 1 - -"])
    #expect(tables["discovery"] == [], "nobody is new")
    #expect(try TraceMeasures("first tab:Home=Home", map: map)["discovery"] == ["More Help 1 1 0 1 - -", "menu Settings 1 1 0 1 - -"])
  }

  @Test func `gestures count uses, failed ones, and users for whom one worked`() throws {
    let tables = try TraceMeasures("Home gesture:swipe gesture:swipe!\nHome gesture:swipe!\nHome gesture:pinch\nHome")
    #expect(tables["gestures", "gesture", "uses", "failed", "users", "reach"] == ["pinch 1 0 1 0.25", "swipe 3 2 1 0.25"])
  }

  @Test func `discovery follows each item from session to session`() throws {
    // Settings: of 4 new users one finds it at once; the next has only one session; of the remaining 2, one finds it in the second session, one never.
    let tables = try TraceMeasures(
      "first Home menu:Settings & Home\nfirst Home\nfirst Home & Home menu:Settings\nfirst Home & Home & gesture:swipe\nHome menu:Settings")
    // The log-log band of Kalbfleisch & Prentice: Greenwood's sums are 1/(4·3) and 1/(4·3) + 1/(2·1).
    #expect(
      tables["discovery"] == [
        "menu Settings 1 4 1 0.75 0.127947 0.960549", "menu Settings 2 2 1 0.375 0.010971 0.808001",
        "menu Settings 3 1 0 0.375 0.010971 0.808001",
      ])
  }

  @Test func `days count sessions by their start, platform and version`() throws {
    // Nine o'clock, and fifteen hours later is the next day; an hour more for each further session.
    let tables = try TraceMeasures(
      """
      @platform=ios @app_version=1 tab:Home=Home > A > B +2s < tab:Orders=Orders menu menu! & tab:Home=Home > A@6
      @platform=ios @app_version=1 tab:Home=Home +15h tab:Orders=Orders > A@7 more:Help
      @platform=android gesture:swipe
      """)
    #expect(
      tables["daily"] == [
        "2026-01-05 android - 1 1 0 0 0 0 0 - 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "2026-01-05 ios 1 2 3 7 1 0 1 1 3.333333 1 0 1 2 3 10 8 0 1 7 1 1 0 0 4 0 0 0",
        "2026-01-06 ios 1 1 1 3 0 1 0 0 7 1 1 0 1 1 7 3 0 0 3 0 0 0 0 1 0 0 0",
      ])
  }

  @Test func `reach has the interval of Wilson`() throws {
    // Wilson 1927 for 1 of 4 at 95%: 0.045587…0.699358.
    let tables = try TraceMeasures("Home gesture:swipe\nHome * 3")
    #expect(tables["gestures", "reach", "reach_low", "reach_high"] == ["0.25 0.045587 0.699358"])
  }
}
