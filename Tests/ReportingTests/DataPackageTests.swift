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
    try JSONDecoder().decode(Package.self, from: Data(DataPackage(title: "A \"shop\"\n", tables: tables).text.utf8))
  }

  @Test func `every table is described, column by column`() throws {
    let tables = try contents(shop, findings: [depthFinding, menuFinding]).allTables
    let package = try package(tables)
    #expect(package.profile == "tabular-data-package")
    #expect(package.resources.map(\.path) == tables.map { "\($0.name).csv" })
    for (resource, table) in zip(package.resources, tables) {
      #expect(resource.profile == "tabular-data-resource")
      #expect(resource.encoding == "utf-8")
      #expect(resource.schema.missingValues == [""])
      #expect(resource.schema.primaryKey != nil, "\(table.name)")
      #expect(resource.schema.fields.map(\.name) == table.columns.map(\.name))
      for field in resource.schema.fields {
        #expect(!field.description.isEmpty)
        #expect(["string", "integer", "number", "date", "datetime"].contains(field.type))
      }
    }
  }

  @Test func `a table whose rows are not told apart by their names has no key`() throws {
    var table = Table(
      name: "more", meaning: "", columns: [.init("item", .text, "The item.")], rows: [[.text("'=a")], [.text("b")]])
    #expect(try package([table]).resources[0].schema.primaryKey == ["item"])
    table.rows.append([.text("=a")])
    #expect(try package([table]).resources[0].schema.primaryKey == nil)
  }

  @Test func `JSON keeps the order of its members and escapes its text`() {
    let json = JSON.object([
      ("b", .string("a\"\\\n\t\u{1}ü")), ("a", .array([.integer(1), .bool(true)])), ("c", .array([])),
      ("d", .array([.object([("e", .integer(2))])])),
    ])
    #expect(
      json.text == #"""
        {
          "b": "a\"\\\n\t\u0001ü",
          "a": [1, true],
          "c": [],
          "d": [
            {
              "e": 2
            }
          ]
        }

        """#)
  }
}
