import NavigationModel
import Testing

/// `tab_select`: other sections, the same section, blocked; and what a tab has kept.
@Suite struct TabTests {
  @Test func `A tab without a kept stack begins with its arrival`() throws {
    let play = try Play("tab:Home tab:Orders=List")
    #expect(play.steps == ["Home · tab Home@1", "Orders · tab List@1"])
    #expect(play.counts == ["tabSelect Home", "tabSelect Orders"])
  }

  @Test func `A kept stack comes back as it was when nothing tells the arrival`() throws {
    let play = try Play("tab:Home > A > B tab:Orders tab:Home <")
    #expect(play.steps.suffix(2) == ["Home · tab B@3", "Home · back A@2"])
    #expect(play.counts == ["tabSelect Home", "tabSelect Orders", "tabSelect Home", "keptStateReturn Home"])
  }

  @Test func `A kept stack is cut to the arrival that is in it`() throws {
    for arrival in ["tab:Home=A", "tab:Home +1s A"] {
      let play = try Play("tab:Home > A > B tab:Orders \(arrival) <")
      #expect(play.steps.suffix(2) == ["Home · tab A@2", "Home · back Home@1"])
      #expect(play.counts.last == "keptStateReturn Home")
    }
  }

  @Test func `Cut to the topmost place of the arrival`() throws {
    #expect(try Play("tab:Home > A > B > A > C tab:Orders tab:Home=A").steps.last == "Home · tab A@4")
    #expect(try Play("tab:Home > A > B > A tab:Orders tab:Home=A").steps.last == "Home · tab A@4")
  }

  @Test func `A kept stack that does not hold the arrival is replaced`() throws {
    let play = try Play("tab:Home > A > B tab:Orders tab:Home=C <")
    #expect(play.steps.suffix(1) == ["Home · tab C@1"])
    #expect(play.counts.suffix(2) == ["keptStateReturn Home lost", "backAtRoot"])
  }

  @Test func `State is lost when one screen is left of more`() throws {
    #expect(try Play("tab:Home > A tab:Orders tab:Home=Home").counts.last == "keptStateReturn Home lost")
    #expect(try Play("tab:Home > A tab:Orders tab:Home=A").counts.last == "keptStateReturn Home")
  }

  @Test func `A kept root is nothing that could be lost`() throws {
    #expect(try Play("tab:Home tab:Orders tab:Home=Other").counts == ["tabSelect Home", "tabSelect Orders", "tabSelect Home"])
  }

  @Test func `Depth is left aside when state is judged`() throws {
    // The stack comes back with two screens; the app says that the screen is a root.
    let play = try Play("tab:Home > A tab:Orders tab:Home=A@1")
    #expect(play.steps.last == "Home · tab A@1")
    #expect(play.counts.last == "keptStateReturn Home")
  }

  @Test func `All sections keep their stacks`() throws {
    #expect(try Play("tab:A > A2 tab:B > B2 more:C menu:D link:E tab:B tab:A").steps.suffix(2) == ["B · tab B2@2", "A · tab A2@2"])
  }

  @Test func `Reselecting cuts to the root`() throws {
    let play = try Play("tab:Home > A > B tab:Home")
    #expect(play.steps.last == "Home · reselect Home@1")
    #expect(play.counts == ["tabSelect Home", "tabReselect Home"])
  }

  @Test func `Reselecting cuts to the screen that is in the stack`() throws {
    #expect(try Play("tab:Home > A > B tab:Home=A").steps.last == "Home · reselect A@2")
    #expect(try Play("tab:Home > A > B > A > C tab:Home=A").steps.last == "Home · reselect A@4")
    #expect(try Play("tab:Home > A > B tab:Home=Other").steps.last == "Home · reselect Home@1")
  }

  @Test func `Reselecting without a move is counted and no step`() throws {
    #expect(try Play("tab:Home tab:Home").steps == ["Home · tab Home@1"])
    #expect(try Play("tab:Home tab:Home").counts == ["tabSelect Home", "tabReselect Home"])
    #expect(try Play("tab:Home > A tab:Home=A").steps.count == 2, "the screen is on top")
  }

  @Test func `Reselecting sets no depth`() throws {
    #expect(try Play("tab:Home > A > B tab:Home=A@5").steps.last == "Home · reselect A@2")
  }

  @Test func `Blocked is counted, moves nothing and closes nothing`() throws {
    let play = try Play("tab:Home menu tab:Orders! menu:Settings")
    #expect(play.steps == ["Home · tab Home@1", "menu:Settings · menu_item Settings@1"])
    #expect(play.counts == ["tabSelect Home", "menuOpen menu", "tabBlocked Orders", "menuSelect menu Settings 20s"])
  }

  @Test func `A tab that is not named is called ?`() throws {
    let play = try Play("event:tab_select event:tab_select event:tab_select{outcome=blocked}")
    #expect(play.steps == ["? · tab ?@1"])
    #expect(play.counts == ["tabSelect ?", "tabReselect ?", "tabBlocked ?"])
  }

  @Test func `Blocked selections of the More tab are blocked`() throws {
    let play = try Play("tab:More!")
    #expect(play.steps.isEmpty)
    #expect(play.counts == ["tabBlocked More"])
  }
}
