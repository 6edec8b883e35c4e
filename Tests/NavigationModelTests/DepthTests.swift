import NavigationModel
import Testing

/// `depth`: the level that the app logs overrides the inferred one.
@Suite struct DepthTests {
  @Test func `The screens below are filled with unknown ones`() throws {
    #expect(try Play("tab:Home > A@4 <").steps.suffix(2) == ["Home · push A@4", "Home · back ?@3"])
    #expect(try Play("tab:Home > A@4 <:Home").steps.suffix(1) == ["Home · back Home@1"], "the known ones stay at the bottom")
  }

  @Test func `The screens below are cut`() throws {
    #expect(try Play("tab:Home > A > B > C@2 <").steps.suffix(2) == ["Home · push C@2", "Home · back Home@1"])
    #expect(try Play("tab:Home > A > B@1 <").counts.last == "backAtRoot")
  }

  @Test func `It is set on each kind of step that it belongs to`() throws {
    for (text, step) in [
      ("Home@3", "(none) · entry~ Home@3"), ("<:Home@3", "(none) · entry~ Home@3"), ("tab:Home=Feed@3", "Home · tab Feed@3"),
      ("menu:A=B@3", "menu:A · menu_item B@3"), ("> A@3", "(none) · push A@3"), ("link:A@3", "(link) · link A@3"),
      ("Home A@3", "(none) · push~ A@3"), ("tab:A tab:B A@3", "A · tab~ A@3"),
    ] {
      #expect(try Play(text).steps.last == step)
    }
  }

  @Test func `It is set on no other kind of step`() throws {
    for (text, step) in [
      ("more=List@3", "More · more List@1"), ("more:A=B@5", "More · more_item B@2"), ("modal:M@3", "(none) · modal M@1"),
      ("tab:Home > A > B <:A@1", "Home · back A@2"), ("tab:Home > A > B tab:Home=A@1", "Home · reselect A@2"),
      ("tab:Home > A > B ^@2", "Home · back Home@1"), ("tab:Home > A > B A@1", "Home · back~ A@2"),
    ] {
      #expect(try Play(text).steps.last == step)
    }
  }

  @Test func `It is that of the screen that was used up`() throws {
    #expect(try Play("tab:Home > +1s A@4").steps.last == "Home · push A@4")
    #expect(try Play("tab:Home > A +1s A@4").steps.suffix(2) == ["Home · push A@2", "Home · push~ A@4"], "not used up")
  }

  @Test func `The event has none without a screen of its own`() throws {
    #expect(try Play(">@4 +1s A").steps.last == "(none) · push A@1", "a depth without a screen is ignored")
    #expect(try Play(">@4 +1s A@2").steps.last == "(none) · push A@2")
  }

  @Test func `Without a screen it is ignored`() throws {
    #expect(try Play("tab:Home@4").steps == ["Home · tab Home@1"])
    #expect(try Play("tab:Home > A tab:Orders tab:Home@1").steps.last == "Home · tab A@2")
    #expect(try Play(">{target=A,depth=4}").steps == ["(none) · push A@1"])
  }

  @Test func `It is left out while a modal is in the stack`() throws {
    #expect(try Play("tab:Home modal:M > A@5").steps.last == "Home · push A@2")
    #expect(try Play("tab:Home modal:M A@5").steps.last == "Home · push~ A@2")
    #expect(try Play("tab:Home modal:M M@5").steps == ["Home · tab Home@1", "Home · modal M@1"], "a re-appearance, however deep")
    #expect(try Play("tab:Home modal:M > N M@5").steps.last == "Home · back~ M@1")
    #expect(try Play("tab:Home modal:M > N tab:Orders tab:Home=N@5").steps.last == "Home · tab N@2")
  }

  @Test func `It is set again once the modal is gone`() throws {
    #expect(try Play("tab:Home modal:M modal! > A@5").steps.last == "Home · push A@5")
    #expect(try Play("tab:Home modal:M tab:Orders=List@5").steps.last == "Orders · tab List@5", "the modal is in another stack")
    #expect(try Play("tab:Home modal:M > N tab:Orders tab:Home=Home@2").steps.last == "Home · tab Home@2", "the tab comes back without it")
  }

  @Test func `A screen deeper than where it stands is a push of it`() throws {
    #expect(try Play("tab:Home > A > B A@4").steps.last == "Home · push~ A@4")
    #expect(try Play("tab:Home > A > B A@3 <").steps.suffix(2) == ["Home · push~ A@3", "Home · back A@2"])
  }

  @Test func `That goes before the root of another tab`() throws {
    #expect(try Play("tab:Orders=List tab:Home > List > A List@4").steps.last == "Home · push~ List@4")
  }

  @Test func `Also when it is on top`() throws {
    #expect(try Play("tab:Home > A A@3").steps.last == "Home · push~ A@3")
    #expect(try Play("tab:Home > A A@2").steps.count == 2, "no deeper: a re-appearance")
    #expect(try Play("tab:Home > A A@1").steps.count == 2, "less deep: a re-appearance too")
  }

  @Test func `A screen as deep as where it stands is gone up to`() throws {
    #expect(try Play("tab:Home > A > B A@2").steps.last == "Home · back~ A@2")
    #expect(try Play("tab:Home > A > B A@1").steps.last == "Home · back~ A@2", "back sets no depth")
  }

  @Test func `Known tabs come before a push, whatever the depth`() throws {
    #expect(try Play("tab:Orders=List tab:Home > A List@2").steps.last == "Orders · tab~ List@2")
  }

  @Test func `A hundred levels`() throws {
    #expect(try Play("tab:Home > A@100 > B").steps.last == "Home · push B@101")
    #expect(try Play("tab:Home > A@100 > B@1").steps.last == "Home · push B@1")
  }
}
