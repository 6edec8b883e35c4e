extension SimulatedApp {
  /// Tasks that people don't complete directly.
  mutating func plantTask(_ flaw: inout PlantedFlaw) throws {
    let task = try subject(of: &flaw, among: tasks.map(\.name), "task", choice: 0)
    switch flaw.flaw {
    case .taskLost: tasks[task].lost = flaw.share ?? 0.7
    case .taskFirstChoice: tasks[task].wrongFirst = flaw.share ?? 0.6
    default: tasks[task].indirect = flaw.share ?? 0.6
    }
  }
}
