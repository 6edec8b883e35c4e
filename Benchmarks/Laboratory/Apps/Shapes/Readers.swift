extension AppShape {
  /// Apps in which people look things up, read, watch and listen.
  static let readers: [AppShape] = [dictionary, encyclopedia, news, manyScreens, player, podcasts, recipes]

  /// People look up one word after the other, within seconds.
  private static var dictionary: AppShape {
    var shape = AppShape(
      "Dictionary",
      tabs: [
        Entry("Words", Screen("Words", stay: 4, goesOn: 0.95, opensAnother: 0.75, [Screen("Word/*", stay: 3)]), weight: 4),
        section("Favorites", "Saved word", reach: 0.6), section("History", "Earlier word", reach: 0.5),
      ])
    shape.kinds = [("Word", "lookup")]
    shape.errands = 2
    return shape
  }

  /// Articles link to articles, as far down as people care.
  private static var encyclopedia: AppShape {
    let article = Screen("Article/*", stay: 25, goesOn: 0.2, nests: 0.55, [Screen("Sources", stay: 8)])
    var shape = AppShape(
      "Encyclopedia",
      tabs: [Entry("Read", Screen("Read", stay: 8, [article])), Entry("Search", Screen("Search", stay: 6, [article])), section("Saved", "List", reach: 0.6)])
    shape.kinds = [("Article", "folder"), ("Sources", "folder")]
    return shape
  }

  /// One article per session; people close the app after reading it.
  private static var news: AppShape {
    let story = Screen("Story/*", stay: 60, [Screen("Comments/*", weight: 0.3, stay: 30)])
    var shape = AppShape(
      "News",
      tabs: [
        Entry("Today", Screen("Today", stay: 15, goesOn: 0.9, opensAnother: 0.55, [story]), weight: 3),
        Entry("Sections", Screen("Sections", stay: 6, [Screen("Section", stay: 12, goesOn: 0.9, opensAnother: 0.5, [story])])),
        section("Saved", "Saved story", reach: 0.6), section("Audio", "Episode", reach: 0.5),
      ])
    shape.errands = 1.6
    shape.links = [story]
    shape.linked = 0.25
    return shape
  }

  /// Nearly three hundred screens with different names.
  private static var manyScreens: AppShape {
    func branch(_ tab: String, _ count: Int) -> [Screen] {
      (1...count).map { number in Screen("\(tab) \(number)", weight: 1 / Double(number), stay: 9, (1...6).map { Screen("\(tab) \(number).\($0)", stay: 14) }) }
    }
    return AppShape("Three hundred screens", tabs: ["Learn", "Practice", "Exams", "Library", "Me"].map { Entry($0, Screen($0, branch($0, 8))) })
  }

  /// A full-screen player; sessions end there.
  private static var player: AppShape {
    let playing = Screen("Now playing", stay: 180, opensAnother: 0, hidesBar: true)
    var shape = AppShape(
      "Player",
      tabs: [
        Entry("Listen", Screen("Listen", stay: 10, [Screen("Album/*", stay: 12, goesOn: 0.85, [playing])])),
        Entry("Search", Screen("Search", stay: 7, [Screen("Artist/*", [Screen("Album/*", stay: 12, goesOn: 0.85, [playing])])])),
        section("Library", "Playlist", reach: 0.9),
      ])
    shape.kinds = [("Now playing", "player")]
    shape.gestures = [Gesture("swipe down to close", on: "Now playing", reach: 0.7)]
    return shape
  }

  private static var podcasts: AppShape {
    let episode = Screen("Episode/*", stay: 120, opensAnother: 0)
    return AppShape(
      "Podcasts",
      tabs: [
        Entry("Up next", Screen("Up next", stay: 9, goesOn: 0.85, opensAnother: 0.3, [episode])),
        Entry("Shows", Screen("Shows", [Screen("Show/*", opensAnother: 0.3, [episode])])),
        section("Discover", "Chart", reach: 0.7), section("Downloads", "Downloaded", reach: 0.6),
      ])
  }

  private static var recipes: AppShape {
    let recipe = Screen("Recipe/*", stay: 40, modals: [Modal(["Cooking mode: start", "Cooking mode: steps", "Cooking mode: end"], share: 0.2, stay: 60)])
    var shape = AppShape(
      "Recipes",
      tabs: [
        Entry("Ideas", Screen("Ideas", opensAnother: 0.4, [recipe, Screen("Collection", [recipe])])), section("My book", "My recipe", reach: 0.8),
        section("Shopping list", "Shop", reach: 0.6),
      ])
    shape.kinds = [("Cooking mode*", "wizard")]
    return shape
  }
}
