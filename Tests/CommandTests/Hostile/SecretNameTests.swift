import Foundation
import TestSupport
import Testing

/// With `--minimum-group`, a name that few users met is in no byte of any output.
@Suite("Names of small groups")
struct SecretNameTests {
  static let secret = "Anna Schmidt"
  static let kinds = ["screen_view", "tab_select", "push", "more_select", "menu_select", "gesture", "badge", "tap", "modal_open"]

  @Test(arguments: sampled(kinds), sampled(["screen", "target", "container", "value", "app_version", "variant"]))
  func `a secret of one user`(kind: String, field: String) throws {
    let folder = TemporaryFolder()
    let navaudit = Navaudit(in: folder)
    let told = try outcome(kind, field, folder, navaudit)
    #expect(!told.contains(Self.secret), "on the terminal")
    for (file, content) in try folder.contents(of: "o") { #expect(content.range(of: Data(Self.secret.utf8)) == nil, "\(file)") }
    for file in ["f.sarif", "f.xml", "f.json"] { #expect(try !folder.text(file).contains(Self.secret), "\(file)") }
  }

  @Test func `a name that a map declares stands, unless the map is a draft`() throws {
    let folder = TemporaryFolder()
    let navaudit = Navaudit(in: folder)
    try folder.write("tabs: [Home, Orders, \(Self.secret)]\n", to: "map.yml")
    _ = try outcome("tab_select", "target", folder, navaudit, "--map", "map.yml")
    // The map's entry remains; the figures of the single user do not.
    #expect(try folder.text("o/entries.csv").contains(Self.secret))
    #expect(try !folder.text("o/tabs.csv").contains(Self.secret))
    #expect(try navaudit("init", "\(Self.secret).ndjson", "--output", "draft.yml").status == 0)
    #expect(try folder.text("draft.yml").contains(Self.secret))
    let told = try outcome("tab_select", "target", folder, navaudit, "--map", "draft.yml")
    #expect(!told.contains(Self.secret), "on the terminal")
    for (file, content) in try folder.contents(of: "o") { #expect(content.range(of: Data(Self.secret.utf8)) == nil, "\(file)") }
  }

  private func outcome(_ kind: String, _ field: String, _ folder: TemporaryFolder, _ navaudit: Navaudit, _ more: String...) throws -> String {
    let planted = ["ok", "failed"].map { outcome in
      "{\"time\":1772352000,\"user\":\"user-1\",\"event\":\"\(kind)\",\"outcome\":\"\(outcome)\",\"\(field)\":\"\(Self.secret)\"\(field == "target" ? "" : ",\"target\":\"Home\"")}\n"
    }
    let log = "\(Self.secret).ndjson"
    try folder.write(Fixtures.smallLog(users: 30).ndjson + Data(planted.joined().utf8), to: log)
    let run = try navaudit.run(
      [
        "analyze", log, "--output", "o", "--minimum-group", "10", "--write", "sarif=f.sarif", "--write", "junit=f.xml", "--write", "codequality=f.json",
        "--annotations", "github",
      ] + more)
    #expect(run.status == 0, "\(run.errors)")
    return run.output + run.errors
  }
}
