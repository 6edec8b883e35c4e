import NavigationModel
import Testing

/// `screen_view`: what is inferred from screens.
@Suite struct ScreenViewTests {
  @Test func `The first screen is the root of no known section`() throws {
    #expect(try Play("Home A").steps == ["(none) · entry~ Home@1", "(none) · push~ A@2"])
  }

  @Test func `The first screen is in the tab whose root the map says it is`() throws {
    #expect(try Play("Feed A", map: .roots(("Home", "Feed"))).steps == ["Home · entry~ Feed@1", "Home · push~ A@2"])
    #expect(try Play("A", map: .roots(("Home", "Feed"))).steps == ["(none) · entry~ A@1"])
  }

  @Test func `A root that two tabs share tells no tab`() throws {
    #expect(try Play("Feed", map: .roots(("Home", "Feed"), ("News", "Feed"))).steps == ["(none) · entry~ Feed@1"])
    #expect(try Play("Feed", map: .roots(("Home", "Feed"), ("Home", "Feed"))).steps == ["Home · entry~ Feed@1"])
  }

  @Test func `On top it is a re-appearance`() throws {
    #expect(try Play("Home Home > A A A").steps == ["(none) · entry~ Home@1", "(none) · push A@2"])
  }

  @Test func `On top and below it is a re-appearance too`() throws {
    #expect(try Play("tab:Home > A > A A <").steps.last == "Home · back A@2")
  }

  @Test func `In the stack it is up to it`() throws {
    #expect(try Play("Home A B Home").steps.last == "(none) · back~ Home@1")
    #expect(try Play("tab:Home > A > B > A > C A").steps.last == "Home · back~ A@4", "its topmost place")
    #expect(try Play("tab:Home modal:M > N Home").steps.last == "Home · back~ Home@1", "past a modal")
  }

  @Test func `The stack goes before other tabs`() throws {
    #expect(try Play("tab:Orders=List tab:Home > List > A List").steps.last == "Home · back~ List@2")
  }

  @Test func `The root of one other tab is that tab`() throws {
    let play = try Play("tab:Orders=List > A tab:Home List <")
    #expect(play.steps.last == "Orders · tab~ List@1")
    #expect(play.counts == ["tabSelect Orders", "tabSelect Home", "backAtRoot"], "no selection, no kept-state return")
  }

  @Test func `The root is that of the stack in this part`() throws {
    let map = AppMap.roots(("Orders", "List"))
    // The map's root does not count if the tab has a stack.
    #expect(try Play("tab:Orders=Other tab:Home List", map: map).steps.last == "Home · push~ List@2")
    #expect(try Play("tab:Orders=Other cold tab:Home List", map: map).steps.last == "Orders · tab~ List@1")
  }

  @Test func `Or of the map where the tab has none`() throws {
    #expect(
      try Play("Feed List", map: .roots(("Home", "Feed"), ("Orders", "List"))).steps == [
        "Home · entry~ Feed@1", "Orders · tab~ List@1",
      ])
  }

  @Test func `The root of two other tabs is a push`() throws {
    #expect(try Play("tab:A=Feed tab:B=Feed tab:C Feed").steps.last == "C · push~ Feed@2")
    #expect(try Play("tab:A=Feed tab:C Feed", map: .roots(("B", "Feed"))).steps.last == "C · push~ Feed@2")
    #expect(try Play("tab:A=Feed tab:C Feed", map: .roots(("A", "Other"), ("C", "Feed"))).steps.last == "A · tab~ Feed@1")
  }

  @Test func `The roots of other sections are no tabs`() throws {
    #expect(try Play("more=List tab:Home List").steps.last == "Home · push~ List@2")
    #expect(try Play("link:Offer tab:Home Offer").steps.last == "Home · push~ Offer@2")
    #expect(try Play("menu:A tab:Home A").steps.last == "Home · push~ A@2")
    #expect(try Play("Start tab:Home Start").steps.last == "Home · push~ Start@2")
  }

  @Test func `A screen that a tab holds above its root is a push`() throws {
    #expect(try Play("tab:Orders > A tab:Home A").steps.last == "Home · push~ A@2")
  }

  @Test func `Steps that an event tells of are not inferred`() throws {
    #expect(try Play("tab:T more more:I menu:J > A modal:M < ^ link:L").sessions[0].path.steps.allSatisfy { !$0.isInferred })
  }

  @Test func `The root of the More tab is the More list`() throws {
    let map = AppMap.roots(("Home", "Home"), ("More", "List"))
    for first in ["List", "Home List"] {
      // The list is shown: choosing from it does not open it again, and leaves no section for another list called More.
      let play = try Play("\(first) more:Coupons", map: map)
      #expect(play.counts.isEmpty)
      #expect(Set(play.sessions[0].path.steps.map(\.section)).subtracting([.none]).count == (first == "List" ? 1 : 2))
      #expect(play.steps.suffix(1) == ["More · more_item Coupons@2"])
    }
  }
}
