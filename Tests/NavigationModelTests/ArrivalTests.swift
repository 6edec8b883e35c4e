import NavigationModel
import Testing

/// Where an event leads: its screen, the `screen_view` that follows, its target, or `?`.
@Suite struct ArrivalTests {
  @Test func `The screen of the event comes first`() throws {
    #expect(try Play("tab:Orders=List +1s Other").steps == ["Orders · tab List@1", "Orders · push~ Other@2"])
  }

  @Test func `Without one, it is the screen of the next event`() throws {
    #expect(try Play("tab:Orders +1s List > A").steps == ["Orders · tab List@1", "Orders · push A@2"])
  }

  @Test func `At most two seconds later`() throws {
    #expect(try Play("tab:Orders +2s List").steps == ["Orders · tab List@1"])
    #expect(try Play("tab:Orders +2001ms List").steps == ["Orders · tab Orders@1", "Orders · push~ List@2"])
  }

  @Test func `At the same time counts too`() throws {
    #expect(try Play("tab:Orders +0s List").steps == ["Orders · tab List@1"])
  }

  @Test func `Without that, it is the target`() throws {
    #expect(try Play("tab:Orders").steps == ["Orders · tab Orders@1"])
    #expect(try Play(">{target=Product}").steps == ["(none) · push Product@1"])
    #expect(try Play("modal{target=Sheet}").steps == ["(none) · modal Sheet@1"])
    #expect(try Play("link{target=Offer}").steps == ["(link) · link Offer@1"])
  }

  @Test func `Without that, it is not known`() throws {
    #expect(
      try Play("event:push event:modal_open event:deep_link event:menu_select").steps == [
        "(none) · push ?@1", "(none) · modal ?@1", "(link) · link ?@1", "menu:? · menu_item ?@1",
      ])
  }

  @Test func `Only the very next navigation event tells`() throws {
    #expect(try Play("tab:Orders +0s menu! +0s List").steps == ["Orders · tab Orders@1", "Orders · push~ List@2"])
  }

  @Test func `Events that move nobody may lie between`() throws {
    #expect(try Play("tab:Orders +0s gesture:swipe +0s tab:Home! +0s badge:Home=1 +0s List").steps == ["Orders · tab List@1"])
  }

  @Test func `A screen view without a screen counts as if it were not in the log`() throws {
    #expect(try Play(#"tab:Orders +1s "" +1s List"#).steps == ["Orders · tab List@1"])
    #expect(try Play(#"menu +1s "" menu:Settings"#).counts == ["menuOpen menu", "menuSelect menu Settings 11s"])
    #expect(try Play(#""" """#).steps.isEmpty)
  }

  @Test func `A screen of the next part is no arrival`() throws {
    #expect(try Play("tab:Orders +0s cold +0s List").steps == ["Orders · tab Orders@1", "(none) · entry~ List@1"])
  }

  @Test func `A screen of the next session is no arrival`() throws {
    let play = try Play("@session=1 tab:Orders @session=2 +0s List")
    #expect(play.sessions.map(\.steps) == [["Orders · tab Orders@1"], ["(none) · entry~ List@1"]])
  }

  @Test func `A screen is used up once`() throws {
    #expect(try Play("> +0s > +0s A").steps == ["(none) · push ?@1", "(none) · push A@2"])
  }

  @Test func `Every event that takes an arrival uses a screen up`() throws {
    for (text, step) in [
      ("tab:T", "T · tab A@1"), ("more", "More · more A@1"), ("more:I", "More · more_item A@2"),
      ("menu:I", "menu:I · menu_item A@1"), ("event:push", "(none) · push A@1"), ("modal", "(none) · modal A@1"),
      ("link", "(link) · link A@1"), ("<", "(none) · entry~ A@1"),
    ] {
      #expect(try Play("\(text) +1s A").steps == [step])
    }
  }

  @Test func `Reselecting, going to the root and closing a modal take none`() throws {
    #expect(try Play("tab:T > A > B tab:T +1s C").steps.suffix(2) == ["T · reselect T@1", "T · push~ C@2"])
    #expect(try Play("tab:T > A > B ^ +1s C").steps.suffix(2) == ["T · back T@1", "T · push~ C@2"])
    #expect(try Play("tab:T modal:M modal! +1s C").steps.suffix(2) == ["T · back T@1", "T · push~ C@2"])
    #expect(try Play("tab:T menu +1s A").steps == ["T · tab T@1", "T · push~ A@2"])
  }

  @Test func `A blocked tab takes none and moves nothing`() throws {
    let play = try Play("Home tab:Orders! +0s List")
    #expect(play.steps == ["(none) · entry~ Home@1", "(none) · push~ List@2"])
    #expect(play.counts == ["tabBlocked Orders"])
  }

  @Test func `Screen names are rewritten wherever a screen is told`() throws {
    var map = AppMap()
    map.screenNames = [.init(pattern: #"^Product/\d+$"#, name: "Product"), .init(pattern: "^(.*)/old$", name: "$1")]
    #expect(
      try Play("Home/old > Product/17 Product/18 > +1s Product/19 <:Product/20", map: map).steps == [
        "(none) · entry~ Home@1", "(none) · push Product@2", "(none) · push Product@3", "(none) · back Product@2",
      ])
  }
}
