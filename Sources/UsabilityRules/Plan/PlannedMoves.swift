/// Entries that move, by their index in the layout, ordered by name and container.
struct PlannedMoves: Hashable {
  /// Hidden entries that move into the bar.
  var promotions: [Int]
  /// Tabs that move out of it.
  var demotions: [Int]

  var all: [Int] { promotions + demotions }

  static let none = PlannedMoves(promotions: [], demotions: [])
}
