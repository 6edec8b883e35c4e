/// A stack of screens for each section, and the current section.
///
/// The few stacks and sections of most apps are searched linearly; of many (names that carry ids, robots) there are
/// indices, so time stays linear.
struct SectionStacks {
  struct Stack {
    var section: Section
    var entries: [StackEntry]
    /// The positions of each screen; only for tall stacks.
    var index: ScreenIndex?
    /// The modal screen at the bottom was dismissed, and stays for want of another.
    var isDismissed = false
  }

  /// The largest number of positions, or sections, that is searched linearly.
  static let searchedLimit = 64

  /// The first `used` are in use; the others keep their memory for reuse.
  private var stacks = [Stack(section: .none, entries: [])]
  private var used = 1
  private var current = 0
  /// The index of each section, and the tabs by root; only if there are many sections.
  private var sections: SectionIndex?
  var states = StackStates()

  /// Resets to the section `(none)` without a stack.
  mutating func removeAll() {
    used = 0
    sections = nil
    append(.none)
    current = 0
  }

  private mutating func append(_ section: Section) {
    if used < stacks.count {
      stacks[used].section = section
      stacks[used].entries.removeAll(keepingCapacity: true)
      stacks[used].index = nil
    } else {
      stacks.append(Stack(section: section, entries: []))
    }
    used += 1
    sections?.add(section, at: used - 1)
    if used > Self.searchedLimit, sections == nil { sections = SectionIndex(stacks[..<used]) }
  }

  var section: Section { stacks[current].section }
  var count: Int { stacks[current].entries.count }
  var top: StackEntry? { stacks[current].entries.last }
  var second: StackEntry? { count > 1 ? stacks[current].entries[count - 2] : nil }

  /// All stacks of the part, in the order in which their sections were first entered.
  var kept: ArraySlice<Stack> { stacks[..<used] }

  func holds(_ section: Section) -> Bool { index(of: section) != nil }

  private func index(of section: Section) -> Int? {
    if let sections { return sections.indices[section] }
    // By index: copying a stack out of the array would retain it temporarily.
    return (0..<used).first { stacks[$0].section == section }
  }

  /// Makes `section` the current one, with its kept stack or an empty one.
  mutating func enter(_ section: Section) {
    if let index = index(of: section) {
      current = index
    } else {
      append(section)
      current = used - 1
    }
  }

  /// Whether a modal screen is up that was not dismissed.
  var isInOpenModal: Bool { top?.isInModal == true && !stacks[current].isDismissed }

  mutating func push(_ screen: Name, isModal: Bool = false) {
    let below = top
    if isModal { stacks[current].isDismissed = false }
    let modal = isModal ? screen : below?.modal ?? .unknown
    stacks[current].entries.append(
      StackEntry(
        screen: screen, depth: isModal ? 1 : (below?.depth ?? 0) + 1, isModal: isModal, modal: modal,
        state: states.push(screen, on: below?.state ?? 0, isModal: isModal, isInModal: modal.isKnown)))
    if below == nil { sections?.setRoot(screen, of: current) }
    if count > Self.searchedLimit { indexTop() }
  }

  private mutating func indexTop() {
    if stacks[current].index == nil {
      stacks[current].index = ScreenIndex(stacks[current].entries)
    } else if let screen = top?.screen {
      stacks[current].index?.push(screen)
    }
  }

  mutating func cut(to count: Int) {
    if count <= Self.searchedLimit {
      stacks[current].index = nil
    } else if stacks[current].index != nil {
      for entry in stacks[current].entries[count...].reversed() { stacks[current].index?.pop(entry.screen) }
    }
    if count == 0 { sections?.setRoot(nil, of: current) }
    stacks[current].entries.removeLast(self.count - count)
  }

  mutating func replace(with screen: Name) {
    stacks[current].entries.removeAll(keepingCapacity: true)
    stacks[current].index = nil
    push(screen)
  }

  mutating func replace(with screens: [Name]) {
    replace(with: screens[0])
    for screen in screens.dropFirst() { push(screen) }
  }

  /// The screens of the current stack above so many, bottom first.
  func screens(from position: Int) -> [Name] { stacks[current].entries[position...].map(\.screen) }

