import AppMaps
import ArgumentParser
import NavigationAudit

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the log formats, how each is recognized, and the presets of event mappings.")

  func run() {
    Terminal.print("The format is that of most of the first records; --format overrides it. Files may be plain, gzip, zstd or ZIP.\n")
    for format in LogFormats.all { Terminal.print("\(format.name)\n  \(format.summary)\n  Recognized by \(format.sign).") }
    Terminal.print("\nPresets for the app map (presets: [\(EventPreset.all[0].name)]):\n")
    for preset in EventPreset.all { Terminal.print("\(preset.name)\n  \(preset.summary)") }
  }
}
