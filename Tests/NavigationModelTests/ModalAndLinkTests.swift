import NavigationModel
import Testing

/// `modal_open`, `modal_close`, `deep_link`.
@Suite struct ModalAndLinkTests {
  @Test func `A modal starts to count anew`() throws {
    #expect(
      try Play("tab:Home > A modal:M > N > O modal:P > Q").steps.map { $0.split(separator: "@").last } == [
        "1", "2", "1", "2", "3", "1", "2",
      ])
    #expect(try Play("tab:Home modal:M").steps.last == "Home · modal M@1")
  }

  @Test func `Without a stack it is the first screen`() throws {
    #expect(try Play("modal:M > N").steps == ["(none) · modal M@1", "(none) · push N@2"])
  }

  @Test func `Closing takes the topmost modal and all above it`() throws {
    #expect(try Play("tab:Home > A modal:M > N > O modal!").steps.last == "Home · back A@2")
    #expect(try Play("tab:Home modal:M > N modal:P > Q modal!").steps.last == "Home · back N@2")
    #expect(try Play("tab:Home modal:M > N modal:P > Q modal! modal!").steps.last == "Home · back Home@1")
  }

  @Test func `Closing without a modal is nothing`() throws {
    #expect(try Play("modal! tab:Home > A modal!").steps == ["Home · tab Home@1", "Home · push A@2"])
  }

  @Test func `Closing when no screen would be left is nothing`() throws {
    #expect(try Play("modal:M > N modal! <").steps == ["(none) · modal M@1", "(none) · push N@2", "(none) · back M@1"])
  }

  @Test func `Two modals upon nothing: the upper one can go`() throws {
    #expect(try Play("modal:M modal:N modal! modal!").steps == ["(none) · modal M@1", "(none) · modal N@1", "(none) · back M@1"])
  }

  @Test func `A tab keeps its modal`() throws {
    #expect(
      try Play("tab:Home modal:M > N tab:Orders tab:Home modal!").steps.suffix(2) == [
        "Home · tab N@2", "Home · back Home@1",
      ])
  }

  @Test func `A root that is replaced is no modal any more`() throws {
    #expect(try Play("modal:M <:A > B modal!").steps == ["(none) · modal M@1", "(none) · back A@1", "(none) · push B@2"])
  }

  @Test func `A link begins its section anew`() throws {
    #expect(try Play("link:A > B link:C").steps == ["(link) · link A@1", "(link) · push B@2", "(link) · link C@1"])
  }

  @Test func `The other sections keep their stacks`() throws {
    #expect(try Play("tab:Home > A link:B tab:Home").steps.last == "Home · tab A@2")
  }

  @Test func `Back from a link's only screen to a tab`() throws {
    #expect(try Play("tab:Home > A link:B <:Home").steps.last == "Home · back Home@1")
  }
}
