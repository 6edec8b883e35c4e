"""The events of a made-up app in the shape in which each vendor would export them."""

import dataclasses
import datetime
import gzip
import json
import os
from dataclasses import dataclass, field

from bench import ROOT


@dataclass
class Event:
    kind: str  # screen_view, cold, warm, app_background; chatter: something else, on the current screen
    milliseconds: int
    user: str
    session: str
    session_start: int
    number: int  # its position in the session; a copy has that of the original
    screen: str  # that appeared or, for other events, the current one
    platform: str
    os_version: str
    app_version: str
    is_tablet: bool
    locale: str

    @property
    def id(self):
        return f"{self.session}-{self.number}"

    @property
    def time(self):
        return text(self.milliseconds)

    @property
    def user_number(self):
        return int(self.user[1:], 16)

    @property
    def is_view(self):
        return self.kind == "screen_view"

    @property
    def model(self):
        if self.platform == "ios":
            return "iPad14,3" if self.is_tablet else "iPhone16,1"
        return "Pixel Tablet" if self.is_tablet else "Pixel 9"

    @property
    def system(self):
        return "iOS" if self.platform == "ios" else "Android"

    def word(self, view, cold, warm, background, chatter):
        return {"screen_view": view, "cold": cold, "warm": warm, "app_background": background, "chatter": chatter}[self.kind]


