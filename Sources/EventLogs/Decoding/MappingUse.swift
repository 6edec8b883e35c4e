/// The events that one event mapping read.
package struct MappingUse: Sendable, Equatable {
  private static let mostSamples = 3

  package private(set) var events = 0
  /// Of these, the ones without a target.
  package private(set) var withoutTarget = 0
  /// The first ones, if samples are kept.
  package private(set) var samples: [Sample] = []

  package struct Sample: Sendable, Equatable {
    /// The target and the screen as read; empty if there is none.
    package let target: String
    package let screen: String
    /// The record, a JSON object.
    package let record: String
  }

  package init() {}

  /// - Parameter sample: only evaluated if it is kept; nil if none are.
  mutating func add(hasTarget: Bool, sample: () -> Sample?) {
    events += 1
    if !hasTarget { withoutTarget += 1 }
    if samples.count < Self.mostSamples, let sample = sample() { samples.append(sample) }
  }

  /// Appends a later part of the log.
  mutating func append(_ later: MappingUse) {
    events += later.events
    withoutTarget += later.withoutTarget
    samples = Array((samples + later.samples).prefix(Self.mostSamples))
  }
}
