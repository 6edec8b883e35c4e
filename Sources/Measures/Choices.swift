import NavigationModel

/// The first choices of one user or session, with counts, in an order that is stable within a run.
struct Choices: Hashable, Sendable, Codable {
  struct Entry: Hashable, Sendable, Codable {
    let choice: FirstChoice
    let count: Int
  }

  let entries: [Entry]

  init(_ tally: Tally<FirstChoice>) { self.init(tally.counts.map { Entry(choice: $0, count: $1) }) }

  private init(_ entries: [Entry]) {
    self.entries = entries.count < 2 ? entries : entries.sorted { $0.choice.precedes($1.choice) }
  }

  init(from decoder: any Decoder) throws { self.init(try [Entry](from: decoder)) }
  func encode(to encoder: any Encoder) throws {
    let encoder = try BinaryEncoder.of(encoder)
    try encoder.encode(count: entries.count) { try encoder.encode(entries[$0]) }
  }

  func count(where isRight: (FirstChoice) -> Bool) -> (right: Int, all: Int) {
    entries.reduce((0, 0)) { ($0.0 + (isRight($1.choice) ? $1.count : 0), $0.1 + $1.count) }
  }
}
