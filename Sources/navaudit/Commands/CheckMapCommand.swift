import ArgumentParser
import Foundation
import NavigationAudit
import NavigationModel

struct CheckMapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-map", abstract: "Say whether an app map can be read, and what is wrong with it.")

  @Argument(help: "The app map.", completion: .file(extensions: ["yml", "yaml"]))
  var map = "navaudit.yml"

  func run() throws {
    let found = try AppMap.load(file: map)
    Terminal.print(
      "\(map): right; \(found.tabs.count) tabs, \(found.menus.count) menus, \(found.screens.count) screens, \(found.rules.count) rules with settings")
  }
}
