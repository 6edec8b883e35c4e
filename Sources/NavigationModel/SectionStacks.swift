/// A place in a stack of screens.
struct Place {
  var screen: Name
  /// The place counted from the root, or from the modal screen above it, which starts to count anew at 1.
  var depth: UInt32
  var isModal: Bool
  /// It is a modal screen or lies above one.
  var isInModal: Bool
}

/// A stack of screens for each section, and which of them is the present one.
struct SectionStacks {
  struct Stack {
    var section: Section
    var places: [Place]
  }

  /// The first `used` are in use; the others keep their memory for later.
  private var stacks = [Stack(section: .none, places: [])]
  private var used = 1
  private var current = 0

  /// Back to the section `(none)` without a stack.
  mutating func removeAll() {
    used = 0
    append(.none)
    current = 0
  }

  private mutating func append(_ section: Section) {
    if used < stacks.count {
      stacks[used].section = section
      stacks[used].places.removeAll(keepingCapacity: true)
    } else {
      stacks.append(Stack(section: section, places: []))
    }
    used += 1
  }

  var kept: ArraySlice<Stack> { stacks[..<used] }
  var section: Section { stacks[current].section }
  var count: Int { stacks[current].places.count }
  var top: Place? { stacks[current].places.last }
  var second: Place? { count > 1 ? stacks[current].places[count - 2] : nil }

  func holds(_ section: Section) -> Bool { kept.contains { $0.section == section } }

  /// Makes `section` the present one, with the stack that it kept or an empty one.
  mutating func enter(_ section: Section) {
    if let index = kept.firstIndex(where: { $0.section == section }) {
      current = index
    } else {
      append(section)
      current = used - 1
    }
  }

  mutating func push(_ screen: Name, isModal: Bool = false) {
    let below = top
    stacks[current].places.append(
      Place(
        screen: screen, depth: isModal ? 1 : (below?.depth ?? 0) + 1, isModal: isModal,
        isInModal: isModal || below?.isInModal ?? false))
  }

  mutating func cut(to count: Int) { stacks[current].places.removeLast(self.count - count) }

  mutating func replace(with screen: Name) {
    stacks[current].places.removeAll(keepingCapacity: true)
    push(screen)
  }

  mutating func rename(to screen: Name) { stacks[current].places[count - 1].screen = screen }

  /// The topmost place of a screen among the lowest `limit` less one places (by default all), counted from 1.
  func topmostPlace(of screen: Name, below limit: Int = .max) -> Int? {
    stacks[current].places.prefix(limit - 1).lastIndex { $0.screen == screen }.map { $0 + 1 }
  }

  /// Removes the topmost modal screen and all above it. False where there is none or no screen would be left.
  mutating func dismissModal() -> Bool {
    guard top?.isInModal == true, let index = stacks[current].places.lastIndex(where: \.isModal), index > 0 else {
      return false
    }
    cut(to: index)
    return true
  }

  /// Cuts the places below the top, or fills them with unknown screens, so that the top is at `depth`. Not while a modal is in the stack.
  mutating func setDepth(_ depth: Int) {
    guard let top, !top.isInModal, depth != count else { return }
    cut(to: min(count, depth) - 1)
    while count < depth - 1 { push(.unnamed) }
    push(top.screen)
  }

  /// The one tab (the More list among them, if `orMore`) other than the present section of whose stack `screen` is the root.
  func otherTab(withRoot screen: Name, orMore: Bool) -> Section? {
    var found: Section?
    for stack in kept where stack.section != section {
      guard stack.section.kind == .tab || (orMore && stack.section == .more) else { continue }
      guard stack.places.first?.screen == screen else { continue }
      if found != nil { return nil }
      found = stack.section
    }
    return found
  }
}
