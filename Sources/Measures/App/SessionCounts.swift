import NavigationModel

/// What is counted once per session for all measures.
package struct SessionCounts: Sendable {
  /// By ``Quantity/index``.
  private(set) var amounts: [Int] = []
  /// Each accepted use of a tab, item, menu or gesture by a person.
  private(set) var uses: [Discovery.Subject] = []
  /// Those that look like one, but that the app made, or that came with the opening of their list.
  private(set) var usesOfApp: [(subject: Discovery.Subject, maker: Maker)] = []
  /// The rows of shares of single tabs, menus and gestures.
  private(set) var rows: [SubjectRow] = []
  /// The lists of tabs that the bar showed, or that the user made.
  private(set) var tabLists: [Name] = []
  /// The session contains the first opening of the app on this device.
  var isFirstOpen = false
  var figures = SessionFigures()
  var returns = 0
  var inferred = 0
  /// Visits of non-modal screens.
  var plainVisits = 0
  /// Distinct screens among the steps.
  var screens = 0
  var hasBackChain = false
  /// The pairs of sections between which people went to and fro.
  var pingPongs: [(a: Section, b: Section)] = []
  /// `tab` steps that are not the first of a part, and those of them that the app made.
  var laterTabSteps = 0
  var laterTabStepsOfApp = 0
  var moreOpens = 0
  var moreAbandoned = 0
  var backsAtRoot = 0
  /// The steps on whose screens a task ended well, by index.
  private(set) var taskEnds: [Int] = []
  /// By ``ComparedSubject/Kind``: the sums of ``rows``.
  private var sums: [FigureTally.Rows] = []

  subscript(quantity: Quantity) -> Int { amounts[quantity.index] }

  /// The rows of a share, of all its tabs, menus or gestures.
  subscript(figure: ComparedSubject.Kind) -> FigureTally.Rows { sums[Int(figure.rawValue)] }

  var hasPingPong: Bool { !pingPongs.isEmpty }
  var hasSteps: Bool { figures.steps > 0 }

  /// The screens of the session; empty before and after it is counted.
  private var seen = NameList()

  package init() {}

  package init(_ path: Reconstruction) { count(path) }

  /// Counts another session in the memory of the last one.
  package mutating func count(_ path: Reconstruction) {
    var last = SessionCounts()
    swap(&self, &last)
    swap(&amounts, &last.amounts)
    swap(&uses, &last.uses)
    swap(&usesOfApp, &last.usesOfApp)
    swap(&tabLists, &last.tabLists)
    swap(&rows, &last.rows)
    swap(&sums, &last.sums)
    swap(&seen, &last.seen)
    amounts.removeAll(keepingCapacity: true)
    uses.removeAll(keepingCapacity: true)
    usesOfApp.removeAll(keepingCapacity: true)
    tabLists.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    sums.removeAll(keepingCapacity: true)
    sums.append(contentsOf: repeatElement((y: 0, n: 0), count: ComparedSubject.Kind.allCases.count))
    isFirstOpen = path.quality.isFirstOpen
    figures = path.figures
    var chain = 0
    for (index, step) in path.steps.enumerated() {
      let isFirst = index == 0 || path.steps[index - 1].part != step.part
      chain = step.kind == .back ? (isFirst ? 1 : chain + 1) : 0
      if chain >= BackChains.length { hasBackChain = true }
      if !step.kind.isForward { returns += 1 } else if step.kind != .modal { plainVisits += 1 }
      if step.isInferred { inferred += 1 }
      if step.kind == .moreItem { note(.init(.moreItem, step.item, container: .more), step.maker) }
      if step.kind == .tab, !isFirst {
        laterTabSteps += 1
        if step.maker == .app { laterTabStepsOfApp += 1 }
      }
      _ = seen.number(adding: step.screen)
    }
    screens = seen.keys.count
    seen.removeAll()
    pingPongs = path.pingPongs()
    for occurrence in path.occurrences {
      if let row = SubjectRow(occurrence) {
        rows.append(row)
        sums[Int(row.figure.rawValue)].y += row.y
        sums[Int(row.figure.rawValue)].n += row.n
      }
      switch occurrence.kind {
      case .tabSelect, .tabReselect: note(.init(.tab, occurrence.subject), occurrence.maker)
      case .tabsShown, .tabsEdit:
        if occurrence.value.isKnown, !occurrence.container.isKnown { tabLists.append(occurrence.value) }
      case .moreOpen: moreOpens += 1
      case .moreAbandoned: moreAbandoned += 1
      case .menuOpen: note(.init(.menu, occurrence.container), occurrence.maker)
      case .menuSelect:
        note(.init(.menuItem, occurrence.subject, container: occurrence.container), occurrence.maker)
      case .backAtRoot: backsAtRoot += 1
      case .taskEnd: if occurrence.outcome == .ok { taskEnds.append(Int(occurrence.stepsBefore) - 1) }
      case .gesture where !occurrence.flag: uses.append(.init(.gesture, occurrence.subject))
      default: break
      }
    }
    for quantity in Quantity.all { amounts.append(quantity.amount(self)) }
  }

  @inline(__always)
  private mutating func note(_ use: Discovery.Subject, _ maker: Maker) {
    if maker == .person { uses.append(use) } else { usesOfApp.append((use, maker)) }
  }

  /// Uses by people, and choices that came with the opening of their list.
  func forEachUse(_ body: (Discovery.Subject) -> Void) {
    uses.forEach(body)
    for (subject, maker) in usesOfApp where maker == .opening { body(subject) }
  }
}

