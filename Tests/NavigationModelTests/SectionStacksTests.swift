import TestSupport
import Testing

@testable import NavigationModel

/// Stacks give the same answers whether they are searched or indexed.
@Suite("Stacks of screens by section")
struct SectionStacksTests {
  /// The same stacks in the simplest implementation.
  private struct Plain {
    var stacks: [(section: Section, screens: [Name], modals: [Int])] = [(.none, [], [])]
    var current = 0

    var screens: [Name] { stacks[current].screens }

    mutating func enter(_ section: Section) {
      if let index = stacks.firstIndex(where: { $0.section == section }) {
        current = index
      } else {
        stacks.append((section, [], []))
        current = stacks.count - 1
      }
    }

    mutating func push(_ screen: Name, isModal: Bool) {
      stacks[current].screens.append(screen)
      if isModal { stacks[current].modals.append(screens.count) }
    }

    mutating func cut(to count: Int) {
      stacks[current].screens = Array(screens.prefix(count))
      stacks[current].modals.removeAll { $0 > count }
    }

    func topmostPosition(of screen: Name, below limit: Int) -> Int? {
      screens.indices.last { screens[$0] == screen && $0 + 1 < limit }.map { $0 + 1 }
    }

    func otherTab(withRoot screen: Name, orMore: Bool) -> Section? {
      let found = stacks.indices.filter { index in
        let section = stacks[index].section
        return index != current && (section.kind == .tab || orMore && section == .more)
          && stacks[index].screens.first == screen
      }
      return found.count == 1 ? stacks[found[0]].section : nil
    }
  }

  @Test(arguments: sampled(Array(1...12 as ClosedRange<UInt64>)))
  func `many screens and many sections`(seed: UInt64) {
    var random = Random(state: seed)
    var stacks = SectionStacks()
    var plain = Plain()
    stacks.removeAll()
    // Few or many different screens and sections; deep stacks, or sections that come and go.
    let screens = seed % 3 == 0 ? 500 : 9
    let sections = seed % 2 == 0 ? 300 : 5
    let switching = seed % 4 < 2 ? 3 : 40
    func screen() -> Name { Name(rawValue: UInt32(10 + random.next(screens))) }
    func section() -> Section {
      switch random.next(9) {
      case 0: .more
      case 1: .link
      case 2: .menuItem(.menu, Name(rawValue: UInt32(random.next(sections))))
      default: .tab(Name(rawValue: UInt32(10 + random.next(sections))))
      }
    }
    for _ in 0..<6000 {
      switch random.next(60) {
      case 0..<switching:
        let section = section()
        #expect(stacks.holds(section) == plain.stacks.contains { $0.section == section })
        stacks.enter(section)
        plain.enter(section)
        if stacks.count == 0 {
          let screen = screen()
          stacks.replace(with: screen)
          plain.push(screen, isModal: false)
        }
      case 40:
        let count = random.next(plain.screens.count + 1)
        stacks.cut(to: count)
        plain.cut(to: count)
      case 41 where stacks.count > 0:
        let screen = screen()
        stacks.rename(to: screen)
        plain.stacks[plain.current].screens[plain.screens.count - 1] = screen
      case 42:
        let screen = screen()
        stacks.replace(with: screen)
        plain.cut(to: 0)
        plain.push(screen, isModal: false)
      case 43:
        let position = plain.stacks[plain.current].modals.last
        #expect(stacks.dismissModal() == ((position ?? 1) > 1))
        if let position, position > 1 { plain.cut(to: position - 1) }
      default:
        let screen = screen()
        let isModal = random.next(30) == 0
        stacks.push(screen, isModal: isModal)
        plain.push(screen, isModal: isModal)
      }
      #expect(stacks.count == plain.screens.count && stacks.top?.screen == plain.screens.last)
      let wanted = screen()
      let limit = random.next(3) == 0 ? Int.max : plain.screens.count + 1 - random.next(2)
      if limit > 0 {
        #expect(stacks.topmostPosition(of: wanted, below: limit) == plain.topmostPosition(of: wanted, below: limit))
      }
      #expect(stacks.otherTab(withRoot: wanted, orMore: true) == plain.otherTab(withRoot: wanted, orMore: true))
      #expect(stacks.otherTab(withRoot: wanted, orMore: false) == plain.otherTab(withRoot: wanted, orMore: false))
    }
    let isIndexed =
      plain.stacks.contains { $0.screens.count > SectionStacks.searchedLimit }
      || plain.stacks.count > SectionStacks.searchedLimit
    #expect(isIndexed || seed % 4 == 3)
  }

  private struct Random {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }
}
