import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// Measures of parts of a log, merged in any order, are those of the entire log; and encoding preserves them.
@Suite("Measures merge and can be written down")
struct MergeTests {
  @Test(arguments: sampled(Array(1...12)))
  func `however the users are dealt out`(parts: Int) throws {
    let whole = try TraceMeasures(variedTrace)
    #expect(try TraceMeasures(variedTrace, parts: parts).text == whole.text)
    let backwards = Array((0..<parts).reversed())
    #expect(try TraceMeasures(variedTrace, parts: parts, order: backwards).text == whole.text)
  }

  @Test func `merging is associative and commutative`() throws {
    let names = NameTable()
    // The first and the last go to and fro between the same places, from different ends.
    let there = "tab:Home +1s tab:Orders +1s tab:Home +1s tab:Orders"
    let back = "tab:Orders +1s tab:Home +1s tab:Orders +1s tab:Home"
    let parts = try TraceMeasures.parts("\(there)\n\(variedTrace)\n\(back)", parts: 3, names: names)
    func merged(_ a: Measures, _ b: Measures) -> Measures {
      var sum = a
      sum.merge(b)
      return sum
    }
    let a = parts[0]
    let b = parts[1]
    let c = parts[2]
    let left = merged(merged(a, b), c)
    for other in [merged(a, merged(b, c)), merged(merged(c, b), a), merged(merged(b, a), c)] {
      #expect(TraceMeasures(other, names: names).text == TraceMeasures(left, names: names).text)
      #expect(try BinaryEncoder.bytes(of: other, names: names) == BinaryEncoder.bytes(of: left, names: names))
    }
  }

  @Test func `nothing is the neutral element`() throws {
    let names = NameTable()
    let all = try #require(try TraceMeasures.parts(variedTrace, parts: 1, names: names).first)
    var nothing = Measures()
    nothing.finish()
    var first = nothing
    first.merge(all)
    var second = all
    second.merge(nothing)
    let text = TraceMeasures(all, names: names).text
    #expect(TraceMeasures(first, names: names).text == text)
    #expect(TraceMeasures(second, names: names).text == text)
  }

  @Test func `written down and read back they give the same tables, in a table of names of their own`() throws {
    let names = NameTable()
    let all = try #require(try TraceMeasures.parts(variedTrace, parts: 1, names: names).first)
    let bytes = try BinaryEncoder.bytes(of: all, names: names)
    // Name numbers differ from run to run: here others come first.
    let others = NameTable()
    for text in ["zebra", "Orders", "apple"] { _ = others.name(text) }
    let read = try BinaryDecoder.value(Measures.self, from: bytes, names: others)
    #expect(TraceMeasures(read, names: others).text == TraceMeasures(all, names: names).text)
  }

  @Test func `parts that were written down merge like those that were not`() throws {
    let whole = try TraceMeasures(variedTrace)
    let shared = NameTable()
    var sum = Measures()
    sum.finish()
    for part in 0..<4 {
      // Each part is measured by a separate run, with its own names.
      let names = NameTable()
      _ = names.name("part \(part)")
      let bytes = try BinaryEncoder.bytes(
        of: try TraceMeasures.parts(variedTrace, parts: 4, names: names)[part], names: names)
      sum.merge(try BinaryDecoder.value(Measures.self, from: bytes, names: shared))
    }
    #expect(TraceMeasures(sum, names: shared).text == whole.text)
  }
}
