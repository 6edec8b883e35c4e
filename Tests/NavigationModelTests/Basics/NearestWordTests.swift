import NavigationModel
import Testing

@Suite struct `The nearest word` {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("menues", "menus", 1),
    ("gaol", "goal", 1),
    ("ca", "abc", 3), ("flaw", "lawn", 2), ("höhe", "hohe", 1),
  ])
  func `edit distance`(a: String, b: String, distance: Int) {
    #expect(editDistance(Array(a), Array(b)) == distance)
    #expect(editDistance(Array(b), Array(a)) == distance)
  }

  @Test(
    arguments: [
      ("menues", ["more", "menus"], "menus"), ("MENUS", ["menu", "menus"], "menus"),
      ("itms", ["tabs", "items"], "items"),
      ("bat", ["cat", "hat"], "cat"), ("over-limit", ["tabs.over-five", "depth.over-limit"], "depth.over-limit"),
      ("warn", ["error", "warning"], "warning"), ("menu_items", ["tab", "items"], "items"),
      ("zebra", ["cat", "hat"], nil), ("a", ["b", "ab"], nil), ("depth", ["depth.one-thing", "depth.another"], nil),
      ("x", [], nil),
      (String(repeating: "a", count: 65), [String(repeating: "a", count: 64)], nil),
    ] as [(String, [String], String?)])
  func `is near enough to be meant`(typed: String, words: [String], nearest: String?) {
    #expect(nearestWord(to: typed, among: words) == nearest)
  }
}