  /// Whether the screen above so many is modal.
  func isModal(at position: Int) -> Bool { stacks[current].entries[position].isModal }

  mutating func rename(to screen: Name) {
    if let old = top?.screen, stacks[current].index != nil {
      stacks[current].index?.pop(old)
      stacks[current].index?.push(screen)
    }
    stacks[current].entries[count - 1].screen = screen
    if stacks[current].entries[count - 1].isModal { stacks[current].entries[count - 1].modal = screen }
    stacks[current].entries[count - 1].state = states.push(
      screen, on: second?.state ?? 0, isModal: top?.isModal ?? false, isInModal: top?.isInModal ?? false)
    if count == 1 { sections?.setRoot(screen, of: current) }
  }

  /// The topmost position of a screen below position `limit` (default: anywhere), counted from 1.
  func topmostPosition(of screen: Name, below limit: Int = .max) -> Int? {
    if let index = stacks[current].index { return index.topmostPosition(of: screen, below: limit) }
    return (0..<min(count, limit - 1)).last { stacks[current].entries[$0].screen == screen }.map { $0 + 1 }
  }

  /// Removes the topmost modal screen and everything above it. False if there is none or no screen would be left.
  mutating func dismissModal() -> Bool {
    // Depth restarts at 1 at a modal screen, so it gives the topmost modal's position.
    guard let top, top.isInModal else { return false }
    guard Int(top.depth) < count else {
      stacks[current].isDismissed = true
      return false
    }
    cut(to: count - Int(top.depth))
    return true
  }

  /// Cuts the stack below the top, or fills it with unknown screens, so that the top is at `depth`. Not while a modal
  /// is in the stack.
  mutating func setDepth(_ depth: Int) {
    guard let top, !top.isInModal, depth != count else { return }
    cut(to: min(count, depth) - 1)
    while count < depth - 1 { push(.unnamed) }
    push(top.screen)
  }

  /// The only tab (or More list, if `orMore`), other than the current section, whose stack has `screen` as its root.
  func otherTab(withRoot screen: Name, orMore: Bool) -> Section? {
    var found: Section?
    let isOnly = allOtherTabs(withRoot: screen, orMore: orMore) { section in
      defer { found = section }
      return found == nil
    }
    return isOnly ? found : nil
  }

  /// Whether all tabs (and the More list, if `orMore`) with `screen` as their root, except the current section, satisfy
  /// a condition. Stops at the first not to.
  func allOtherTabs(withRoot screen: Name, orMore: Bool, satisfy condition: (Section) -> Bool) -> Bool {
    func isFine(_ section: Section) -> Bool {
      section == self.section || !(section.kind == .tab || (orMore && section == .more)) || condition(section)
    }
    if let sections { return (sections.roots[screen] ?? []).allSatisfy { isFine(stacks[$0].section) } }
    return (0..<used).allSatisfy { stacks[$0].entries.first?.screen != screen || isFine(stacks[$0].section) }
  }
}

/// The index of each section, and the tabs (or More list) by root screen.
struct SectionIndex {
  private(set) var indices: [Section: Int] = [:]
  private(set) var roots: [Name: Set<Int>] = [:]
  private var rootOf: [Name?] = []

  init(_ stacks: ArraySlice<SectionStacks.Stack>) {
    for (index, stack) in stacks.enumerated() {
      add(stack.section, at: index)
      setRoot(stack.entries.first?.screen, of: index)
    }
  }

  mutating func add(_ section: Section, at index: Int) {
    indices[section] = index
    rootOf.append(nil)
  }

  /// - Parameter screen: nil if the stack is empty.
  mutating func setRoot(_ screen: Name?, of index: Int) {
    if let old = rootOf[index] { roots[old]?.remove(index) }
    rootOf[index] = screen
    if let screen { roots[screen, default: []].insert(index) }
  }
}

struct StackEntry {
  var screen: Name
  /// The position counted from the root, or from the modal screen above it, where counting restarts at 1.
  var depth: UInt32
  var isModal: Bool
  /// The topmost modal screen that this is or lies above; unknown outside of modal screens.
  var modal: Name

  var isInModal: Bool { modal.isKnown }
  /// The state of the stack with this on top.
  var state: StackStates.Index
}

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
