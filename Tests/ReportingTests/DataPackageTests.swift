import Foundation
import Measures
import Testing

@testable import Reporting

@Suite struct DataPackageTests {
  struct Package: Decodable {
    struct Resource: Decodable {
      struct Schema: Decodable {
        struct Field: Decodable {
          let name: String
          let type: String
          let unit: String?
          let description: String
        }
        let fields: [Field]
        let missingValues: [String]
        let primaryKey: [String]?
      }
      let name: String
      let path: String
      let profile: String
      let encoding: String
      let schema: Schema
    }
    let profile: String
    let name: String
    let resources: [Resource]
  }

  func package(_ tables: [Table]) throws -> Package {
    try JSONDecoder().decode(
      Package.self, from: Data(DataPackage(title: "A \"shop\"\n", tables: tables).text(files: []).utf8))
  }

  @Test func `a figure has its unit, and a bound that of its figure`() throws {
    let package = try package(try contents(shop).allTables)
    for (table, column, unit) in [
      ("screens", "screen", nil), ("screens", "visits", nil), ("screens", "users", "users"),
      ("screens", "depth_p50", "levels"),
      ("screens", "dwell_p50_s", "seconds"), ("tabs", "reach_high", "fraction"), ("tabs", "eligible_users", "users"),
      ("summary", "value", nil),
      ("summary", "ci_low", nil),
    ] as [(String, String, String?)] {
      let resource = try #require(package.resources.first { $0.name == table })
      #expect(try #require(resource.schema.fields.first { $0.name == column }).unit == unit, "\(table), \(column)")
    }
  }

  @Test func `every table is described, column by column`() throws {
    let tables = try contents(shop, findings: [depthFinding, menuFinding]).allTables
    let package = try package(tables)
    #expect(package.profile == "data-package")
    #expect(package.resources.map(\.path) == tables.map { "\($0.name).csv" })
    for (resource, table) in zip(package.resources, tables) {
      #expect(resource.profile == "tabular-data-resource")
      #expect(resource.encoding == "utf-8")
      #expect(resource.schema.missingValues == [""])
      #expect(resource.schema.primaryKey != nil, "\(table.name)")
      #expect(resource.schema.fields.map(\.name) == table.allColumns.map(\.name))
      for field in resource.schema.fields {
        #expect(!field.description.isEmpty)
        #expect(["string", "integer", "number", "date", "datetime"].contains(field.type))
      }
    }
  }

  @Test func `a table whose rows are not told apart by their names has no key`() throws {
    var table = Table(
      name: "more", meaning: "", columns: [.init("item", .key, .text, "The item.")],
      rows: [.init([.text("'=a")]), .init([.text("b")])])
    #expect(try package([table]).resources[0].schema.primaryKey == ["item"])
    table.rows.append(.init([.text("=a")]))
    #expect(try package([table]).resources[0].schema.primaryKey == nil)
  }

  @Test(arguments: [
    (["a", "b", "c"], true), (["b", "a", "c"], true), (["b", "a", "b"], false), (["a", "a"], false),
    (["", "a"], false),
  ])
  func `rows have a key where no two of them share it, in any order`(items: [String], hasKey: Bool) throws {
    let table = Table(
      name: "t", meaning: "", columns: [.init("item", .key, .text, "The item.")], rows: items.map { .init([.text($0)]) }
    )
    #expect((try package([table]).resources[0].schema.primaryKey != nil) == hasKey)
  }

  @Test func `every file is listed with its size and hash, and the package knows when it was changed`() throws {
    let tables = [Table(name: "more", meaning: "", columns: [.init("item", .key, .text, "The item.")], rows: [])]
    let files = [
      WrittenFile(path: "more.csv", bytes: 3, hash: SHA256.text(of: "abc".utf8)),
      WrittenFile(path: "report.md", bytes: 0, hash: SHA256.text(of: [])),
    ]
    let text = DataPackage(title: "A \"shop\"\n", tables: tables).text(files: files)
    #expect(DataPackage.files(in: text) == files)
    #expect(DataPackage.files(in: DataPackage.list(of: files)) == files)
    // Files of an earlier run keep their descriptions.
    let described = try #require(DataPackage.resources(in: text))
    let other = DataPackage(title: "Another", tables: []).text(files: [], others: described)
    #expect(described.map { $0["schema"]?["primaryKey"] } == [["item"], nil])
    #expect(DataPackage.resources(in: other) == described)
    #expect(DataPackage.files(in: other) == files)
    #expect(DataPackage.files(in: text.replacing("report.md", with: "secret.md")) == nil)
    #expect(DataPackage.files(in: text + "\n") == nil)
    #expect(DataPackage.files(in: "{}") == nil)
    #expect(
      text.contains(#""bytes" : 3,"#) && text.contains(#""path" : "report.md""#)
        && text.contains(#""mediatype" : "text/markdown""#))
  }

  @Test func `the package of an earlier version is known, too`() {
    let file = WrittenFile(path: "more.csv", bytes: 3, hash: SHA256.text(of: "abc".utf8))
    let members = """
      {
        "profile": "data-package",
        "name": "navaudit",
        "resources": [
          {
            "name": "more.csv",
            "path": "more.csv",
            "format": "csv",
            "mediatype": "text/csv",
            "bytes": 3,
            "hash": "\(file.hash)"
          }
        ]
      """
    let text = members + ",\n  \"digest\": \"\(SHA256.text(of: members.utf8))\"\n}\n"
    #expect(DataPackage.files(in: text) == [file])
    #expect(DataPackage.files(in: text.replacing("more.csv", with: "less.csv")) == nil)
  }

  /// The examples of FIPS 180-4, and a million bytes in pieces of every size.
  @Test func `SHA-256`() {
    #expect(SHA256.text(of: "abc".utf8) == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(SHA256.text(of: []) == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.text(of: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        == "sha256:248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    var hash = SHA256()
    for size in 0..<500 { hash.update([UInt8](repeating: UInt8(ascii: "a"), count: size)) }
    #expect(hash.text == SHA256.text(of: [UInt8](repeating: UInt8(ascii: "a"), count: 499 * 250)))
  }
}
