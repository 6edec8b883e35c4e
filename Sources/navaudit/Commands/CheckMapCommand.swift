import ArgumentParser
import Foundation
import NavigationAudit
import NavigationModel
import UsabilityRules

struct CheckMapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-map", abstract: "Check an app map.")

  @Argument(help: "The app map.", completion: .file(extensions: ["yml", "yaml"]))
  var map = "navaudit.yml"

  func run() throws {
    let found = try AppMap.load(file: map)
    let counts = [
      Wording.count(found.tabs.count, "tab"), Wording.count(found.menus.count, "menu"), Wording.count(found.screens.count, "screen"),
      Wording.count(found.rules.count, "rule") + " with settings",
    ]
    Terminal.print("\(map): valid (\(counts.joined(separator: ", ")))")
  }
}
