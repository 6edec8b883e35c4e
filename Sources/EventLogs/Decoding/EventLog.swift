/// All events of a run, in the order of the log, and the tallies of its sources.
package struct EventLog: Sendable {
  package struct Source: Sendable {
    package let summary: SourceSummary
    package let format: String
    package var tally = LineTally()
  }

  package private(set) var blocks: [DecodedBlock]
  package private(set) var sources: [Source]

  init(blocks: [DecodedBlock], summaries: [SourceSummary], formats: [Int: String]) {
    self.blocks = blocks
    sources = summaries.enumerated().map { Source(summary: $1, format: formats[$0] ?? "empty") }
    for block in blocks { sources[block.sourceIndex].tally.append(block.tally) }
  }

  package var tally: LineTally {
    sources.reduce(into: LineTally()) { $0.append($1.tally) }
  }
}
