import NavigationModel

/// All measures of a log. Adding one is a file of its own and a line in each of the lists below.
public struct Measures: Sendable, Codable {
  public private(set) var totals = Totals()
  public private(set) var depths = Depths()
  public private(set) var sectionDepths = SectionDepths()
  public private(set) var screens = Screens()
  public private(set) var transitions = Transitions()
  public private(set) var sectionChanges = SectionChanges()
  public private(set) var returns = Returns()
  public private(set) var tabs = Tabs()
  public private(set) var tabSets = TabSets()
  public private(set) var sightings = Sightings()
  public private(set) var moreList = MoreList()
  public private(set) var menus = Menus()
  public private(set) var gestures = Gestures()
  public private(set) var discovery = Discovery()
  public private(set) var daily = Daily()
  public private(set) var logSigns = LogSigns()

  public init() {}

  /// Takes in a session. Sessions come user by user, each user's in the order of their numbers.
  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    totals.observe(session, path)
    depths.observe(session, path)
    sectionDepths.observe(session, path)
    screens.observe(session, path)
    transitions.observe(session, path)
    sectionChanges.observe(session, path)
    returns.observe(session, path)
    tabs.observe(session, path)
    tabSets.observe(session, path)
    sightings.observe(session, path)
    moreList.observe(session, path)
    menus.observe(session, path)
    gestures.observe(session, path)
    discovery.observe(session, path)
    daily.observe(session, path)
    logSigns.observe(session, path)
  }

  /// All sessions were observed.
  public mutating func finish() {
    totals.finish()
    depths.finish()
    sectionDepths.finish()
    screens.finish()
    transitions.finish()
    sectionChanges.finish()
    returns.finish()
    tabs.finish()
    tabSets.finish()
    sightings.finish()
    moreList.finish()
    menus.finish()
    gestures.finish()
    discovery.finish()
    daily.finish()
    logSigns.finish()
  }

  /// Takes in the measures of other users. Both must be finished.
  public mutating func merge(_ other: Measures) {
    totals.merge(other.totals)
    depths.merge(other.depths)
    sectionDepths.merge(other.sectionDepths)
    screens.merge(other.screens)
    transitions.merge(other.transitions)
    sectionChanges.merge(other.sectionChanges)
    returns.merge(other.returns)
    tabs.merge(other.tabs)
    tabSets.merge(other.tabSets)
    sightings.merge(other.sightings)
    moreList.merge(other.moreList)
    menus.merge(other.menus)
    gestures.merge(other.gestures)
    discovery.merge(other.discovery)
    daily.merge(other.daily)
    logSigns.merge(other.logSigns)
  }
}
