import NavigationModel
import Testing

/// `more_open`, `more_select`, and when the More list counts as abandoned.
@Suite struct MoreListTests {
  @Test func `The list is the root of its section`() throws {
    let play = try Play("tab:Home more=List more:Coupons=Offers")
    #expect(play.steps == ["Home · tab Home@1", "More · more List@1", "More · more_item Offers@2"])
    #expect(play.counts == ["tabSelect Home", "moreOpen"])
  }

  @Test func `The target does not name the list`() throws {
    #expect(try Play("more{target=Overflow}").steps == ["More · more More@1"])
  }

  @Test func `The list is called as it was last called in this part`() throws {
    #expect(try Play("more=List tab:Home more").steps.last == "More · more List@1")
    #expect(try Play("more +1s List tab:Home more:Coupons <").steps.last == "More · back List@1")
    #expect(try Play("more=List more=Other more:Coupons <").steps.last == "More · back Other@1")
    #expect(try Play("more=List cold more").steps.last == "More · more More@1")
    #expect(try Play("more:Coupons <").steps.last == "More · back More@1")
  }

  @Test func `The tab More is the list where no map says otherwise`() throws {
    let play = try Play("tab:More=List tab:More")
    #expect(play.steps == ["More · more List@1", "More · more List@1"])
    #expect(play.counts == ["moreOpen", "moreAbandoned", "moreOpen", "moreAbandoned"])
  }

  @Test func `The map may call another tab the More tab`() throws {
    var map = AppMap()
    map.more = .init(tab: "Überlauf")
    #expect(try Play("tab:Überlauf", map: map).counts == ["moreOpen", "moreAbandoned"])
    #expect(try Play("tab:More", map: map).counts == ["tabSelect More"])
  }

  @Test func `A choice without the list implies that it was opened`() throws {
    let play = try Play("tab:Home more:Coupons")
    #expect(play.steps == ["Home · tab Home@1", "More · more_item Coupons@2"])
    #expect(play.counts == ["tabSelect Home", "moreOpen implied"])
  }

  @Test func `The item is what was chosen, the screen where it led`() throws {
    let names = NameTable()
    let play = try Play("more:Coupons=Offers event:more_select")
    #expect(play.steps == ["More · more_item Offers@2", "More · more_item ?@2"])
    #expect(play.sessions[0].path.steps[1].item == .unnamed)
    #expect(names.count == 5)
  }

  @Test func `Coming back to the list opens it no second time`() throws {
    let play = try Play("more more:Coupons < more:Stores")
    #expect(play.steps == ["More · more More@1", "More · more_item Coupons@2", "More · back More@1", "More · more_item Stores@2"])
    #expect(play.counts == ["moreOpen"])
  }

  @Test func `One item after the other without the list opens it again`() throws {
    #expect(try Play("more more:Coupons more:Stores").counts == ["moreOpen", "moreOpen implied"])
  }

  @Test func `The list of another section is not shown`() throws {
    // The section More has the list on top, but the user is elsewhere.
    #expect(try Play("more more:Coupons < tab:Home more:Stores").counts == ["moreOpen", "tabSelect Home", "moreOpen implied"])
  }

  @Test func `Items and the list have no depth but their own`() throws {
    #expect(try Play("more=List@4 more:Coupons@7").steps == ["More · more List@1", "More · more_item Coupons@2"])
  }

  @Test(arguments: [
    "tab:Home", "tab:More", "more", "menu", "menu:Settings", "> A", "<", "<:More", "^", "modal:A", "modal!", "A", "More@2",
    "cold",
  ])
  func `The list is abandoned by`(text: String) throws {
    // Ten seconds after it was opened, not only at the end.
    #expect(try Play("more \(text) tap:A").count(.moreAbandoned, within: 10) == 1)
  }

  @Test(arguments: ["more:Coupons", "link:Offer", "link:Offer > A"])
  func `The list is not abandoned by`(text: String) throws {
    #expect(try Play("more \(text)").counts == ["moreOpen"])
  }

  @Test(arguments: ["More", "menu!", #""""#, "tab:Home!", "gesture:swipe", "tap:A", "event:app_open", "background"])
  func `The list stays open over`(text: String) throws {
    // A re-appearance, a menu_close without a menu, and what moves nobody.
    #expect(try Play("more \(text) more:Coupons").counts.filter { $0 != "tabBlocked Home" } == ["moreOpen"])
  }

  @Test func `The list is abandoned once`() throws {
    #expect(try Play("more > A > B < <").counts == ["moreOpen", "moreAbandoned"])
  }

  @Test func `The end of the part abandons the list`() throws {
    #expect(try Play("more").counts == ["moreOpen", "moreAbandoned"])
    #expect(try Play("more cold more:Coupons").counts == ["moreOpen", "moreAbandoned", "moreOpen implied"])
  }
}
