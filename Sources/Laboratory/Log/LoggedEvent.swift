/// One event as an app logs it, with the fields of the native format. Generators make events; a writer or a dialect turns them into lines of a log.
public struct LoggedEvent: Sendable, Equatable {
  /// What stays the same for a session: the device, the release, the experiment arm.
  public struct Segment: Sendable, Hashable {
    public var platform: String?
    public var systemVersion: String?
    public var appVersion: String?
    public var device: String?
    public var width: String?
    public var locale: String?
    public var variant: String?

    public init(
      platform: String? = nil, systemVersion: String? = nil, appVersion: String? = nil, device: String? = nil, width: String? = nil, locale: String? = nil,
      variant: String? = nil
    ) {
      self.platform = platform
      self.systemVersion = systemVersion
      self.appVersion = appVersion
      self.device = device
      self.width = width
      self.locale = locale
      self.variant = variant
    }
  }

  public enum Value: Sendable, Equatable {
    case number(Int)
    case list([String])
  }

  /// Milliseconds since 1970.
  public var time: Int64
  public var user: String
  public var session: String?
  public var event: String
  public var id: String?
  public var screen: String?
  public var target: String?
  public var container: String?
  public var via: String?
  public var outcome: String?
  public var value: Value?
  public var depth: Int?
  public var segment: Segment

  public init(
    time: Int64, user: String, session: String? = nil, event: String, id: String? = nil, screen: String? = nil, target: String? = nil,
    container: String? = nil, via: String? = nil, outcome: String? = nil, value: Value? = nil, depth: Int? = nil, segment: Segment = Segment()
  ) {
    self.time = time
    self.user = user
    self.session = session
    self.event = event
    self.id = id
    self.screen = screen
    self.target = target
    self.container = container
    self.via = via
    self.outcome = outcome
    self.value = value
    self.depth = depth
    self.segment = segment
  }
}