/// What something that happened adds to a share of one tab, menu or gesture: the only definition of what these shares
/// count.
///
/// The measures of tabs, menus and gestures sum it, ``SessionCounts`` for the app as a whole, and comparisons for each
/// side.
struct SubjectRow: Sendable {
  let figure: ComparedSubject.Kind
  let name: Name
  /// What is added to the numerator and to the denominator.
  let y: Int
  let n: Int

  /// Nil if it belongs to no such share.
  @inline(__always)
  init?(_ occurrence: Occurrence) {
    switch occurrence.kind {
    case .tabSelect, .tabReselect: self.init(.tabBlocked, occurrence.subject, y: 0)
    case .tabBlocked: self.init(.tabBlocked, occurrence.subject, y: 1)
    case .keptStateReturn: self.init(.tabStateLost, occurrence.subject, y: occurrence.flag ? 1 : 0)
    case .menuOpen where !occurrence.flag: self.init(.menuAbandonment, occurrence.container, y: 0)
    case .menuAbandoned: self.init(.menuAbandonment, occurrence.container, y: 1, n: 0)
    case .gesture: self.init(.gestureFailed, occurrence.subject, y: occurrence.flag ? 1 : 0)
    default: return nil
    }
  }

  private init(_ figure: ComparedSubject.Kind, _ name: Name, y: Int, n: Int = 1) {
    self.figure = figure
    self.name = name
    self.y = y
    self.n = n
  }
}

/// A whole number of each session that can be added up: its steps, its taps on tabs, 1 if it goes below level 5.
///
/// Figures are made of quantities: a share is one over another. `daily.csv` has a column for each of ``daily``, so that
/// the figures of any range of days can be computed from it. To add one, define it beside its figures.
package struct Quantity: Sendable {
  /// Its name as a column.
  package let name: String
  let meaning: String
  /// It requires known structure (Method.md).
  let needsStructure: Bool
  let amount: @Sendable (SessionCounts) -> Int

  init(
    _ name: String, _ meaning: String, structural needsStructure: Bool = false,
    _ amount: @escaping @Sendable (SessionCounts) -> Int
  ) {
    self.name = name
    self.meaning = meaning
    self.needsStructure = needsStructure
    self.amount = amount
  }

  package var column: TypedColumn<Int> { .init(name) }

  package var isDaily: Bool { Self.daily.contains { $0.name == name } }

  /// The quantities of `daily.csv`, in its order, then those that only figures are made of: each once.
  static let all: [Quantity] = {
    var names = Set<String>()
    return (daily + Figure.all.flatMap(\.quantities)).filter { names.insert($0.name).inserted }
  }()

  private static let indices = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

  /// Its index in ``all``.
  var index: Int {
    guard let index = Self.indices[name] else { preconditionFailure("no figure and no table has the quantity \(name)") }
    return index
  }
}
