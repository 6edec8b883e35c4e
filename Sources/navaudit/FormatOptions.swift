import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// How logs are read.
struct FormatOptions: ParsableArguments {
  @OptionGroup var fields: FieldOptions

  @Option(
    help: ArgumentHelp("Largest share of rejected lines that is accepted (default: 5%).", valueName: "percentage"),
    transform: Percentage.value(of: "--max-rejected"))
  var maxRejected: Percentage?

  @OptionGroup var allowing: AllowOptions

  func apply(to options: inout AuditOptions) {
    fields.apply(to: &options)
    if let maxRejected { options.maxRejected = maxRejected.share }
    options.allowed = allowing.allowed
  }
}

/// Where logs have their fields.
struct FieldOptions: ParsableArguments {
  @Option(help: "Format of the logs (default: auto-detected; see `navaudit formats`).")
  var format: String?

  @Option(
    help: ArgumentHelp("Columns that hold native fields, such as user=participant,time=timestamp, ahead of the map's `columns`.", valueName: "field=column,…"),
    transform: ColumnNames.init(argument:))
  var columns: ColumnNames?

  func validate() throws { try LogFormats.expect(format) }

  func apply(to options: inout AuditOptions) {
    options.format = format
    options.columns = columns?.named ?? []
  }
}
