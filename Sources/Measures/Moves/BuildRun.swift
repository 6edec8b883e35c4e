import NavigationModel

/// Neighboring builds of a user, in the order in which they came to them, and what they came from and went to: in a
/// layout that has those of the run, and neither of the two, the user is one unit.
package struct BuildRun: MixedHash, BinaryRecord {
  let builds: [AppBuild]
  let before: AppBuild?
  let after: AppBuild?
  package let bits: UInt64

  init(builds: [AppBuild], before: AppBuild?, after: AppBuild?) {
    self.builds = builds
    self.before = before
    self.after = after
    bits = builds.reduce(before?.bits ?? 0) { $0.mixed(with: $1.bits) }
  }

  package static let form = BinaryForm(Self.init(builds:before:after:), \.builds, \.before, \.after)

  /// That of the first build.
  var platform: Name { builds.first?.platform ?? .unknown }

  /// Users of more builds count once in each.
  static let mostBuilds = 6
  /// With more different runs, users count once in each build.
  static let mostRuns = 4096

  /// The runs of two builds or more of a user, with their places; none of too many.
  static func all(of builds: [AppBuild]) -> [(places: ClosedRange<Int>, run: BuildRun)] {
    guard 2...mostBuilds ~= builds.count else { return [] }
    return builds.indices.dropLast().flatMap { first in
      ((first + 1)..<builds.count).map { last in
        let before = first > 0 ? builds[first - 1] : nil
        let after = last + 1 < builds.count ? builds[last + 1] : nil
        return (first...last, BuildRun(builds: Array(builds[first...last]), before: before, after: after))
      }
    }
  }

  /// Whether the user has all of the run in a layout, and nothing beside it.
  package func isWhole(in layout: Set<AppBuild>) -> Bool {
    builds.allSatisfy(layout.contains) && ![before, after].contains { $0.map(layout.contains) ?? false }
  }
}
