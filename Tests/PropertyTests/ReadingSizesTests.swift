import Foundation
import TestSupport
import Testing

/// A character is the same wherever it lies in a file, around every number of bytes that is read at once.
@Suite("Characters across the end of what is read")
struct ReadingSizesTests {
  /// Of the first look at a file, of a piece of the draft's sample, of a read, of a block.
  private static let sizes = [64 << 10, 16, 4 << 10, 96 << 10, 256 << 10, 1 << 20]

  @Test(arguments: sampled(sizes)) func `the only letter outside of ASCII`(size: Int) throws {
    let run = Run()
    for character in ["é", "€", "😀"] {
      for offset in (size - 4)...(size + 1) {
        var text = "pad,time,user,event,screen\n"
        let row = ",1777890030,u,screen_view,Caf"
        text += String(repeating: "x", count: max(0, offset - text.utf8.count - row.utf8.count)) + row
        try run.folder.write("\(text)\(character)\n", to: "logs/\(character.utf8.count) \(offset).csv")
      }
    }
    try run("analyze", "logs", "--no-store", "--output", "Out")
    #expect(Set(try run.folder.table("Out/screens.csv")["screen"]) == ["Café", "Caf€", "Caf😀"])
  }
}
