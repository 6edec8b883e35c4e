#!/usr/bin/env python3
"""Writes one walk as a native log, and as exports of products that the event `navigation_state` was sent to, with the screens that their SDKs log automatically.

    Tests/Fixtures/instrumented/make.py
"""
import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

FOLDER = Path(__file__).parent
START = datetime(2026, 5, 4, 10, 0, tzinfo=timezone.utc)
WALK = [
    ("Home", ["Home"]), ("Home", ["Home", "Product"]), ("Home", ["Home", "Product", "Reviews"]), ("Home", ["Home", "Product"]), ("Orders", ["Orders"]),
    ("Orders", ["Orders", "Order"]), ("Orders", ["Orders", "Order", "Tracking"]), ("Home", ["Home", "Product"]), ("Home", ["Home"]), ("More", ["More"]),
    ("More", ["More", "Coupons"]), ("More", ["More"]), ("Search", ["Search"]), ("Home", ["Home"]),
]


def walks():
    for user in range(6):
        time = START + timedelta(hours=user)
        for number, (tab, screens) in enumerate(WALK[: 8 + user]):
            time += timedelta(seconds=3 + (user + number) % 5, milliseconds=120)
            yield f"user{user}", f"u{user}e{number}", time, tab, screens


def text(time):
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def later(time):
    """The same moment, 30 ms on: the SDK sees the screen after the app changed its state."""
    return time + timedelta(milliseconds=30)


def native(user, id, time, tab, screens):
    yield {"time": text(time), "user": user, "event": "stack", "id": id, "target": tab, "value": screens}


def ga4(user, id, time, tab, screens):
    def record(name, time, **parameters):
        values = [{"key": key, "value": {"string_value": value}} for key, value in parameters.items()]
        return {
            "event_timestamp": str(round(time.timestamp() * 1e6)), "event_name": name, "event_params": values, "user_pseudo_id": user, "platform": "IOS",
            "stream_id": "1000000001",
        }

    yield record("navigation_state", time, tab=tab, screens="|".join(screens))
    yield record("screen_view", later(time), firebase_screen_class=screens[-1] + "ViewController")


def amplitude(user, id, time, tab, screens):
    def record(name, time, id, properties):
        moment = time.strftime("%Y-%m-%d %H:%M:%S.%f")
        return {
            "$insert_id": id, "device_id": user, "event_type": name, "event_time": moment, "client_event_time": moment, "platform": "iOS",
            "event_properties": properties, "amplitude_id": 7, "uuid": id,
        }

    yield record("navigation_state", time, id, {"tab": tab, "screens": screens})
    yield record("[Amplitude] Screen Viewed", later(time), id + "s", {"[Amplitude] Screen Name": screens[-1] + " "})


def posthog(user, id, time, tab, screens):
    def record(name, time, id, **properties):
        return {"uuid": id, "event": name, "distinct_id": user, "properties": {"$device_id": user, **properties}, "timestamp": text(time)}

    yield record("navigation_state", time, id, tab=tab, screens=screens)
    yield record("$screen", later(time), id + "s", **{"$screen_name": screens[-1] + "View"})


def mixpanel(user, id, time, tab, screens):
    def record(name, time, id, **properties):
        return {"event": name, "properties": {"time": round(time.timestamp() * 1000), "distinct_id": user, "$device_id": user, "$insert_id": id, **properties}}

    yield record("navigation_state", time, id, tab=tab, screens=screens)
    yield record("$mp_page_view", later(time), id + "s", current_page_title=screens[-1] + " | Shop")


def segment(user, id, time, tab, screens):
    def record(type, name, time, id, properties):
        return {
            "type": type, "event" if type == "track" else "name": name, "messageId": id, "anonymousId": user, "originalTimestamp": text(time),
            "timestamp": text(time + timedelta(seconds=20)), "context": {"library": {"name": "analytics-swift"}}, "properties": properties,
        }

    yield record("track", "navigation_state", time, id, {"tab": tab, "screens": screens})
    yield record("screen", screens[-1] + "View", later(time), id + "s", {})


for product in (native, ga4, amplitude, posthog, mixpanel, segment):
    lines = [json.dumps(record, separators=(",", ":")) + "\n" for event in walks() for record in product(*event)]
    (FOLDER / f"{product.__name__}.ndjson").write_text("".join(lines))
