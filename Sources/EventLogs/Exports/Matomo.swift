import NavigationModel

extension LogFormat {
  /// A record is a visit, its actions are the events. The times of actions are the site's wall clock written as UTC;
  /// the visit's own time of the first action gives the offset.
  static let matomo = LogFormat.export(
    "matomo", "Matomo: visits of Live.getLastVisitsDetails as JSON.", sign: "`idVisit` with an array `actionDetails`",
    signature: [("idVisit", .present), ("actionDetails", .list)]
  ) { _ in
    let actions: RecordPath = "actionDetails"
    var fields = ExportFields()
    fields.parameters = actions.each
    fields[.time] = [.init(path: actions.each["timestamp"])]
    fields[.user] = ["visitorId", "userId", "fingerprint"]
    fields[.event] = [.init(path: actions.each["eventAction"]), .init(path: actions.each["type"])]
    // Not every kind of action has an id of its own.
    fields.identity = ["idVisit", actions.each["pageId"], actions.each["type"], actions.each["timestamp"]]
    fields[.session] = ["idVisit"]
    fields[.screen] = [.init(path: actions.each["pageTitle"]), .init(path: actions.each["url"])]
    fields[.target] = [.init(path: actions.each["eventName"])]
    fields[.platform] = [.platform("operatingSystemName")]
    fields[.osVersion] = ["operatingSystemVersion"]
    // The class is in the reader's language, its icon is not.
    fields[.device] = [.word("deviceTypeIcon", deviceClass(icon:)), .deviceClass("deviceType"), .model("deviceModel")]
    fields[.locale] = ["languageCode"]
    fields.watched = [actions.each["type"], "firstActionTimestamp", actions.first["timestamp"]]
    fields.interpreter = interpretMatomo
    return fields
  }

  private static func deviceClass(icon: String) -> String {
    let name = icon.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
    switch name {
    case "smartphone", "phablet", "feature_phone": return "phone"
    case "tablet", "desktop": return name
    default: return ""
    }
  }
}

/// Distinguishes actions, and corrects their times.
@Sendable private func interpretMatomo(_ indices: [Int]) -> ExportFields.Interpreter {
  let action = ConstantText("action")
  return { values, event in
    event.kind = action.equals(values.values[indices[0]]) ? .screenView : .other
    guard case .microseconds(let first, _) = Timestamp(values.values[indices[1]].textBytes),
      case .microseconds(let logged, _) = Timestamp(values.values[indices[2]].textBytes)
    else { return }
    event.timeShift = first - logged
  }
}
