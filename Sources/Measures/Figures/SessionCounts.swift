import NavigationModel

/// What is counted once per session for all measures.
package struct SessionCounts: Sendable {
  /// By ``Quantity/index``.
  private(set) var amounts: [Int] = []
  /// Each accepted use of a tab, item, menu or gesture.
  private(set) var uses: [Discovery.Subject] = []
  /// The rows of shares of single tabs, menus and gestures.
  private(set) var rows: [SubjectRow] = []
  /// The lists of tabs that the bar showed, or that the user made.
  private(set) var tabLists: [Name] = []
  /// The session contains the first opening of the app on this device.
  var isFirstOpen = false
  /// The session's figures in `sessions.csv`.
  var figures = SessionFigures()
  /// Return steps, and inferred steps.
  var returns = 0
  var inferred = 0
  /// Visits of non-modal screens.
  var plainVisits = 0
  /// Distinct screens among the steps.
  var screens = 0
  var hasBackChain = false
  /// The pairs of sections between which people went to and fro.
  var pingPongs: [(a: Section, b: Section)] = []
  /// `tab` steps that are not the first of a part.
  var laterTabSteps = 0
  var moreOpens = 0
  var moreAbandoned = 0
  var backsAtRoot = 0
  /// By ``ComparedSubject/Kind``: the sums of ``rows``.
  private var sums = [FigureTally.Rows](repeating: .init(), count: ComparedSubject.Kind.allCases.count)

  subscript(quantity: Quantity) -> Int { amounts[quantity.index] }

  /// The rows of a share, of all its tabs, menus or gestures.
  subscript(figure: ComparedSubject.Kind) -> FigureTally.Rows { sums[Int(figure.rawValue)] }

  var hasPingPong: Bool { !pingPongs.isEmpty }
  var hasSteps: Bool { figures.steps > 0 }

  /// The screens of the session; empty before and after it is counted.
  private var seen = NameSlots()

  init() {}

  init(_ path: Reconstruction) { count(path) }

  /// Counts another session in the memory of the last one.
  mutating func count(_ path: Reconstruction) {
    var last = SessionCounts()
    swap(&self, &last)
    swap(&amounts, &last.amounts)
    swap(&uses, &last.uses)
    swap(&tabLists, &last.tabLists)
    swap(&rows, &last.rows)
    swap(&sums, &last.sums)
    swap(&seen, &last.seen)
    amounts.removeAll(keepingCapacity: true)
    uses.removeAll(keepingCapacity: true)
    tabLists.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    for index in sums.indices { sums[index] = .init() }
    isFirstOpen = path.signs.isFirstOpen
    figures = path.figures
    var chain = 0
    for (index, step) in path.steps.enumerated() {
      let isFirst = index == 0 || path.steps[index - 1].part != step.part
      chain = step.kind == .back ? (isFirst ? 1 : chain + 1) : 0
      if chain >= BackChains.length { hasBackChain = true }
      if !step.kind.isForward { returns += 1 } else if step.kind != .modal { plainVisits += 1 }
      if step.isInferred { inferred += 1 }
      if step.kind == .moreItem { uses.append(.init(.moreItem, step.item, container: .more)) }
      if step.kind == .tab, !isFirst { laterTabSteps += 1 }
      _ = seen.slot(of: step.screen)
    }
    screens = seen.names.count
    seen.removeAll()
    pingPongs = path.pingPongs()
    for occurrence in path.occurrences {
      if let row = SubjectRow(occurrence) {
        rows.append(row)
        sums[Int(row.figure.rawValue)].add(y: row.y, n: row.n)
      }
      switch occurrence.kind {
      case .tabSelect, .tabReselect: uses.append(.init(.tab, occurrence.subject))
      case .tabsShown, .tabsEdit: if occurrence.value.isKnown, !occurrence.container.isKnown { tabLists.append(occurrence.value) }
      case .moreOpen: moreOpens += 1
      case .moreAbandoned: moreAbandoned += 1
      case .menuOpen: uses.append(.init(.menu, occurrence.container))
      case .menuSelect: uses.append(.init(.menuItem, occurrence.subject, container: occurrence.container))
      case .backAtRoot: backsAtRoot += 1
      case .gesture where !occurrence.flag: uses.append(.init(.gesture, occurrence.subject))
      default: break
      }
    }
    for quantity in Quantity.all { amounts.append(quantity.amount(self)) }
  }
}
