import Advice
import Findings
import UsabilityRules

extension PlannedMoves {
  /// What the recommended plans of all platforms promote, and which tab makes room for each entry; nil if no platform has plans, so the saving
  /// of a swap is unknown.
  init?(_ advice: Advice) {
    guard advice.platforms.contains(where: { !$0.plans.isEmpty }) else { return nil }
    var promotions: [Promotion] = []
    for (platform, plan) in advice.platforms.compactMap({ platform in platform.plan.map { (platform, $0) } }) {
      for (index, move) in plan.promotions.enumerated() {
        let demotion = index < plan.demotions.count ? plan.demotions[index] : nil
        let saved = move.taps + (demotion?.taps ?? 0)
        let earlier = promotions.firstIndex { $0.container == move.entry.container && $0.entry == move.entry.name }
        let before = earlier.map { promotions.remove(at: $0) }
        promotions.append(
          Promotion(
            container: move.entry.container, entry: move.entry.name, demoted: before?.demoted ?? demotion?.entry.name,
            tapsSaved: saved + (before?.tapsSaved ?? 0), platforms: (before?.platforms ?? []) + [platform.name]))
      }
    }
    self.init(
      promotions: promotions.filter { $0.tapsSaved > 0 }.map { move in
        let isEverywhere = move.platforms.count == advice.platforms.count
        return Promotion(
          container: move.container, entry: move.entry, demoted: move.demoted, tapsSaved: move.tapsSaved, platforms: isEverywhere ? [] : move.platforms)
      })
  }
}
