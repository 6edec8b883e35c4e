import NavigationModel
import UsabilityRules

/// Whom a run judges: sessions by their dimensions (`locale=fi`), and people by the tabs that they select
/// (`tab=Earnings`). Values of one dimension, and tabs, are alternatives.
public struct SessionSelection: Sendable, Equatable, CustomStringConvertible {
  private var conditions: [SegmentFilter.Condition] = []
  private var tabs: [String] = []

  /// - Parameter texts: each `tab=NAME`, or conditions as a ``SegmentFilter`` has them.
  public init(_ texts: [String]) throws(AuditError) {
    for text in texts {
      if text.hasPrefix(Self.tabPrefix) {
        tabs.append(String(text.dropFirst(Self.tabPrefix.count)))
        continue
      }
      let filter = try SegmentFilter(text)
      guard filter.days == nil else { throw AuditError("`\(text)`: days are selected with --from and --to") }
      conditions.add(filter.conditions)
    }
  }

  private static let tabPrefix = "tab="

  /// The selection as on the command line.
  public var description: String { (conditions.texts + tabs.map { Self.tabPrefix + $0 }).joined(separator: ", ") }

  /// With the names of a run.
  /// - Parameter names: must already contain all names of the events. A locale without a region stands for all locales
  ///   of its language.
  func named(_ names: NameTable) -> NamedSelection {
    NamedSelection(
      conditions: conditions.map { condition in
        var (path, values) = condition.named(names)
        if condition.dimension == "locale" {
          let languages = Set(
            condition.values.filter { !$0.isEmpty && Segment.language(ofLocale: $0) == $0.lowercased() }.map {
              $0.lowercased()
            })
          let all = languages.isEmpty ? 0 : names.count
          values.formUnion(
            (0..<UInt32(all)).map { Name(rawValue: $0) }.filter {
              $0.isKnown && languages.contains(Segment.language(ofLocale: names.text($0)))
            })
        }
        return (path, values)
      }, tabs: Set(tabs.map { names.name($0) }))
  }
}

/// Conditions on sessions and people, with the names of a run.
struct NamedSelection: Sendable {
  typealias Condition = (path: WritableKeyPath<Segment, Name> & Sendable, values: Set<Name>)

  private(set) var conditions: [Condition]
  /// Empty: all people.
  var tabs: Set<Name> = []

  /// Whether a session selects whom it is of: one of the tabs is selected in it.
  func has(_ path: Reconstruction, moreTab: Name) -> Bool {
    path.occurrences.contains {
      switch $0.kind {
      case .tabSelect, .tabReselect: tabs.contains($0.subject)
      case .moreOpen: tabs.contains(moreTab)
      default: false
      }
    } || path.steps.contains { $0.kind == .tab && tabs.contains($0.section.name) }
  }

  /// The same, of a part of the sessions only.
  func within(_ part: CleanPart) -> NamedSelection {
    var selection = self
    selection.conditions.append((Segment.path(part.dimension), part.values))
    return selection
  }

  func has(_ segment: Segment) -> Bool { conditions.allSatisfy { $0.values.contains(segment[keyPath: $0.path]) } }
}

extension SegmentFilter.Condition {
  /// - Parameter names: an empty value selects sessions whose dimension is not known.
  func named(_ names: NameTable) -> NamedSelection.Condition {
    (Segment.path(dimension), Set(values.map { $0.isEmpty ? .unknown : names.name($0) }))
  }
}

extension [SegmentFilter.Condition] {
  /// Adds conditions; values of the same dimension are alternatives.
  mutating func add(_ others: [Element]) {
    for other in others {
      if let index = firstIndex(where: { $0.dimension == other.dimension }) {
        self[index].values += other.values
      } else {
        append(other)
      }
    }
  }

  var texts: [String] { flatMap { condition in condition.values.map { "\(condition.dimension)=\($0)" } } }
}

extension Segment {
  static func path(_ dimension: String) -> WritableKeyPath<Segment, Name> & Sendable {
    guard let path = dimensions.first(where: { $0.word == dimension })?.path else {
      preconditionFailure("dimensions are checked when they are named")
    }
    return path
  }
}
