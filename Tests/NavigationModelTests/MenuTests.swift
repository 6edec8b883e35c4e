import NavigationModel
import Testing

/// `menu_open`, `menu_select`, `menu_close`, and when a menu counts as abandoned.
@Suite struct MenuTests {
  /// A map that declares `Drawer` as the screen of the menu `side`.
  var drawer: AppMap {
    var map = AppMap()
    map.menus = [.init(name: "side", screen: "Drawer")]
    return map
  }

  @Test func `An item is a section of its own`() throws {
    let play = try Play("tab:Home menu +4s menu:Settings=Prefs > A")
    #expect(play.steps == ["Home · tab Home@1", "menu:Settings · menu_item Prefs@1", "menu:Settings · push A@2"])
    #expect(play.counts == ["tabSelect Home", "menuOpen menu", "menuSelect menu Settings 4s"])
  }

  @Test func `Opening is counted and no step`() throws {
    #expect(try Play("menu/side").steps.isEmpty)
    #expect(try Play("menu/side").counts == ["menuOpen side", "menuAbandoned side"])
  }

  @Test func `A menu without a name is called menu`() throws {
    #expect(try Play("menu menu/menu:Settings").counts == ["menuOpen menu", "menuSelect menu Settings 10s"])
    #expect(try Play("menu event:menu_select").counts == ["menuOpen menu", "menuSelect menu ? 10s"])
  }

  @Test func `A choice without the menu implies that it was opened, and has no time`() throws {
    let play = try Play("menu/side:Settings")
    #expect(play.steps == ["side:Settings · menu_item Settings@1"])
    #expect(play.counts == ["menuOpen side implied", "menuSelect side Settings"])
  }

  @Test func `A choice closes the menu`() throws {
    #expect(
      try Play("menu menu:A menu:B").counts == [
        "menuOpen menu", "menuSelect menu A 10s", "menuOpen menu implied", "menuSelect menu B",
      ])
  }

  @Test func `A choice from another menu abandons the open one`() throws {
    #expect(
      try Play("menu menu/side:A").counts == [
        "menuOpen menu", "menuAbandoned menu", "menuOpen side implied", "menuSelect side A",
      ])
  }

  @Test func `An item begins anew each time`() throws {
    #expect(try Play("menu:A > B tab:Home menu:A").steps.last == "menu:A · menu_item A@1")
  }

  @Test func `Closing abandons the menu that is open, whatever it is called`() throws {
    #expect(try Play("menu/side menu! > A").counts == ["menuOpen side", "menuAbandoned side"])
    #expect(try Play("menu/side menu! > A").count(.menuAbandoned, within: 10) == 1)
  }

  @Test func `Closing with none open is nothing`() throws {
    let play = try Play("menu! menu/side!")
    #expect(play.steps.isEmpty && play.counts.isEmpty)
  }

  @Test func `Opening a menu abandons one that is open`() throws {
    #expect(
      try Play("menu menu/side menu/side:A").counts == [
        "menuOpen menu", "menuAbandoned menu", "menuOpen side", "menuSelect side A 10s",
      ])
    #expect(
      try Play("menu menu +1s menu:A").counts == [
        "menuOpen menu", "menuAbandoned menu", "menuOpen menu", "menuSelect menu A 1s",
      ])
  }

  @Test(arguments: [
    "tab:Other", "tab:Home", "more", "more:A", "menu", "menu/side", "menu/side:A", "menu!", "menu/side!", "> A", "<",
    "<:Home", "<:Other", "^", "modal:A", "modal!", "A", "Home@2", "cold",
  ])
  func `A menu is abandoned by`(text: String) throws {
    // Also by events that move nothing: the user is at the root of the tab Home.
    #expect(try Play("tab:Home +0s menu \(text) tap:A").count(.menuAbandoned, within: 10) == 1)
  }

  @Test func `A menu without a stack is abandoned by`() throws {
    for text in ["A", "<", "<:A", "^", "modal!"] {
      #expect(try Play("menu \(text) tap:A").count(.menuAbandoned, within: 10) == 1)
    }
  }

  @Test(arguments: ["Home", #""menu""#, #""""#, "tab:Other!", "gesture:swipe", "tap:A", "event:app_open", "background"])
  func `A menu stays open over`(text: String) throws {
    // A re-appearance, a screen of the menu, and what moves nobody.
    let play = try Play("tab:Home menu \(text) menu:Settings")
    #expect(play.steps == ["Home · tab Home@1", "menu:Settings · menu_item Settings@1"])
    #expect(play.count(.menuAbandoned) == 0)
    #expect(play.counts.last == "menuSelect menu Settings 20s")
  }

  @Test func `A deep link closes it uncounted`() throws {
    let play = try Play("menu link:Offer menu:A")
    #expect(play.counts == ["menuOpen menu", "menuOpen menu implied", "menuSelect menu A"])
  }

  @Test func `A menu is abandoned once`() throws {
    #expect(try Play("menu > A > B menu! <").counts == ["menuOpen menu", "menuAbandoned menu"])
  }

  @Test func `The end of the part abandons it`() throws {
    #expect(
      try Play("menu cold menu:A").counts == [
        "menuOpen menu", "menuAbandoned menu", "menuOpen menu implied", "menuSelect menu A",
      ])
  }

  @Test func `Back with a menu open and no arrival only closes it`() throws {
    let play = try Play("tab:Home > A menu < <")
    #expect(play.steps == ["Home · tab Home@1", "Home · push A@2", "Home · back Home@1"])
    #expect(play.counts == ["tabSelect Home", "menuOpen menu", "menuAbandoned menu"])
    #expect(try Play("tab:Home menu <").count(.backAtRoot) == 0)
  }

  @Test func `Back with a menu open and an arrival goes back`() throws {
    for back in ["<:Home", "< +1s Home"] {
      let play = try Play("tab:Home > A menu \(back)")
      #expect(play.steps.last == "Home · back Home@1")
      #expect(play.counts == ["tabSelect Home", "menuOpen menu", "menuAbandoned menu"])
    }
  }

  @Test func `A screen named like the open menu belongs to it`() throws {
    let play = try Play("tab:Home menu/side +1s side menu/side:A")
    #expect(play.steps == ["Home · tab Home@1", "side:A · menu_item A@1"])
    #expect(play.counts.suffix(2) == ["menuOpen side", "menuSelect side A 11s"])
  }

  @Test func `So does the screen that the map names`() throws {
    let play = try Play("tab:Home menu/side +1s Drawer menu/side:A", map: drawer)
    #expect(play.steps == ["Home · tab Home@1", "side:A · menu_item A@1"])
    #expect(try Play("tab:Home menu +1s Drawer", map: drawer).steps.last == "Home · push~ Drawer@2", "another menu")
    #expect(try Play("tab:Home Drawer", map: drawer).steps.last == "Home · push~ Drawer@2", "no menu is open")
  }

  @Test func `The menu's screen is no arrival`() throws {
    let play = try Play("tab:Home > A menu/side < +1s Drawer", map: drawer)
    #expect(play.counts == ["tabSelect Home", "menuOpen side", "menuAbandoned side"])
    #expect(
      play.steps == ["Home · tab Home@1", "Home · push A@2", "Home · push~ Drawer@3"], "back closed it: the screen is one of its own")
  }

  @Test func `Once an event has closed the menu, its screen is a screen`() throws {
    #expect(try Play(#"tab:Home menu > +1s "menu""#).steps.last == "Home · push menu@2")
  }
}
