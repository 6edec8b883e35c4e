extension AppShape {
  /// Apps of banks, clinics, cars and rooms.
  static let services: [AppShape] = [bank, ride, clinic, survey, sidebar]

  /// Every start asks for a fingerprint first.
  private static var bank: AppShape {
    var shape = AppShape(
      "Bank with a gate",
      tabs: [
        Entry("Accounts", Screen("Accounts", stay: 10, [Screen("Account/*", stay: 14, opensAnother: 0.3, [Screen("Booking/*", stay: 8)])])),
        Entry(
          "Pay",
          Screen(
            "Pay", modals: [Modal(["Transfer: to", "Transfer: amount", "Transfer: confirm", "Transfer: done"], share: 0.5, stay: 14)],
            [Screen("Standing orders")])),
        section("Cards", "Card", reach: 0.8), section("Service", "Branch", "Appointment", reach: 0.6),
      ])
    shape.gate = ["Unlock"]
    shape.kinds = [("Transfer*", "wizard")]
    return shape
  }

  private static var ride: AppShape {
    let ride = Modal(["Ride: where to", "Ride: choice", "Ride: pickup", "Ride: driver", "Ride: on the way", "Ride: pay"], share: 0.6, stay: 40)
    var shape = AppShape(
      "Rides",
      tabs: [
        Entry("Map", Screen("Map", stay: 12, modals: [ride], [Screen("Saved places", weight: 0.3)])), section("Trips", "Trip", reach: 0.7),
        section("Account", "Payment", reach: 0.6),
      ])
    shape.kinds = [("Ride*", "wizard")]
    shape.errands = 1.5
    return shape
  }

  private static var clinic: AppShape {
    let flow = Modal(["Booking: doctor", "Booking: day", "Booking: time", "Booking: done"], share: 0.25, stay: 15)
    var shape = AppShape(
      "Clinic",
      tabs: [
        Entry("Home", Screen("Home", modals: [flow], [Screen("Doctor/*", stay: 15, modals: [flow]), Screen("News")])),
        section("Records", "Finding", "Prescription", reach: 0.8), section("Messages", "Thread", reach: 0.7),
        section("Profile", "Insurance", reach: 0.6),
      ])
    shape.kinds = [("Booking*", "wizard")]
    shape.meanSessions = 4
    return shape
  }

  /// Filled in once, by people who never return.
  private static var survey: AppShape {
    var step = Screen("Question: end", stay: 5)
    for number in stride(from: 11, through: 1, by: -1) { step = Screen("Question: \(number)", stay: 12, goesOn: 0.97, opensAnother: 0, [step]) }
    var shape = AppShape("Survey", tabs: [])
    shape.start = Screen("Welcome", stay: 10, goesOn: 0.95, [step])
    shape.kinds = [("Question*", "wizard"), ("Welcome", "wizard")]
    shape.meanSessions = 0.5
    shape.errands = 1
    shape.climbs = 0
    shape.reselects = 0
    return shape
  }

  /// Tabs on phones; tablets show them in a sidebar, with more entries below.
  private static var sidebar: AppShape {
    var shape = AppShape(
      "Sidebar on tablets",
      tabs: [
        section("Home", "Scene"), section("Rooms", "Room", reach: 0.9), section("Automation", "Rule", reach: 0.75), section("Discover", "Tip", reach: 0.6),
      ])
    shape.devices = [Device("ios", weight: 60), Device("ipados", "tablet", weight: 25), Device("android", weight: 15)]
    return shape
  }
}
