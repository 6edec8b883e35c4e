import Measures
import NavigationModel
import Statistics
import UsabilityRules

/// What is compared with what.
public struct ComparisonOptions: Sendable {
  /// The inputs: one log or store with two groups of sessions, or two logs or stores.
  public var inputs: [String] = []
  /// What the two inputs are called in reports; empty: as they were named.
  public var labels: [String] = []
  /// The sessions of the first side; nil: all.
  public var before: SegmentFilter?
  /// The sessions of the second side.
  public var after: SegmentFilter?
  /// The dimension whose values are compared with the reference.
  public var by: String?
  /// The value of ``by`` to compare the others with. Default: `control` among variants, otherwise the first in the
  /// order of versions.
  public var reference: String?
  /// The intended split of an experiment; empty: equal.
  public var split: [String: Double] = [:]
  /// How often the same comparison is made on growing data; nil: as the map says, or once.
  public var looks: Looks?
  /// Checks that must not refuse the comparison.
  public var allowed: Set<String> = []

  public init() {}

  /// The checks that can be allowed, by id.
  public static var checksToAllow: [String] { ComparisonGuard.all.filter(\.canBeAllowed).map(\.id) }

  /// Whether the sides are arms of an experiment, to which users were assigned at random.
  var isExperiment: Bool { by == "variant" || (before?.isOfVariants == true && after?.isOfVariants == true) }

  /// The dimensions by which the sides were selected.
  var dimensions: Set<String> { Set([by].compactMap(\.self) + (before?.dimensions ?? []) + (after?.dimensions ?? [])) }

  /// The largest number of values that are compared at once.
  static let mostValues = 50
}

/// Selects sessions by dimensions and start days: `platform=ios,app_version=4.1.0,date=2026-03-15..`. Values of the
/// same dimension are alternatives.
public struct SegmentFilter: Sendable, Equatable, CustomStringConvertible {
  public let conditions: [Condition]
  /// Nil: all days.
  public let days: DayRange?

  public struct Condition: Sendable, Equatable {
    public let dimension: String
    public internal(set) var values: [String]
  }

  /// - Parameter text: a value may contain commas: `device=iPhone15,2`.
  /// - Throws: why the text is not a valid filter.
  public init(_ text: String) throws(AuditError) {
    let known = Segment.dimensions.map(\.word)
    var conditions: [Condition] = []
    var days: DayRange?
    var parts: [Substring] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let start = part.contains("=") ? nil : parts.popLast()?.startIndex
      parts.append(text[(start ?? part.startIndex)..<part.endIndex])
    }
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmingSpaces }
      guard pair.count == 2 else {
        throw AuditError("invalid condition `\(part)`; write `dimension=value`, such as app_version=4.1.0")
      }
      if pair[0] == "date" {
        guard days == nil else { throw AuditError("date is given twice; write date=2026-03-01..2026-03-14") }
        do {
          days = try DayRange(pair[1])
        } catch {
          throw AuditError(error.description)
        }
        continue
      }
      guard known.contains(pair[0]) else {
        throw AuditError("no dimension is called `\(pair[0])`; there are \((known + ["date"]).joined(separator: ", "))")
      }
      conditions.add([Condition(dimension: pair[0], values: [pair[1]])])
    }
    self.conditions = conditions
    self.days = days
  }

  var dimensions: [String] { conditions.map(\.dimension) }
  /// Whether it selects an arm of an experiment.
  public var isOfVariants: Bool { dimensions == ["variant"] && days == nil }

  /// The filter as written on the command line.
  public var description: String { (conditions.texts + (days.map { ["date=\($0)"] } ?? [])).joined(separator: ",") }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
