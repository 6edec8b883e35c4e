import AppMaps
import EventLogs
import NavigationModel

/// What is in an app map, and how it fits a log.
public struct MapCheckOutcome: Sendable {
  /// What a mapping of events matched.
  public struct Use: Sendable {
    /// The mapping, such as `event: tab_click → tab_select`.
    public var mapping: String
    public var events: Int
    /// The first of its events: the target and the screen that were read, possibly empty, and the record.
    public var samples: [(target: String, screen: String, record: String)]
  }

  /// How a log's dates are read, with one order of day and month.
  public struct Reading: Sendable {
    /// `day-first`, `month-first` or `year-first`.
    public var order: String
    /// The first and the last event, microseconds since 1970; nil if there is none.
    public var times: ClosedRange<Int64>?
    public var rejectedLines: Int
  }

  public var map: AppMap
  /// What is probably wrong, one line each.
  public var remarks: [String] = []
  /// The number of events in the logs; nil if no logs were given.
  public var events: Int?
  public var uses: [Use] = []
  /// If the map says that dates begin with the day or the month: this reading, then the other one.
  public var readings: [Reading] = []
  /// Notes on how the logs were read.
  public var notes: [String] = []
}
