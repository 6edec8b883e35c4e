import Foundation
import Testing

@testable import Reporting

@Suite struct JSONTextTests {
  @Test func `members are in alphabetical order, text is escaped`() {
    let value: JSON = [
      "text": "a\"\\\n\t\u{1}\u{7F}ü/", "not_there": .null, "half": .number(0.5), "list": ["b", "a"],
      "whole": .integer(7), "yes": .flag(true),
    ]
    #expect(
      String.json(value) == #"""
        {
          "half" : 0.5,
          "list" : [
            "b",
            "a"
          ],
          "not_there" : null,
          "text" : "a\"\\\n\t\u0001\u007fü/",
          "whole" : 7,
          "yes" : true
        }

        """#)
  }

  @Test func `a value is read as it was written, and members without a value can be left out`() throws {
    let value: JSON = [
      "list": [.integer(1), .number(0.5), "1", .flag(false), .null],
      "object": ["none": .null, "text": .init("a" as String?)],
    ]
    #expect(try JSONDecoder().decode(JSON.self, from: Data(value.written.utf8)) == value)
    #expect(value.withoutNulls["object"] == ["text": "a"])
    #expect(value["list"]?["object"] == nil)
  }

  @Test(
    arguments: [
      (1.0 / 3, 0.333333), (7, 7), (-0.0000001, 0), (0.1 + 0.2, 0.3), (12_345_678.9, 12_345_678.9), (1e300, 1e300),
      (.nan, nil), (.infinity, nil),
    ] as [(Double, Double?)])
  func `numbers are those of the tables`(number: Double, inJSON: Double?) {
    #expect(number.inJSON == inJSON)
  }

  @Test(arguments: ["##[set-env name=PATH]/x", "###", "a##\u{301}[x", "# #", "\\##", "\u{7F}##\u{7F}"])
  func `no text is a command of a CI system, and every text can be read again`(text: String) throws {
    let json = String.json([text: text])
    #expect(!json.unicodeScalars.map(\.value).contains { $0 == 0x7F })
    #expect(!zip(json.utf8, json.utf8.dropFirst()).contains { $0 == UInt8(ascii: "#") && $1 == UInt8(ascii: "#") })
    let read = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
    #expect(read.first.map { $0.key.utf8.elementsEqual(text.utf8) && $0.value.utf8.elementsEqual(text.utf8) } == true)
  }
}
