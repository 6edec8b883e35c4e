import NavigationModel

// Snowplow's enriched events: from the pipeline (TSV), flattened by its SDKs (JSON), and from warehouses (CSV).

extension LogFormat {
  static let snowplowTSV = LogFormat(
    name: "snowplow-tsv",
    summary: "Snowplow: enriched events as the pipeline writes them, 131 columns without a header.",
    sign: "lines of 131 cells, the seventh a UUID, the fourth a time",
    recognize: { head throws(LogFormatError) in
      let lines = head.lines(20).filter { Snowplow.isEnriched($0) }
      guard !lines.isEmpty else { return nil }
      let plan = head.plan.reading(Snowplow.fields())
      return SourceDecoding(format: "snowplow-tsv", mode: .lines) { tables, keepsRejected in
        TableDecoder(
          plan, columns: Snowplow.columns, delimiter: 0x09, hasQuotes: false, headerLine: nil, tables,
          keepsRejected: keepsRejected)
      }
    })

  static let snowplowJSON = LogFormat.export(
    "snowplow-json", "Snowplow: enriched events as JSON, flattened by the analytics SDKs or nested.",
    sign: "`event_id` with `collector_tstamp`",
    signature: [("event_id", .present), ("collector_tstamp", .present)]
  ) { _ in Snowplow.fields() }

  static let snowplowCSV = LogFormat(
    name: "snowplow-csv",
    summary: "Snowplow: the events table of a warehouse as CSV, contexts in columns of their own.",
    sign: "a header row with `event_id` and `collector_tstamp`",
    recognize: { head throws(LogFormatError) in
      guard let header = head.header() else { return nil }
      let columns = header.columns
      if columns.contains("root_id"), columns.contains("root_tstamp") {
        throw .refused(
          name: head.name, kind: "a table of Snowplow contexts",
          advice: "join it to the events, whose `event_id` is its `root_id`, as LogsAndExports.md shows")
      }
      guard columns.contains("event_id"), columns.contains("collector_tstamp") else { return nil }
      let plan = head.plan.reading(Snowplow.fields())
      return SourceDecoding(format: "snowplow-csv", mode: .csv(delimiter: header.delimiter)) { tables, keepsRejected in
        TableDecoder(
          plan, columns: columns, delimiter: header.delimiter, headerLine: header.line, tables,
          keepsRejected: keepsRejected)
      }
    })
}

enum Snowplow {
  /// Contexts are in an array of self-describing data, or in a column or key for each schema. Warehouses write keys in
  /// snake case.
  static func fields() -> ExportFields {
    let mobile = "com.snowplowanalytics.mobile"
    let snowplow = "com.snowplowanalytics.snowplow"
    func session(_ key: String) -> [ExportFields.Source] { context(snowplow, "client_session", key) }
    func device(_ key: String) -> [RecordPath] { context(snowplow, "mobile_context", key).map(\.path) }
    var fields = ExportFields()
    fields.parameters = RecordPath(members: ["unstruct_event", "data", "data"])
    fields[.time] = ["dvce_created_tstamp", "derived_tstamp", "collector_tstamp"]
    // The last ones are columns of the mobile tables that Snowplow's dbt packages make.
    fields[.user] = session("userId") + ["device_user_id", "domain_userid", "network_userid", "user_id"]
    fields[.event] = ["event_name", "event"]
    // The same id may come twice, and two events may share an id by accident: then their fingerprints differ.
    fields.identity = ["event_id", "event_fingerprint"]
    fields.sequence = [session("eventIndex").map(\.path) + ["event_index"]]
    fields[.session] = session("sessionId") + ["domain_sessionid", "session_id"]
    fields[.screen] =
      event(mobile, "screen_view", "name") + context(mobile, "screen", "name") + [
        "screen_view_name", "page_urlpath", "page_title", "page_url",
      ]
    // Trackers are called `ios-6.2.0`, `andr-5.0.0`; the platform of both is `mob`.
    fields[.platform] =
      device("osType").map { .platform($0) }
      + [
        .platform("os_type"), .platform("os_family"), .platform("os_name"), .word("v_tracker", platform(tracker:)),
        .platform("platform"),
      ]
    fields[.osVersion] = device("osVersion").map { .init(path: $0) }
    fields[.appVersion] = context(mobile, "application", "version") + ["app_version"]
    fields[.device] = device("deviceModel").map { .model($0) } + [.deviceClass("dvce_type")]
    fields[.locale] = ["br_lang"]
    fields.kinds = [
      "screen_view": .screenView, "page_view": .screenView, "application_background": .appBackground,
      "application_foreground": .appOpen,
      "deep_link_received": .deepLink,
    ]
    // The app comes to the front again.
    fields.interpreter = { _ in { _, event in if event.kind == .appOpen { event.via = .warm } } }
    return fields
  }

