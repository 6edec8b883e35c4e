extension AppShape {
  /// Apps in which people do something.
  static let tools: [AppShape] = [files, game, weather, fitness, camera, timetable, router]

  /// Folders in folders; people go back the way they came.
  private static var files: AppShape {
    let file = Screen("File/*", stay: 20)
    let folder = Screen("Folder/*", stay: 5, goesOn: 0.4, opensAnother: 0.3, nests: 0.5, [file])
    var shape = AppShape(
      "File manager",
      tabs: [
        Entry("Browse", Screen("Browse", stay: 5, goesOn: 0.95, [folder]), weight: 3), section("Recents", "Recent file", reach: 0.8),
        section("Shared", "Shared file", reach: 0.6),
      ])
    shape.kinds = [("Folder", "folder"), ("File", "folder"), ("Browse", "folder")]
    shape.climbs = 0.7
    shape.reselects = 0.1
    return shape
  }

  /// No bar: a start screen, and levels to play.
  private static var game: AppShape {
    var shape = AppShape("Game", tabs: [])
    let level = Screen("Level/*", stay: 90, opensAnother: 0.7, hidesBar: true, modals: [Modal(["Pause"], share: 0.05, stay: 15)])
    shape.start = Screen(
      "Start", stay: 6, goesOn: 0.97, opensAnother: 0.5,
      [Screen("World", weight: 5, stay: 6, goesOn: 0.95, opensAnother: 0.8, [level]), Screen("Trophies"), Screen("Settings", weight: 0.3)])
    shape.kinds = [("Level", "player"), ("Pause", "player")]
    shape.climbs = 0.05
    shape.reselects = 0.05
    return shape
  }

  private static var weather: AppShape {
    var shape = AppShape("Weather in two tabs", tabs: [section("Now", "Hours", "Days"), section("Places", "Place", reach: 0.8)])
    shape.errands = 1.4
    shape.goesOn = 0.4
    return shape
  }

  /// A workout is recorded for an hour, with the bar hidden.
  private static var fitness: AppShape {
    let recording = Screen("Recording", stay: 600, opensAnother: 0, hidesBar: true)
    var shape = AppShape(
      "Fitness",
      tabs: [
        Entry("Start", Screen("Start", stay: 8, [Screen("Workout", weight: 3, stay: 6, goesOn: 0.9, [recording]), Screen("Plan")])),
        section("Log", "Workout record", reach: 0.9),
        section("Friends", "Friend", reach: 0.6), section("Profile", "Goals", "Devices", reach: 0.7),
      ])
    shape.kinds = [("Recording", "player")]
    return shape
  }

  private static var camera: AppShape {
    var shape = AppShape("Camera", tabs: [])
    shape.start = Screen(
      "Viewfinder", stay: 20, goesOn: 0.6, opensAnother: 0.3,
      [Screen("Gallery", weight: 2, stay: 6, opensAnother: 0.6, [Screen("Photo/*", stay: 8)]), Screen("Modes")])
    shape.gestures = [Gesture("swipe up for the gallery", on: "Viewfinder", reach: 0.6), Gesture("pinch to zoom", on: "Viewfinder", reach: 0.8)]
    shape.kinds = [("Viewfinder", "player"), ("Photo", "lookup")]
    return shape
  }

  /// People look at one day after the other.
  private static var timetable: AppShape {
    var shape = AppShape(
      "Timetable",
      tabs: [
        Entry(
          "Connections",
          Screen("Connections", stay: 9, goesOn: 0.9, opensAnother: 0.5, [Screen("Connection/*", stay: 4, goesOn: 0.3, [Screen("Stops/*", stay: 9)])])),
        section("Departures", "Stop", reach: 0.8),
        section("Tickets", "Ticket", reach: 0.7), section("Messages", "Disruption", reach: 0.5),
      ])
    shape.kinds = [("Connection", "lookup")]
    return shape
  }

  /// As deep as settings may be: five levels.
  private static var router: AppShape {
    let deep = Screen(
      "Network", weight: 0.6,
      [Screen("Wireless", weight: 0.25, goesOn: 0.25, [Screen("Channel", goesOn: 0.4, [Screen("Channel width", stay: 12)])]), Screen("Guests")])
    return AppShape(
      "Router with five levels",
      tabs: [
        Entry("Overview", Screen("Overview", [Screen("Device/*", opensAnother: 0.3)])), Entry("Settings", Screen("Settings", [deep, Screen("System")])),
        section("Help", "Topic", reach: 0.5),
      ])
  }
}
