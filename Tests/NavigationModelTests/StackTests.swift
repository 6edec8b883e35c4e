import NavigationModel
import Testing

/// `stack`: the navigation state as a value.
@Suite struct StackTests {
  @Test func `An app that logs nothing else has tabs, levels and ways back`() throws {
    let play = try Play("stack:Home=Home stack:Home=Home|Product stack:Home=Home|Product|Reviews stack:Home=Home stack:Orders=List stack:Home=Home")
    #expect(
      play.steps == [
        "Home · tab Home@1", "Home · push Product@2", "Home · push Reviews@3", "Home · back Home@1", "Orders · tab List@1", "Home · tab Home@1",
      ])
    #expect(play.counts == ["tabSelect Home", "tabSelect Orders", "tabSelect Home"])
    #expect(play.sessions[0].path.showsStructure)
  }

  @Test func `The same state again is no step, and leaves a menu open`() throws {
    #expect(try Play("stack:Home=Home stack:Home=Home stack=Home").steps.count == 1)
    #expect(try Play("stack:Home=Home menu stack:Home=Home menu:Help").counts == ["tabSelect Home", "menuOpen menu", "menuSelect menu Help 20s"])
    #expect(try Play("stack:Home=Home menu stack:Home=Home|A menu:Help").counts.contains("menuAbandoned menu"))
  }

  @Test func `A tab that was left keeps its screens, or loses them`() throws {
    let kept = "stack:Home=Home stack:Home=Home|A stack:Orders=List"
    #expect(try Play(kept + " stack:Home=Home|A").counts.last == "keptStateReturn Home")
    #expect(try Play(kept + " stack:Home=Home").counts.last == "keptStateReturn Home lost")
    #expect(try Play("stack:Home=Home stack:Orders=List stack:Home=Home").counts.last == "tabSelect Home")
  }

  @Test func `Without a tab it is the present section, if there is one`() throws {
    #expect(try Play("stack=A stack=A|B").steps == ["(none) · entry A@1", "(none) · push B@2"])
    #expect(try Play("tab:Home > A stack=Home|A|B").steps.last == "Home · push B@3")
    #expect(try Play("menu:Help=Help stack:Help=Help|FAQ").steps.last == "menu:Help · push FAQ@2")
    #expect(try Play("link:Offer stack=Offer|Terms").steps.last == "(link) · push Terms@2")
  }

  @Test func `The More list is opened by its tab, and left by a choice`() throws {
    let play = try Play("stack:Home=Home stack:More=More stack:More=More|Coupons|Offer stack:More=More")
    #expect(play.steps.dropFirst() == ["More · more More@1", "More · more_item Offer@3", "More · back More@1"])
    #expect(play.sessions[0].path.steps.map(\.item).filter(\.isKnown).count == 1)
    #expect(play.counts == ["tabSelect Home", "moreOpen"])
    // Straight to a screen behind the list: no list was opened, and it is no select of a tab.
    #expect(try Play("stack:Home=Home stack:More=More|Coupons").counts == ["tabSelect Home"])
  }

  @Test func `Below a modal screen nothing changes`() throws {
    let play = try Play("stack:Home=Home stack:Home=Home|A modal:Sheet stack=Sheet|Page stack=Sheet modal!")
    #expect(play.steps.suffix(4) == ["Home · modal Sheet@1", "Home · push Page@2", "Home · back Sheet@1", "Home · back A@2"])
  }

  @Test func `Another root in the same section is a push, as another screen on top is`() throws {
    #expect(try Play("stack:Home=Home stack:Home=Other").steps.last == "Home · push Other@1")
    #expect(try Play("stack:Home=Home|A stack:Home=Home|B").steps.last == "Home · push B@2")
  }

  @Test func `A state of ignored screens counts as if it were not in the log`() throws {
    var map = AppMap()
    map.ignoredScreens = ["Container"]
    #expect(try Play("stack:Home=Home menu stack:Home=Container menu:Help", map: map).counts.contains("menuAbandoned menu") == false)
    #expect(try Play("stack:Home=Home stack:Home=Container|Home|A", map: map).steps.last == "Home · push A@2")
  }

  @Test func `Depth and screen are ignored`() throws {
    #expect(try Play("stack:Home=Home stack:Home=Home|A@7{screen=Z}").steps.last == "Home · push A@2")
  }
}
