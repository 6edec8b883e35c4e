import Measures
import NavigationModel
import UsabilityRules

// How a finding fared, in words: on which platforms, whether it grew, and whether the newest version has it.

extension Finding {
  /// `Falling: 61% of sessions in the first week, 24% in the last; still there in 2.5.0.`
  var courseWords: Text? {
    guard let course else { return nil }
    let version = course.newestWords
    guard let weeks = course.weeks else { return version?.capitalizedFirst.asSentence }
    let first = course.first.wholePercent
    let last = course.last.wholePercent
    let what: Text = course.countsLack ? "not used in \(number: first) of sessions" : "\(number: first) of sessions"
    let spans: Text =
      weeks == 1
      ? " in the first week, \(number: last) in the last"
      : " in the first \(weeks) weeks, \(number: last) in the last \(weeks)"
    let word = trend == .steady && !course.isLevel ? nil : trend?.word
    return (word ?? "No certain change") + ": " + what + spans + (version.map { "; " + $0 } ?? "") + "."
  }

  /// `In 18.1% of the sessions on iOS, in 17.0% on Android.` Nil where the log, or the rule, has one platform.
  /// - Parameter sessions: all sessions by platform.
  func platformWords(_ sessions: [(platform: String, sessions: Int)]) -> Text? {
    let judged = sessions.filter { platforms.includes($0.platform) && $0.sessions > 0 }
    guard state != .new, !shown.isEmpty, judged.count > 1 else { return nil }
    let isLack = course?.countsLack == true
    let parts = judged.enumerated().map { number, platform -> Text in
      let count = shown.reduce(0) { $0 + ($1.platform == platform.platform ? $1.sessions : 0) }
      let share = Double(count) / Double(platform.sessions)
      // A share of too few is said as a count.
      let words =
        isLack
        ? (1 - share).percent : count == 0 || share < 0.001 ? "\(count == 0 ? "none" : count.grouped)" : share.percent
      let verb: Text = number == 0 && isLack ? "not used in " : "in "
      let of: Text = number == 0 ? " of the sessions on " : " on "
      return verb + "\(number: words)" + of + "\(Wording.platform(platform.platform))"
    }
    return parts.joined(by: ", ").capitalizedFirst.asSentence
  }
}

extension Course {
  /// `still there in 2.5.0`; of several platforms, `still there in 2.5.0 (iOS), no longer in 2.4.0 (Android)`.
  fileprivate var newestWords: Text? {
    func words(_ hasIt: Bool, _ verb: Text) -> Text? {
      let versions = newest.filter { $0.hasIt == hasIt }
      guard !versions.isEmpty else { return nil }
      let names = Set(newest.map(\.name)).count == 1 ? Array(versions.prefix(1)) : versions
      let list = names.map { version -> Text in
        names.count == 1 && newest.count == versions.count || newest.count == 1
          ? "\(version.name)" : "\(version.name) (\(Wording.platform(version.platform)))"
      }
      return verb + list.list()
    }
    let there = words(true, "still there in ")
    let gone = words(false, "no longer in ")
    return [there, gone].compactMap(\.self).isEmpty ? nil : [there, gone].compactMap(\.self).joined(by: ", ")
  }
}

extension FindingTrend {
  fileprivate var word: Text {
    switch self {
    case .falling: "Falling"
    case .steady: "Steady"
    case .rising: "Rising"
    }
  }
}

extension Double {
  /// `61%`; near 0% and 100% with a decimal.
  fileprivate var wholePercent: String { self > 0.01 && self < 0.99 ? Wording.wholePercent(self) : percent }
}

extension ReportContents {
  /// The sessions of each platform that is known, in text order: those with the most.
  var sessionsByPlatform: [(platform: String, sessions: Int)] {
    var sessions: [NameText: Int] = [:]
    for (key, sum) in judged.measures.daily.sums.pairs where key.platform.isKnown {
      sessions[NameText(scope.names[key.platform]), default: 0] += sum.sessions
    }
    return sessions.orderedByCount.prefix(6).sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
  }
}
