import ArgumentParser
import NavigationAudit

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the formats of logs, how each is recognised, and the presets of event mappings.")

  func run() {
    Terminal.print("A log is of the format of most of its first records; --format overrides. Plain, gzip, zstd and ZIP are read alike.\n")
    for format in LogFormats.all { Terminal.print("\(format.name)\n  \(format.summary)\n  Recognised by \(format.sign).") }
    Terminal.print("\nPresets, to be named in the app map (presets: [\(EventPreset.all[0].name)]):\n")
    for preset in EventPreset.all { Terminal.print("\(preset.name)\n  \(preset.summary)") }
  }
}
