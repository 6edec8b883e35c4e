import NavigationModel
import Testing

/// `push`, `back` in all its matches, `to_root`.
@Suite struct BackTests {
  @Test func `Push puts its arrival on the stack`() throws {
    #expect(
      try Play("tab:Home > A > A > B").steps == [
        "Home · tab Home@1", "Home · push A@2", "Home · push A@3", "Home · push B@4",
      ])
    #expect(try Play("> A").steps == ["(none) · push A@1"], "with no stack it is the root")
  }

  @Test func `Without a stack and an arrival it is at the root`() throws {
    let play = try Play("<")
    #expect(play.steps.isEmpty)
    #expect(play.counts == ["backAtRoot"])
  }

  @Test func `Without a stack the arrival is like a first screen`() throws {
    #expect(try Play("<:Home").steps == ["(none) · entry~ Home@1"])
    #expect(try Play("< +1s Home").steps == ["(none) · entry~ Home@1"])
    #expect(try Play("<:Feed@3", map: .roots(("Home", "Feed"))).steps == ["Home · entry~ Feed@3"])
  }

  @Test func `The target is no arrival of back`() throws {
    #expect(try Play("tab:Home > A > B <{target=Home}").steps.last == "Home · back A@2")
    #expect(try Play("<{target=Home}").counts == ["backAtRoot"])
  }

  @Test func `A swipe that was not finished moves nothing`() throws {
    for back in ["<:B", "< +1s B"] {
      let play = try Play("tab:Home > A > B \(back) <")
      #expect(play.steps.suffix(2) == ["Home · push B@3", "Home · back A@2"])
    }
    let atRoot = try Play("tab:Home <:Home")
    #expect(atRoot.steps.count == 1)
    #expect(atRoot.counts == ["tabSelect Home"], "it is not at the root either: nothing is counted")
  }

  @Test func `The screen on top that is also the one below is gone back to`() throws {
    #expect(try Play("tab:Home > A > A <:A").steps.last == "Home · back A@2")
    #expect(try Play("tab:Home > A > A > A <:A").steps.last == "Home · back A@3", "its topmost place below the top")
  }

  @Test func `From one screen it is at the root`() throws {
    let play = try Play("tab:Home <")
    #expect(play.steps == ["Home · tab Home@1"])
    #expect(play.counts == ["tabSelect Home", "backAtRoot"])
  }

  @Test func `From one screen to the root of one other tab`() throws {
    // The other tab has kept two screens: it is cut to its root.
    let play = try Play("tab:Home=Feed > A tab:Orders=List <:Feed")
    #expect(play.steps.last == "Home · back Feed@1")
    #expect(!play.counts.contains { $0.hasPrefix("kept") })
    #expect(try Play("tab:Home=Feed > A tab:Orders=List <:Feed tab:Orders tab:Home").steps.last == "Home · tab Feed@1")
  }

  @Test func `From one screen to a root that two other tabs share`() throws {
    #expect(try Play("tab:A=Feed tab:B=Feed tab:C=List <:Feed").steps.last == "C · back Feed@1")
  }

  @Test func `Roots are those of stacks, not of the map`() throws {
    #expect(try Play("tab:Orders=List <:Feed", map: .roots(("Home", "Feed"))).steps.last == "Orders · back Feed@1")
  }

  @Test func `Sections that are no tabs are not come back to`() throws {
    #expect(try Play("more=List link:Offer <:List").steps.last == "(link) · back List@1")
    #expect(try Play("menu:A link:Offer <:A").steps.last == "(link) · back A@1")
    #expect(try Play("Home link:Offer <:Home").steps.last == "(link) · back Home@1")
  }

  @Test func `From one screen any other arrival replaces the root`() throws {
    let play = try Play("tab:Orders=List <:Other <")
    #expect(play.steps == ["Orders · tab List@1", "Orders · back Other@1"])
    #expect(play.counts == ["tabSelect Orders", "backAtRoot"])
  }

  @Test func `A modal on top goes, and the arrival names nothing`() throws {
    #expect(try Play("tab:Home > A modal:M <:Other").steps.last == "Home · back A@2")
    #expect(try Play("tab:Home > A modal:M < +1s Home").steps.last == "Home · back A@2")
    #expect(try Play("tab:Home > A modal:M <").steps.last == "Home · back A@2")
  }

  @Test func `Above a modal it goes up one level`() throws {
    #expect(try Play("tab:Home modal:M > N <").steps.last == "Home · back M@1")
    #expect(try Play("tab:Home modal:M > N < <").steps.last == "Home · back Home@1")
  }

  @Test func `Up to the arrival that is in the stack`() throws {
    #expect(try Play("tab:Home > A > B > C <:A").steps.last == "Home · back A@2")
    #expect(try Play("tab:Home > A > B > C < +2s A").steps.last == "Home · back A@2")
    #expect(try Play("tab:Home > A > B > A > C <:A").steps.last == "Home · back A@4", "its topmost place below the top")
    #expect(try Play("tab:Home > A modal:M > N <:Home").steps.last == "Home · back Home@1", "past a modal")
  }

  @Test func `Else up one level`() throws {
    #expect(try Play("tab:Home > A > B <").steps.last == "Home · back A@2")
    #expect(try Play("tab:Home > A > B < +2001ms A").steps.suffix(1) == ["Home · back A@2"])
  }

  @Test func `And an arrival gives that screen its name`() throws {
    let play = try Play("tab:Home > A > B <:Other <:Other")
    #expect(play.steps.last == "Home · back Other@2")
    #expect(play.steps.count == 4, "the second one is a swipe that was not finished")
    #expect(try Play("tab:Home > A <:Start tab:Home").steps.suffix(1) == ["Home · back Start@1"], "the root too")
  }

  @Test func `The screen after it is used up in every case`() throws {
    for (text, last) in [
      ("tab:Home > A < +1s A", "Home · push A@2"),  // A swipe that was not finished.
      ("tab:Home > A menu < +1s A", "Home · push A@2"),
      ("tab:Home > A modal:M < +1s Other", "Home · back A@2"),  // The arrival renames nothing.
      ("tab:Home < +1s Other", "Home · back Other@1"),
    ] {
      #expect(try Play(text).steps.last == last)
    }
  }

  @Test func `Back has no depth`() throws {
    #expect(try Play("tab:Home > A > B <:A@7").steps.last == "Home · back A@2")
  }

  @Test func `To the root`() throws {
    #expect(try Play("tab:Home > A > B ^").steps.last == "Home · back Home@1")
    #expect(try Play("tab:Home modal:M > N ^").steps.last == "Home · back Home@1")
  }

  @Test func `At the root already it is no step`() throws {
    let play = try Play("^ tab:Home ^")
    #expect(play.steps == ["Home · tab Home@1"])
    #expect(play.counts == ["tabSelect Home"])
  }
}
