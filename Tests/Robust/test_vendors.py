"""A made-up app, exported in the shape of each vendor, gives the tables of its native log of screens, life cycle and other events."""

import pathlib
import sqlite3

import pytest

from bench import run
from vendors import VENDORS, native, shop


@pytest.fixture(scope="module")
def events():
    events = shop()
    # It is large enough to tell.
    assert len({event.user for event in events}) == 60 and len({event.session for event in events}) > 200
    assert sum(event.is_view for event in events) > 2000
    assert {event.kind for event in events} == {"screen_view", "cold", "warm", "app_background", "chatter"}
    assert len({event.id for event in events}) < len(events), "some events stand there twice"
    assert any(event.is_tablet for event in events) and {event.platform for event in events} == {"ios", "android"}
    return events


def analyzed(place, files):
    """The tables of an analysis, and the formats in which its files were read."""
    for path, data in files.items():
        file = pathlib.Path(place, "log", path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    outcome = run(place, "analyze", "log", "--output", "out", "--sessions", environment={"NAVAUDIT_KEY": "k"})
    assert outcome.status == 0, outcome.errors.decode()
    out = pathlib.Path(place, "out")
    with sqlite3.connect(out / "navigation.sqlite") as store:
        formats = [row[0] for row in store.execute("SELECT DISTINCT format FROM source ORDER BY 1")]
    # Each vendor names its own events.
    return {file.name: file.read_text() for file in out.glob("*.csv") if file.name != "unknown_events.csv"}, formats


@pytest.mark.parametrize("vendor", VENDORS, ids=lambda vendor: f"{vendor.format}, {vendor.shape}")
def test_gives_the_tables_of_its_native_log(bench, events, vendor):
    carried = [event for event in events if "lifecycle" not in vendor.missing or event.kind in ("screen_view", "chatter")]
    tables, formats = analyzed(bench.place("exported"), vendor.files(carried))
    expected, _ = analyzed(bench.place("native"), {"log.ndjson": native(carried, vendor.missing)})
    assert formats == [vendor.expected or vendor.format]
    assert {name for name in tables if tables[name] != expected.get(name)} == set() and tables.keys() == expected.keys()
