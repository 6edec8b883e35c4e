extension SimulatedApp {
  /// An app without usability problems, on which flaws can be shown one at a time.
  package static func wellBuilt() throws -> SimulatedApp {
    try SimulatedApp(yaml: wellBuiltDescription, file: "well-built.app.yml")
  }

  /// The description of ``wellBuilt()``, as an example to start from.
  package static let wellBuiltDescription = """
    app: Orchard
    versions: [3.0.0, 3.1.0, 3.2.0]
    platforms:
      - {name: android, weight: 68, os_versions: ["13", "14", "15"], device: phone, width: compact}
      - {name: android, weight: 12, os_versions: ["14"], device: tablet, width: regular}
      - {name: ios, weight: 20, os_versions: ["17.6", "18.3"], device: phone, width: compact}
    locales: [en_US, en_GB, de_DE, fr_FR]
    tabs:
      - name: Home
        weight: 3
        controls: [Banner, Greeting]
        screens:
          - name: Category
            weight: 3
            modals: [Filter]
            screens:
              - {name: Product, weight: 3, controls: [Add to cart, Photo]}
              - {name: Brand, weight: 1}
          - {name: Offer, weight: 2, controls: [Add to cart]}
          - {name: Story, weight: 1}
      - name: Search
        weight: 2.5
        screens:
          - {name: Results, weight: 3, modals: [Filter], screens: [{name: Result, weight: 2}, {name: Advice, weight: 1}]}
          - {name: Recent, weight: 1}
      - name: Orders
        weight: 2.5
        badge: 0.2
        screens:
          - {name: Order, weight: 3, screens: [{name: Invoice, weight: 1}, {name: Track, weight: 0}]}
          - {name: Returns, weight: 1}
      - name: Profile
        weight: 2
        screens: [{name: Address, weight: 1}, {name: Sizes, weight: 1}]
    menus:
      - name: menu
        platforms: [android]
        items:
          - {name: Settings, weight: 0.12, screens: [Language]}
          - {name: Wishlist, weight: 0.12}
          - {name: Help, weight: 0.08}
    gestures:
      - {name: swipe to save, on: Offer, reach: 0.6, weight: 0.35}
      - {name: pull to refresh, on: Orders, reach: 0.7, weight: 0.25}
    links: [{name: Campaign}]
    tasks:
      - {name: track an order, start: Home, goal: Track, share: 0.2}
    behavior: {sessions: 7}

    """
}
