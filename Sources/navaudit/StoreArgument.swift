import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// The store of a command that reads only a store.
struct StoreArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The store; the same as --store.", valueName: "store"), completion: .file(extensions: ["sqlite"]))
  var named: String?

  @Option(help: ArgumentHelp("The store, such as Reports/navigation.sqlite.", valueName: "file"), completion: .file(extensions: ["sqlite"]))
  var store: String?

  func validate() throws {
    if named == nil, store == nil { throw ValidationError("name a store: --store Reports/navigation.sqlite") }
    if named != nil, store != nil { throw ValidationError("name one store: with --store or as the argument") }
  }

  var path: String { store ?? named ?? "" }
}
