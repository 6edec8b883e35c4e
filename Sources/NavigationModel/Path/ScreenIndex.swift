/// The positions of each screen of a stack, counted from 1.
struct ScreenIndex {
  private var topmost: [Name: Int] = [:]
  /// For each position, the next one below with the same screen; 0 if there is none.
  private var below: [Int] = []

  init(_ entries: [StackEntry]) {
    for entry in entries { push(entry.screen) }
  }

  mutating func push(_ screen: Name) {
    below.append(topmost[screen] ?? 0)
    topmost[screen] = below.count
  }

  mutating func pop(_ screen: Name) {
    let next = below.removeLast()
    topmost[screen] = next > 0 ? next : nil
  }

  func topmostPosition(of screen: Name, below limit: Int) -> Int? {
    var position = topmost[screen] ?? 0
    while position >= limit { position = below[position - 1] }
    return position > 0 ? position : nil
  }
}