def text(milliseconds):
    moment = datetime.datetime.fromtimestamp(milliseconds // 1000, datetime.timezone.utc)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03}Z"


def clock(milliseconds):
    """`2026-05-04 10:20:30.123`"""
    return text(milliseconds)[:-1].replace("T", " ")


# Names that are hard to encode.
NAMES = {"Brand": 'Brand "A", größer; <b> & co → \\', "Offer": "offer\U0001f389"}


def shop(people=60):
    """The sample log as screens and the life of the app, with other events in between, and a few events repeated."""
    with gzip.open(os.path.join(ROOT, "SampleLogs/bazaar.ndjson.gz"), "rt", encoding="utf-8") as sample:
        lines = [json.loads(line) for line in sample if line.startswith('{"id"') and line.endswith("}\n")]
    users = {}
    events = []
    sessions = {}
    for line in lines:
        if users.setdefault(line["user"], len(users) + 1) > people:
            continue
        moment = int(datetime.datetime.fromisoformat(line["time"]).timestamp() * 1000 + 0.5)
        if line["event"].startswith("app_"):
            kind = "app_background" if line["event"] == "app_background" else "cold" if line.get("via") == "cold" else "warm"
        elif line.get("screen"):
            kind = "screen_view"
            if line["event"] != "screen_view":
                moment += 1
        else:
            continue
        session = sessions.setdefault(line["session"], {"start": moment, "numbers": {}, "screen": ""})
        is_copy = line["id"] in session["numbers"]
        number = session["numbers"].setdefault(line["id"], 2 * len(session["numbers"]))
        if line.get("screen"):
            session["screen"] = NAMES.get(line["screen"], line["screen"])
        platform = "ios" if line["platform"] == "ipados" else line["platform"]
        event = Event(
            kind, moment, line["user"], line["session"], session["start"], number, session["screen"], platform, line["os_version"], line["app_version"],
            line["device"] == "tablet", line["locale"])
        events.append(event)
        if number % 10 == 6 and not is_copy:
            events.append(dataclasses.replace(event, kind="chatter", number=number + 1))
    return events


def native(events, missing):
    """The native log of the same events, without what a vendor's shape cannot carry."""
    lines = []
    for event in events:
        line = {
            "time": text(event.milliseconds // 1000 * 1000 if "milliseconds" in missing else event.milliseconds), "user": event.user,
            "event": event.word("screen_view", "app_open", "app_open", "app_background", "chatter"), "platform": event.platform,
            "os_version": event.os_version}
        if event.is_view:
            line["screen"] = event.screen
        if event.kind in ("cold", "warm"):
            line["via"] = "warm" if "cold start" in missing else event.kind
        for name, value in (("session", event.session), ("id", event.id), ("app_version", event.app_version)):
            if name not in missing:
                line[name] = value
        lines.append(line)
    return rows(lines)


def dump(value):
    """As most exporters write it; HTML characters are escaped, as in BigQuery's encoders."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def rows(records):
    return "".join(dump(record) + "\n" for record in records).encode()


def by_session(events):
    sessions = {}
    for event in events:
        sessions.setdefault(event.session, []).append(event)
    return list(sessions.values())


@dataclass
class Vendor:
    format: str
    shape: str
    files: object  # of the export, by name
    missing: set = field(default_factory=set)
    expected: str = ""  # the format in the report, if it says more than the name


# MARK: GA4


def parameter(key, **value):
    return {"key": key, "value": value}


def bq_extract(events):
    """Integers as texts, nulls left out, shards in gzip."""
    records = [{
        "event_date": "20260302", "event_timestamp": f"{e.milliseconds}000", "event_name": "screen_view" if e.is_view else "user_engagement",
        "event_params": [
            parameter("ga_session_id", int_value=str(e.session_start)), parameter("ga_session_number", int_value="3"),
            parameter("firebase_event_origin", string_value="auto"), parameter("firebase_screen", string_value=e.screen),
            parameter("firebase_screen_class", string_value="UIHostingController"), parameter("firebase_screen_id", int_value="-7301188204411200331")],
        "event_bundle_sequence_id": "57", "event_server_timestamp_offset": "866657", "user_pseudo_id": e.user, "user_properties": [],
        "device": {
            "category": "tablet" if e.is_tablet else "mobile", "mobile_model_name": e.model, "operating_system": e.system,
            "operating_system_version": e.os_version, "language": e.locale},
        "app_info": {"id": "org.example.app", "version": e.app_version}, "platform": e.platform.upper(), "batch_event_index": str(e.number),
    } for e in events]
    half = len(records) // 2
    return {"events_000000000000.json.gz": gzip.compress(rows(records[:half])), "events_000000000001.json.gz": gzip.compress(rows(records[half:]))}


def spelled_out(e, number):
    def named(key, name):
        return parameter(key, string_value=name, int_value=None, float_value=None, double_value=None)

    return {
        "event_timestamp": number(e.milliseconds * 1000), "event_previous_timestamp": None, "event_name": "screen_view" if e.is_view else "session_start",
        "event_params": [
            named("firebase_screen", None), named("screen_name", e.screen), named("screen_class", "MainActivity"),
            parameter("ga_session_id", string_value=None, int_value=number(e.session_start), float_value=None, double_value=None)],
        "event_bundle_sequence_id": None, "user_id": None, "user_pseudo_id": e.user, "privacy_info": None,
        "device": {"category": None, "operating_system_version": e.os_version, "web_info": None}, "app_info": {"version": e.app_version},
        "platform": e.platform.upper(), "ecommerce": None}


def console(events):
    """An array, with explicit nulls."""
    return {"console.json": b"[" + ",\n".join(dump(spelled_out(e, str)) for e in events).encode() + b"]"}


def client_library(events):
    """Numbers as numbers, names set manually, no bundle number."""
    return {"rows.jsonl": rows(spelled_out(e, int) for e in events)}


# MARK: Amplitude, Mixpanel, Segment and RudderStack


def amplitude_event(e, time):
    return {
        "$insert_id": e.id, "amplitude_id": e.user_number, "device_id": e.user,
        # Logged in from the second half of the session on.
        "user_id": f"login-{e.user}" if e.number > 20 else None, "session_id": e.session_start, "event_id": e.number,
        "event_type": e.word(
            "[Amplitude] Screen Viewed", "[Amplitude] Application Opened", "[Amplitude] Application Opened", "[Amplitude] Application Backgrounded",
            "session_start"),
        "event_time": text(e.milliseconds + 3200), "client_event_time": time, "server_upload_time": text(e.milliseconds + 60000), "platform": e.system,
        "os_name": e.platform, "os_version": e.os_version, "device_type": e.model, "device_model": e.model, "version_name": e.app_version,
        "event_properties": {"[Amplitude] Screen Name": e.screen, "[Amplitude] From Background": e.kind != "cold"}, "user_properties": {}, "groups": {},
        "uuid": "u-" + e.id}


def amplitude_hours(events):
    """Files are by the hour of the upload: late events are in other files."""
    records = [amplitude_event(e, e.time.replace("T", " ").replace("Z", "000")) for e in events]
    return {
        "123456/123456_2026-03-02_10#0.json.gz": gzip.compress(rows(records[::3])),
        "123456/123456_2026-03-02_11#0.json.gz": gzip.compress(rows(r for place, r in enumerate(records) if place % 3))}


def amplitude_again(events):
    return {"events.json": rows(amplitude_event(e, e.time) for e in events)}


def mixpanel(time):
    def files(events):
        return {"export.json": rows({
            "event": "$mp_page_view" if e.is_view else "$ae_session",
            "properties": {
                "time": time(e.milliseconds), "distinct_id": f"login-{e.user}" if e.number > 20 else "$device:" + e.user, "$device_id": e.user,
                "$insert_id": e.id, "current_page_title": e.screen, "$app_version_string": e.app_version, "$os": e.system, "$os_version": e.os_version,
                "$model": e.model, "$screen_width": 834 if e.is_tablet else 393, "$screen_height": 1194,
                # Uploaded half a minute later, or after hours without a connection.
                "$mp_api_timestamp_ms": e.milliseconds + (10_000_000 if e.user_number % 5 == 0 else 28_000), "mp_lib": "swift"},
        } for e in events)}

    return files


def call(e, is_rudder):
    track = e.word(e.screen if is_rudder else None, "Application Opened", "Application Opened", "Application Backgrounded", "Product Viewed")
    return {
        "type": "screen" if e.is_view else "track", "name": e.screen if e.is_view and not is_rudder else None, "event": track, "messageId": e.id,
        "anonymousId": e.user, "userId": f"login-{e.user}" if e.number > 20 else "",
        # Events of a batch have the time at which it was received.
        "timestamp": text(e.session_start + 86_400_000), "originalTimestamp": e.time, "channel": "mobile",
        "context": {
            "sessionId": e.session_start if is_rudder else None, "sessionStart": True if e.number == 0 else None,
            "app": {"name": "Example", "version": e.app_version, "build": "420"}, "device": {"model": e.model, "type": e.platform, "id": "x"},
            "os": {"name": e.system, "version": e.os_version},
            "library": {"name": "com.rudderstack.android.sdk.core" if is_rudder else "analytics-swift", "version": "1.9.0"}, "locale": e.locale},
        "properties": {"name": e.screen if e.is_view else "Soap", "from_background": e.kind == "warm"}}


def segment(events):
    return {"segment-logs/source/1777852800000/a.gz": gzip.compress(rows(call(e, False) for e in events))}


def rudder(events):
    return {"rudder-logs/source/03-02-2026/1.json.gz": gzip.compress(rows(call(e, True) for e in events))}


# MARK: PostHog


def posthog_name(e):
    return e.word("$screen", "Application Opened", "Application Opened", "Application Backgrounded", "$feature_flag_called")


def posthog_properties(e):
    return {
        "$screen_name": e.screen, "$session_id": e.session, "$device_id": e.user, "$app_version": e.app_version, "$os_name": e.system,
        "$os_version": e.os_version, "$device_type": "Tablet" if e.is_tablet else "Mobile", "$device_model": e.model, "from_background": e.kind == "warm"}


def posthog_event(e, id, properties):
    return {
        id: e.id, "event": posthog_name(e), "distinct_id": f"login-{e.user}" if e.number > 20 else e.user, "person_id": "person-" + e.user,
        "properties": properties, "person_properties": {}, "elements_chain": "", "timestamp": e.time.replace("Z", "000+00:00"),
        "created_at": text(e.milliseconds + 5000)}


def posthog_batch(events):
    """PostHog's exporter compresses chunk by chunk: one file, several members."""
    records = [posthog_event(e, "uuid", posthog_properties(e)) for e in events]
    chunks = (gzip.compress(rows(records[start:start + 400])) for start in range(0, len(records), 400))
    return {"2026-03-02.jsonl.gz": b"".join(chunks), "manifest.json": b'{"files":[]}'}


def posthog_pages(events):
    records = [posthog_event(e, "id", posthog_properties(e)) for e in events]
    half = len(records) // 2
    return {
        "page1.json": dump({"next": "https://us.posthog.com/api/projects/1/events?before=2026", "results": records[:half]}).encode(),
        "page2.json": dump({"next": None, "results": records[half:]}).encode()}


def posthog_texts(events):
    return {"table.jsonl": rows(posthog_event(e, "uuid", dump(posthog_properties(e))) for e in events)}


def posthog_query(events):
    return {"query.json": dump({
        "columns": ["uuid", "event", "properties", "timestamp", "distinct_id", "elements_chain"], "hasMore": False,
        "results": [[e.id, posthog_name(e), dump(posthog_properties(e)), e.time, e.user, ""] for e in events], "types": [["uuid", "UUID"]]}).encode()}


# MARK: Matomo and Countly


def matomo(events):
    """The newest visit first; wall clocks two hours ahead of UTC."""
    def action(e, visit):
        shared = {"pageId": str(visit * 10_000 + e.number), "timestamp": e.milliseconds // 1000 + 7200}
        if not e.is_view:
            return {"type": "event", "eventCategory": "cart", "eventAction": "add", "eventName": "soap", **shared}
        return {
            "type": "action", "url": f"http://org.example.app/{e.number}", "pageTitle": e.screen, "timeSpent": "8", "pageviewPosition": "1", **shared}

    visits = []
    for place, session in enumerate(reversed(by_session(events))):
        first = session[0]
        seconds = first.milliseconds // 1000
        icon = "tablet" if first.is_tablet else "smartphone"
        visits.append({
            "idSite": "3", "idVisit": str(place), "visitorId": first.user, "userId": None if place % 2 == 0 else "", "serverTimestamp": seconds + 60,
            "firstActionTimestamp": seconds, "visitDuration": "33", "deviceType": "Tablette" if first.is_tablet else "Smartphone",
            "deviceTypeIcon": f"plugins/Morpheus/icons/dist/devices/{icon}.png", "deviceModel": first.model, "operatingSystemName": first.system,
            "operatingSystemVersion": first.os_version, "actionDetails": [action(e, place) for e in session]})
    half = len(visits) // 2
    return {"visits-0.json": dump(visits[:half]).encode(), "visits-1.json": dump(visits[half:]).encode()}


def segmentation(e, visit):
    """Other events are the records that close a view."""
    return {"name": e.screen, "segment": e.system, "visit": visit} if e.is_view else {"name": e.screen, "segment": e.system, "dur": 8}


def countly(id, ts, visit, version):
    def files(events):
        return {"drill.json": rows({
            "_id": id(e), "a": "62e0f9e3ac58e3dfbca6466c", "e": "[CLY]_view", "n": e.screen, "uid": "u1", "did": e.user, "ts": ts(e), "lsid": e.session,
            "sg": segmentation(e, visit), "up": {"p": e.system, "pv": e.os_version, "av": version(e), "d": e.model}, "c": 1} for e in events)}

    return files


def countly_queue(events):
    return {"queue.json": rows({
        "key": "[CLY]_view", "count": 1, "timestamp": e.milliseconds, "hour": 9, "dow": 1, "device_id": e.user, "segmentation": segmentation(e, 1),
        "metrics": {"_os": e.system, "_os_version": e.os_version, "_app_version": e.app_version}} for e in events)}


# MARK: OpenTelemetry


def otlp(name, root, scopes, records, record):
    def attribute(key, value):
        return {"key": key, "value": {"stringValue": value}}

    def resource(session):
        e = session[0]
        attributes = [attribute(key, value) for key, value in (
            ("service.name", "example-app"), ("service.version", e.app_version), ("os.name", e.system), ("os.version", e.os_version),
            ("app.installation.id", e.user), ("device.model.identifier", e.model))]
        return {root: [{
            "resource": {"attributes": attributes}, scopes: [{"scope": {"name": "ui"}, records: [record(e, attribute) for e in session]}]}]}

    return lambda events: {name: rows(resource(session) for session in by_session(events))}


def log_record(e, attribute):
    session = [attribute("session.id", e.session)]
    name, attributes = e.word(
        ("app.screen.view", [attribute("app.screen.name", e.screen)]), *[("device.app.lifecycle", [attribute("ios.app.state", "foreground")])] * 2,
        ("device.app.lifecycle", [attribute("android.app.state", "background")]), ("session.start", []))
    return {"timeUnixNano": f"{e.milliseconds}000000", "eventName": name, "attributes": session + attributes}


def span(e, attribute):
    attributes = [attribute("session.id", e.session)] + ([attribute("screen.name", e.screen)] if e.is_view else [])
    return {
        "name": "Created" if e.is_view else "GET", "startTimeUnixNano": f"{e.milliseconds}000000", "endTimeUnixNano": f"{e.milliseconds + 20}000000",
        "attributes": attributes}


# MARK: Snowplow


def uuid(e):
    """An id in the form of a UUID, the same for each copy."""
    number = 0xCBF29CE484222325
    for byte in e.id.encode():
        number = (number ^ byte) * 0x100000001B3 % 2**64
    digits = f"{number:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def snowplow_name(e):
    return e.word("screen_view", "application_foreground", "application_foreground", "application_background", "screen_end")


def client_session(e):
    return {"userId": e.user, "sessionId": e.session, "sessionIndex": 7, "previousSessionId": None, "eventIndex": e.number}


def mobile(e):
    return {"osType": e.platform, "osVersion": e.os_version, "deviceManufacturer": "x", "deviceModel": e.model}


def view(e):
    return {"name": e.screen, "id": uuid(e), "previousName": "Home"}


def contexts(e):
    snowplow = "iglu:com.snowplowanalytics.snowplow"
    return {"schema": snowplow + "/contexts/jsonschema/1-0-1", "data": [
        {"schema": snowplow + "/client_session/jsonschema/1-0-2", "data": client_session(e)},
        {"schema": snowplow + "/mobile_context/jsonschema/1-0-3", "data": mobile(e)},
        {"schema": "iglu:com.snowplowanalytics.mobile/application/jsonschema/1-0-0", "data": {"version": e.app_version, "build": "420"}}]}


def unstruct(e):
    return {"schema": "iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0", "data": {
        "schema": f"iglu:com.snowplowanalytics.mobile/{snowplow_name(e)}/jsonschema/1-0-0", "data": view(e) if e.is_view else {"foregroundIndex": 1}}}


def enriched(e):
    """The line of 131 cells; the numbers of the columns are those of the documentation."""
    cells = [""] * 131
    for place, cell in {
        0: "shop", 1: "mob", 2: clock(e.milliseconds + 60_000), 3: clock(e.milliseconds + 30_000), 4: clock(e.milliseconds), 5: "unstruct", 6: uuid(e),
        12: f"login-{e.user}", 52: dump(contexts(e)), 58: dump(unstruct(e)), 119: clock(e.milliseconds + 20_000), 124: clock(e.milliseconds + 10_000),
        125: "com.snowplowanalytics.mobile", 126: snowplow_name(e), 127: "jsonschema", 128: "1-0-0"}.items():
        cells[place] = cell
    return "\t".join(cells) + "\n"


def snowplow_tsv(events):
    return {"run=2026-03-02-10-00-00/part-00000.gz": gzip.compress("".join(map(enriched, events)).encode()), "run=2026-03-02-10-00-00/_SUCCESS": b""}


def snowplow_flat(events):
    return {"events.json": rows({
        "app_id": "shop", "platform": "mob", "collector_tstamp": text(e.milliseconds + 30_000), "dvce_created_tstamp": e.time, "event": "unstruct",
        "event_id": uuid(e), "event_vendor": "com.snowplowanalytics.mobile", "event_name": snowplow_name(e),
        "contexts_com_snowplowanalytics_snowplow_client_session_1": [client_session(e)],
        "contexts_com_snowplowanalytics_snowplow_mobile_context_1": [mobile(e)],
        "contexts_com_snowplowanalytics_mobile_application_1": [{"version": e.app_version, "build": "1"}],
        "unstruct_event_com_snowplowanalytics_mobile_screen_view_1": view(e) if e.is_view else None} for e in events)}


def snowplow_nested(events):
    return {"events.json": rows({
        "collector_tstamp": text(e.milliseconds + 30_000), "dvce_created_tstamp": e.time, "event_id": uuid(e), "event_name": snowplow_name(e),
        "contexts": contexts(e), "unstruct_event": unstruct(e)} for e in events)}


def snowplow_csv(events):
    """A warehouse, contexts in columns."""
    def row(cells):
        return ",".join('"' + cell.replace('"', '""') + '"' if any(c in cell for c in ',"\n') else cell for cell in cells) + "\n"

    header = [
        "platform", "collector_tstamp", "dvce_created_tstamp", "event_id", "domain_userid", "event_name", "event_fingerprint",
        "contexts_com_snowplowanalytics_snowplow_client_session_1_0_1", "contexts_com_snowplowanalytics_snowplow_mobile_context_1_0_2",
        "contexts_com_snowplowanalytics_mobile_application_1_0_0", "unstruct_event_com_snowplowanalytics_mobile_screen_view_1_0_0"]
    cells = ([
        "mob", clock(e.milliseconds + 30_000), clock(e.milliseconds), uuid(e), "", snowplow_name(e), "f" + e.id,
        dump([{"session_id": e.session, "user_id": e.user, "event_index": str(e.number)}]),
        dump([{"os_type": e.platform, "os_version": e.os_version, "device_model": e.model}]), dump([{"version": e.app_version}]),
        dump(view(e)) if e.is_view else ""] for e in events)
    return {"events.csv": (row(header) + "".join(map(row, cells))).encode()}


VENDORS = [
    Vendor("ga4", "shards of bq extract", bq_extract, {"lifecycle"}), Vendor("ga4", "array of the console", console, {"lifecycle"}),
    Vendor("ga4", "rows of a client library", client_library, {"lifecycle"}),
    Vendor("amplitude", "hours in gzip", amplitude_hours), Vendor("amplitude", "times as a re-exporter writes them", amplitude_again),
    Vendor("mixpanel", "times in milliseconds", mixpanel(lambda time: time), {"lifecycle", "session"}),
    Vendor("mixpanel", "times in seconds", mixpanel(lambda time: time // 1000), {"lifecycle", "session", "milliseconds"}),
    Vendor(
        "mixpanel", "fractions of seconds in the zone of an Indian project", mixpanel(lambda time: (time + 19_800_000) / 1000), {"lifecycle", "session"},
        "mixpanel, times moved by -5 h 30 min to UTC"),
    Vendor("segment", "Segment", segment, {"session"}), Vendor("segment", "RudderStack", rudder),
    Vendor("posthog", "batch export", posthog_batch), Vendor("posthog", "pages of the interface", posthog_pages),
    Vendor("posthog", "properties as text", posthog_texts), Vendor("posthog", "result of a query", posthog_query),
    Vendor("matomo", "pages of visits", matomo, {"milliseconds", "app_version", "lifecycle"}),
    Vendor("countly", "drill documents", countly(lambda e: e.id, lambda e: e.milliseconds, 1, lambda e: e.app_version), {"lifecycle"}),
    Vendor(
        "countly", "mongoexport",
        countly(
            lambda e: {"$oid": e.id}, lambda e: {"$numberLong": str(e.milliseconds)}, {"$numberInt": "1"}, lambda e: e.app_version.replace(".", ":")),
        {"lifecycle"}),
    Vendor("countly-queue", "the SDK's queue", countly_queue, {"lifecycle", "id", "session"}),
    Vendor(
        "otlp", "logs of the collector", otlp("logs.jsonl", "resourceLogs", "scopeLogs", "logRecords", log_record), {"id", "cold start"}),
    Vendor("otlp-spans", "spans of the collector", otlp("spans.jsonl", "resourceSpans", "scopeSpans", "spans", span), {"id", "lifecycle"}),
    Vendor("snowplow-tsv", "enriched events", snowplow_tsv, {"cold start"}), Vendor("snowplow-json", "flattened by an SDK", snowplow_flat, {"cold start"}),
    Vendor("snowplow-json", "nested", snowplow_nested, {"cold start"}), Vendor("snowplow-csv", "a warehouse", snowplow_csv, {"cold start"}),
]
