extension AppShape {
  /// Apps in which people talk and share.
  static let talkers: [AppShape] = [messenger, composeTab, mail, calls]

  /// People glance at one chat after the other; sessions end in one.
  private static var messenger: AppShape {
    let chat = Screen("Chat/*", stay: 9, goesOn: 0.12, [Screen("Chat details/*", stay: 6)])
    var shape = AppShape(
      "Messenger",
      tabs: [
        Entry("Chats", Screen("Chats", stay: 4, goesOn: 0.95, opensAnother: 0.7, [chat]), weight: 4), section("Calls", "Call", reach: 0.6),
        section("Contacts", "Contact", reach: 0.6),
        section("Settings", "Privacy", "Notifications", reach: 0.5),
      ])
    shape.kinds = [("Chat", "lookup")]
    shape.links = [chat]
    shape.linked = 0.4
    shape.meanSessions = 20
    shape.errands = 1.8
    return shape
  }

  /// The middle tab opens the composer over any screen.
  private static var composeTab: AppShape {
    let post = Screen("Post/*", stay: 14, [Screen("Likes/*", weight: 0.3)])
    var shape = AppShape(
      "Compose tab",
      tabs: [
        Entry("Feed", Screen("Feed", stay: 30, opensAnother: 0.4, [post])), Entry("Explore", Screen("Explore", stay: 20, [post])),
        section("Create", weight: 0.4, reach: 0.5),
        section("Activity", "Notice", reach: 0.8), Entry("Me", Screen("Me", [post, Screen("Settings")])),
      ])
    shape.tabs[2].acts = Modal(["Composer", "Composer: filter", "Composer: publish"], stay: 20)
    shape.kinds = [("Composer*", "compose")]
    return shape
  }

  /// Folders in a drawer that most people open, and a composer.
  private static var mail: AppShape {
    let message = Screen("Message/*", stay: 14, modals: [Modal(["Compose"], share: 0.15, stay: 40)])
    func folder(_ name: String, weight: Double, reach: Double) -> Entry {
      Entry(name, Screen(name, stay: 9, opensAnother: 0.4, [message]), weight: weight, reach: reach)
    }
    var shape = AppShape(
      "Mail with folders in a drawer",
      tabs: [
        Entry("Inbox", Screen("Inbox", stay: 9, goesOn: 0.85, opensAnother: 0.5, [message]), weight: 3), section("Calendar", "Day", reach: 0.85),
        section("Search", "Result", reach: 0.85),
      ])
    shape.menus = [
      Menu(
        "folders", platforms: ["android"], abandoned: 0.12,
        [
          folder("Sent", weight: 0.3, reach: 0.5), folder("Drafts", weight: 0.2, reach: 0.4), folder("Archive", weight: 0.2, reach: 0.4),
          folder("Spam", weight: 0.1, reach: 0.3),
        ])
    ]
    shape.kinds = [("Compose", "compose")]
    return shape
  }

  private static var calls: AppShape {
    let call = Modal(["Call"], share: 0.4, stay: 120)
    var shape = AppShape(
      "Telephone",
      tabs: [
        Entry("Recents", Screen("Recents", stay: 8, modals: [call], [Screen("Contact card/*", stay: 9)])),
        Entry("Contacts", Screen("Contacts", stay: 8, [Screen("Contact card/*", stay: 9, modals: [call])])),
        section("Voicemail", "Message", reach: 0.5),
      ])
    shape.goesOn = 0.5
    return shape
  }
}
