import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// What counts as a day.
struct TimeZoneOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Time zone of days, such as Europe/Berlin (default: the map's, or UTC).", valueName: "zone"),
    completion: .custom { _, _, _ in CalendarDays.zones })
  var timeZone: String?

  func validate() throws {
    if let timeZone, CalendarDays(zone: timeZone) == nil {
      throw ValidationError.unknown("unknown time zone", timeZone, among: CalendarDays.zones, otherwise: "name one like Europe/Berlin or UTC")
    }
  }
}