  private static func platform(tracker: String) -> String {
    switch tracker.prefix(while: { $0 != "-" }) {
    case "ios": "ios"
    case "andr": "android"
    default: ""
    }
  }

  /// The paths of a context's key.
  private static func context(_ vendor: String, _ name: String, _ key: String) -> [ExportFields.Source] {
    let schema = "\(vendor)/\(name)/1"
    let whole = ["contexts", "derived_contexts"].map { RecordPath(members: [$0, "data"]).schema(schema) }
    let own = versions.map { RecordPath(members: ["contexts_\(underscored(vendor, name))_\($0)"]).first }
    return sources(whole + own, key)
  }

  /// The paths of a key of the event.
  private static func event(_ vendor: String, _ name: String, _ key: String) -> [ExportFields.Source] {
    let whole = RecordPath(members: ["unstruct_event", "data"]).schema("\(vendor)/\(name)/1")
    let own = versions.map { RecordPath(members: ["unstruct_event_\(underscored(vendor, name))_\($0)"]) }
    return sources([whole] + own, key)
  }

  private static func sources(_ parents: [RecordPath], _ key: String) -> [ExportFields.Source] {
    let keys = key == key.snakeCased ? [key] : [key, key.snakeCased]
    return parents.flatMap { parent in keys.map { .init(path: parent[$0]) } }
  }

  /// The version suffixes of a schema's column name: the major version, or the full one.
  private static let versions = ["1", "1_0_0", "1_0_1", "1_0_2", "1_0_3"]

  private static func underscored(_ vendor: String, _ name: String) -> String {
    vendor.replacing(".", with: "_") + "_" + name
  }

  /// Whether a line is an enriched event: 131 cells, with a UUID and a time in the right columns.
  static func isEnriched(_ line: ArraySlice<UInt8>) -> Bool {
    let cells = line.split(separator: 0x09, omittingEmptySubsequences: false)
    guard cells.count == columns.count else { return false }
    let id = cells[6]
    return id.count == 36 && id.count { $0 == UInt8(ascii: "-") } == 4
      && cells[3].count >= 19 && cells[3].first.map { (0x30...0x39).contains($0) } == true
  }

  static let columns: [String] = """
    app_id platform etl_tstamp collector_tstamp dvce_created_tstamp event event_id txn_id name_tracker v_tracker \
    v_collector v_etl user_id
    user_ipaddress user_fingerprint domain_userid domain_sessionidx network_userid geo_country geo_region geo_city \
    geo_zipcode geo_latitude
    geo_longitude geo_region_name ip_isp ip_organization ip_domain ip_netspeed page_url page_title page_referrer \
    page_urlscheme page_urlhost
    page_urlport page_urlpath page_urlquery page_urlfragment refr_urlscheme refr_urlhost refr_urlport refr_urlpath \
    refr_urlquery
    refr_urlfragment refr_medium refr_source refr_term mkt_medium mkt_source mkt_term mkt_content mkt_campaign \
    contexts se_category se_action
    se_label se_property se_value unstruct_event tr_orderid tr_affiliation tr_total tr_tax tr_shipping tr_city \
    tr_state tr_country ti_orderid
    ti_sku ti_name ti_category ti_price ti_quantity pp_xoffset_min pp_xoffset_max pp_yoffset_min pp_yoffset_max \
    useragent br_name br_family
    br_version br_type br_renderengine br_lang br_features_pdf br_features_flash br_features_java br_features_director \
    br_features_quicktime
    br_features_realplayer br_features_windowsmedia br_features_gears br_features_silverlight br_cookies br_colordepth \
    br_viewwidth
    br_viewheight os_name os_family os_manufacturer os_timezone dvce_type dvce_ismobile dvce_screenwidth \
    dvce_screenheight doc_charset doc_width
    doc_height tr_currency tr_total_base tr_tax_base tr_shipping_base ti_currency ti_price_base base_currency \
    geo_timezone mkt_clickid
    mkt_network etl_tags dvce_sent_tstamp refr_domain_userid refr_dvce_tstamp derived_contexts domain_sessionid \
    derived_tstamp event_vendor
    event_name event_format event_version event_fingerprint true_tstamp
    """.split(whereSeparator: \.isWhitespace).map(String.init)
}
