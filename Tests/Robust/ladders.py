"""Logs and maps that grow in one dimension each, and the commands that read them.

    python3 Tests/Robust/ladders.py [--scale N] [-k NAME]

prints what each costs: processor time and memory at n and at 4 n. Another binary is measured with NAVAUDIT_BINARY.
"""

import argparse
import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from typing import Callable

from bench import measured

LEAST_SIZE = 8
"""A ladder of this size costs next to nothing, and is a log that can be measured."""
STEP = 4
"""The upper rung is this many times the lower one."""
MOST = 5
"""The most times the processor time at the upper rung."""
LEAST = 0.2
"""Seconds: less counts as this much, as it says nothing of how time grows."""
MARGIN = 1.25
"""A run may take this much of its budget: pages of the program, stacks of threads, what the allocator keeps."""
ANALYZE = "analyze log.ndjson -o o --memory 128M"
NAMES = "analyze log.ndjson -o o --memory 640M"
"""For logs of many names: thirteen kilobytes are reckoned for each."""


@dataclass
class Ladder:
    name: str
    size: int
    write: Callable
    commands: list


LADDERS = []


def ladder(size, *commands, name=None):
    """Registers a function that writes a log of one size; `size` takes the release build some tenths of a second."""

    def register(write):
        LADDERS.append(Ladder(name or write.__name__, size, write, list(commands or [ANALYZE])))
        return write

    return register


def numbered(value, number):
    if callable(value):
        return value(number)
    return value.replace("#", str(number)) if isinstance(value, str) else value


class Log:
    """A log that is being written, and its app map."""

    def __init__(self, place, name="log.ndjson"):
        self.place = place
        self.file = open(f"{place}/{name}", "w", encoding="utf-8")
        self.time = 1_772_000_000.0
        self.map = None

    def add(self, user, kind, seconds=5.0, **fields):
        self.time += seconds
        self.raw(time=round(self.time, 3), user=f"u{user}", event=kind, **fields)

    def add_round(self, user, number, events):
        """Adds events: `#` in their texts becomes the number of the round, and functions of it give other values."""
        for kind, fields in events:
            self.add(user, numbered(kind, number), **{key: numbered(value, number) for key, value in fields.items()})

    def raw(self, **fields):
        self.file.write(json.dumps(fields, ensure_ascii=False) + "\n")

    def open(self, user, via="cold", **fields):
        """Begins a session of a user."""
        self.add(user, "app_open", seconds=3600, via=via, **fields)

    def map_lines(self, *lines):
        if self.map is None:
            self.map = open(f"{self.place}/navaudit.yml", "w", encoding="utf-8")
            self.map.write("mask_names: false\n")
        for line in lines:
            self.map.write(line + "\n")

    def close(self):
        self.file.close()
        if self.map:
            self.map.close()


def people(log, count=40):
    """A few people who use three tabs, so that there is something to judge."""
    for user in range(count):
        for _ in range(2):
            log.open(f"p{user}")
            for tab in ("Home", "Search", "Orders"):
                log.add(f"p{user}", "tab_select", target=tab, screen=tab)
                log.add(f"p{user}", "push", screen=f"{tab} detail")
                log.add(f"p{user}", "back")


def of_a_session(name, size, command, *events):
    """A ladder of n events of a session, in rounds."""

    @ladder(size, command, name=name)
    def write(log, n):
        people(log)
        log.open("one")
        for number in range(n // len(events)):
            log.add_round("one", number, events)


def of_names(name, size, *events, by=100, both=False):
    """A ladder of n names, with a round of events for each.

    by: how many people make them in turn. both: each is made by the same two people."""

    @ladder(size, NAMES, name=name)
    def write(log, n):
        people(log)
        for number in range(n):
            for user in range(2) if both else [number % by]:
                log.add_round(user, number, events)


def some_screen(number):
    return f"S{number % 300}"


def five_tabs(number):
    return [f"T{(number * place + place) % 997}" for place in range(1, 6)]


def mostly(outcome):
    return lambda number: outcome if number % 3 else "ok"


# MARK: The length of a session

of_a_session("pushes_of_a_session", 20_000, ANALYZE, ("push", {"screen": some_screen}))
of_a_session("pushes_of_other_screens_in_a_session", 10_000, NAMES, ("push", {"screen": "S#"}))
of_a_session("steps_of_a_session", 60_000, ANALYZE, ("push", {"screen": some_screen}), ("back", {}))
of_a_session("modals_in_a_stack", 20_000, ANALYZE, ("modal_open", {"screen": some_screen}))
of_a_session("copies_of_an_event", 60_000, ANALYZE, ("push", {"seconds": 0, "screen": "Detail", "id": "one"}))
of_a_session(
    "sections_of_a_session", 5_000, NAMES,
    ("menu_select", {"container": lambda number: f"M{number % 200}", "target": "I#", "screen": "S#"}))


@ladder(20_000)
def steps_in_a_deep_stack(log, n):
    people(log)
    log.open("deep")
    for number in range(n // 2):
        log.add("deep", "push", screen=f"S{number % 300}")
    for number in range(n // 4):
        log.add("deep", "push", screen="Leaf")
        log.add("deep", "back")


@ladder(20_000, NAMES)
def pairs_of_sections_in_a_session(log, n):
    people(log)
    log.open("wide")
    for number in range(n // 4):
        for item in (number, number + 1) * 2:
            log.add("wide", "menu_select", container="M", target=f"I{item}", screen=f"S{item}")


@ladder(20_000, NAMES)
def pairs_of_screens_in_a_session(log, n):
    people(log)
    log.open("wide")
    for number in range(n // 4):
        for screen in (number, number + 1) * 2:
            log.add("wide", "screen_view", screen=f"S{screen}")


@ladder(20_000, NAMES)
def pairs_of_screens_without_structure(log, n):
    for number in range(max(1, n // 4)):
        user = number % 3
        for screen in (number, number + 1) * 2:
            log.add(user, "screen_view", screen=f"S{screen}")


@ladder(60_000)
def taps_of_a_session(log, n):
    people(log)
    log.open("taps")
    log.add("taps", "screen_view", screen="Home")
    for number in range(n):
        log.add("taps", "tap", seconds=0.2, target=f"T{number % 300}", x=number % 400, y=number % 800)


@ladder(60_000)
def parts_of_a_session(log, n):
    people(log)
    for number in range(n // 2):
        log.add("parts", "app_open", via="cold")
        log.add("parts", "tab_select", target="Home", screen="Home")


@ladder(60_000)
def events_at_one_time(log, n):
    people(log)
    log.open("batch")
    for number in range(n):
        kind = ("screen_view", "tap", "push", "back")[number % 4]
        log.add("batch", kind, seconds=0, screen=f"S{number % 50}", target=f"T{number % 300}")


@ladder(10_000, NAMES)
def touches_at_one_time(log, n):
    people(log)
    log.open("batch")
    for number in range(n):
        log.add("batch", "tap" if number % 3 else "screen_view", seconds=0, screen=f"S{number}", target="T")


@ladder(60_000, "analyze log.ndjson -o o --memory 128M --columns time=timestamp,user=distinct_id,event=event")
def unnamed_touches_at_one_time(log, n):
    for number in range(n):
        event, properties = ("$autocapture", {}) if number % 2 else ("$screen", {"$screen_name": f"S{number % 50}"})
        log.raw(timestamp="2026-03-01T10:00:00Z", distinct_id="u", event=event, properties=properties)


# MARK: Names

@ladder(400)
def tabs(log, n):
    for tab in range(n):
        user = tab % 50
        log.open(user)
        for number in range(40):
            log.add(user, "tab_select", target=f"T{(tab + number * number) % n}", screen=f"R{(tab + number * number) % n}")


@ladder(150)
def tabs_that_lead_to_each_other(log, n):
    """As many pairs of tabs as there can be."""
    for tab in range(n):
        user = tab % 50
        log.open(user)
        for number in range(24):
            log.add(user, "tab_select", target=f"T{(tab * 7 + number) % n}", screen=f"R{(tab * 7 + number) % n}")


@ladder(1_000)
def tabs_by_a_page(log, n):
    """Strips of tabs on pages below the root."""
    people(log)
    for page in range(n // 20):
        for user in range(8):
            log.open(user)
            log.add(user, "tab_select", target="Home", screen="Home")
            log.add(user, "push", screen=f"Page {page}")
            for number in range(20):
                log.add(user, "tab_select", target=f"Strip {page} {number}", screen=f"Strip {page} {number}")


@ladder(5_000, NAMES)
def tabs_of_a_session(log, n):
    people(log)
    for _ in range(2):
        log.open("wide")
        for number in range(n):
            log.add("wide", "tab_select", target=f"T{number}", screen=f"T{number}")


@ladder(5_000)
def sets_of_tabs_of_a_user(log, n):
    for number in range(n // 8):
        log.open("one")
        for place in range(8):
            tab = (number * (place + 3) + place * place) % 50
            log.add("one", "tab_select", target=f"T{tab}", screen=f"T{tab}")


@ladder(8_000)
def sets_of_tabs(log, n):
    for number in range(n):
        log.open(number, via="first")
        for place in range(5):
            tab = number // 5**place % 5 + 5 * place
            log.add(number, "tab_select", target=f"T{tab}", screen=f"T{tab}")


CHOICE = ("tab_select", {"target": lambda number: f"T{number % 997}", "screen": "S"})
of_names("lists_of_tabs", 8_000, ("tabs_shown", {"value": five_tabs}), CHOICE, by=200)
of_names("edits_of_tabs", 8_000, ("tabs_edit", {"value": five_tabs}), CHOICE, by=200)


@ladder(200)
def tabs_and_variants(log, n):
    for number in range(n):
        for user in range(10):
            log.open(f"{number} {user}", variant=f"V{number}")
            for tab in range(5):
                log.add(f"{number} {user}", "tab_select", target=f"T{(number + tab * user) % n}", screen="S")


of_names(
    "menus", 3_000, ("menu_open", {"container": "M#"}),
    ("menu_select", {"container": "M#", "target": "I#", "screen": "S#"}), both=True)
of_names("items_of_a_menu", 4_000, ("menu_open", {}), ("menu_select", {"target": "I#", "screen": "S#"}), both=True)
of_names(
    "items_of_more", 4_000, ("more_open", {"screen": "More"}), ("more_select", {"target": "I#", "screen": "S#"}),
    both=True)
of_names("screens", 10_000, ("push", {"screen": "S#"}), ("back", {}))
of_names("modals", 10_000, ("modal_open", {"screen": "S#"}), ("modal_close", {}))
of_names("gestures", 10_000, ("gesture", {"target": "G#", "outcome": mostly("failed")}))
of_names(
    "controls", 10_000,
    ("tap", {"target": "C#", "outcome": mostly("missed"), "screen": "Home", "x": lambda number: number % 390, "y": 3}))
of_names("badges", 10_000, ("badge", {"target": "T#", "value": 1}), ("tab_select", {"target": "T#", "screen": "S"}))
of_names("links", 10_000, ("deep_link", {"screen": "S#"}), ("tab_select", {"target": "Home", "screen": "Home"}))
of_names(
    "logged_tasks", 10_000, ("task_start", {"target": "T#"}), ("push", {"screen": "S"}), ("task_end", {"target": "T#"}))
of_names("kinds_of_other_events", 10_000, ("event #", {}))
of_names("values", 20_000, ("add_to_cart", {"value": "#.99"}), ("push", {"screen": "S"}))


@ladder(400)
def items_of_a_user(log, n):
    """As many pairs of entries as there can be."""
    people(log)
    for user in range(40):
        log.open(user)
        for number in range(n // 8):
            item = (user * 5 + number) % n
            log.add(user, "more_open", screen="More")
            log.add(user, "more_select", target=f"I{item}", screen=f"S{item}")


@ladder(10_000, NAMES)
def screens_without_structure(log, n):
    for number in range(n * 2):
        log.add(number % 100, "screen_view", screen=f"S{number * 7 % n}")


@ladder(2_000, "analyze log.ndjson -o o --memory 128M --infer")
def inferred_screens(log, n):
    for number in range(n * 5):
        log.add(number % 100, "screen_view", screen=f"S{number * number % n}")


@ladder(2_000, "init log.ndjson -o o.yml")
def drafted_screens(log, n):
    for number in range(n * 5):
        log.add(number % 100, "screen_view", screen=f"S{number * number % n}")


@ladder(300)
def versions(log, n):
    for number in range(n):
        for user in range(8):
            log.open(f"{number} {user}", app_version=f"1.{number}")
            for tab in range(3):
                log.add(f"{number} {user}", "tab_select", target=f"T{tab}", screen=f"T{tab}")
                log.add(f"{number} {user}", "push", screen="Detail")
                log.add(f"{number} {user}", "back", screen=f"T{tab}")


@ladder(300)
def platforms(log, n):
    for number in range(n):
        for user in range(8):
            log.open(f"{number} {user}", platform=f"p{number}")
            for tab in range(3):
                log.add(f"{number} {user}", "tab_select", target=f"T{tab}", screen=f"T{tab}")
                log.add(f"{number} {user}", "menu_open")
                log.add(f"{number} {user}", "menu_select", target=f"I{tab}", screen="Detail")


@ladder(2_000)
def builds(log, n):
    for number in range(n):
        log.open(f"{number}", variant=f"v{number % 50}", app_version=f"1.{number // 50}", device=f"d{number % 7}")
        log.add(f"{number}", "tab_select", target=f"T{number % 5}", screen="S")


@ladder(30_000)
def users(log, n):
    for number in range(n):
        log.open(number)
        log.add(number, "tab_select", target=f"T{number % 5}", screen="S")


@ladder(30_000)
def sessions_of_a_user(log, n):
    people(log)
    for number in range(n):
        log.open("one")
        log.add("one", "tab_select", target=f"T{number % 5}", screen="S")


@ladder(4_000)
def days(log, n):
    people(log)
    for number in range(n):
        log.time += 86_400 / 4
        log.add(number % 50, "more_open", screen="More")
        log.add(number % 50, "more_select", target=f"I{number % 9}", screen="S")


@ladder(10_000, "analyze log.ndjson -o o --memory 128M --minimum-group 5")
def users_of_small_groups(log, n):
    for number in range(n):
        log.open(number)
        log.add(number, "tab_select", target=f"T{number % 5}", screen=f"S{number % 500}")


@ladder(1_000, "compare log.ndjson next.ndjson -o o --allow overlap,user-ids,window,exposure,experience")
def compared_screens(log, n):
    other = Log(log.place, "next.ndjson")
    for one, who in ((log, "a"), (other, "b")):
        people(one)
        for number in range(n * 5):
            one.add(f"{who}{number % 100}", "push", screen=f"S{number % n}")
            one.add(f"{who}{number % 100}", "back")
    other.close()


@ladder(4_000, "check-log log.ndjson")
def checked_lines(log, n):
    for number in range(n):
        log.add(number % 3, ("push", "tab_select", "screen_view", "menu_select")[number % 4], screen=f"S{number}", target=f"T{number}")


# MARK: Bytes

def long_names(log, text):
    for number in range(200):
        log.add(number % 20, "screen_view", screen=f"{text} {number % 40}")
        log.add(number % 20, "tap", target=f"{text} {number % 40}")


for character, name in {
    "ab-": "hyphens", "1 ": "digits", "A": "letters", "Ab": "capitals", "/1": "paths", '"': "quotes", "(": "brackets", "é": "accents",
    "e\u0301": "combining_accents", "👩\u200d": "joined_emoji", "a.b@": "addresses", "+49 ": "phones", "0123-": "cards", "?a=": "queries", "://": "schemes",
    "#/": "fragments", "\u202e": "invisible", "|": "bars", "%41": "escapes", "DE89 ": "accounts", "a|": "lists", "1.": "dotted", "_": "underscores",
}.items():

    @ladder(
        10_000, "analyze log.ndjson -o o --memory 64M", "init log.ndjson -o o.yml", "check-log log.ndjson",
        name=f"bytes_of_a_name_of_{name}")
    def write_names(log, n, character=character):
        long_names(log, character * (n // len(character.encode())))


@ladder(100_000, "analyze log.ndjson -o o --memory 64M")
def bytes_of_names_that_differ(log, n):
    people(log)
    for number in range(60):
        log.add("long", "screen_view", screen=f"{number} " + "x" * n)


@ladder(100_000, "analyze log.ndjson -o o --memory 64M")
def bytes_of_fields_that_are_not_read(log, n):
    people(log)
    for number in range(60):
        log.add("long", "screen_view", screen="S", note=f"{number} " + "x" * n)


for encoding, name in {"utf-16": "utf16", "windows-1252": "windows1252", "utf-8": "utf8"}.items():

    @ladder(40_000, "analyze log.csv -o o --memory 64M", name=f"lines_of_{name}")
    def write_encoded(log, n, encoding=encoding):
        with open(f"{log.place}/log.csv", "w", encoding=encoding, newline="") as file:
            file.write("time,user,event,screen\n")
            for number in range(n):
                file.write(f"{1_772_000_000 + number},Jörg {number % 50},screen_view,Café {number % 9} über alles\n")


@ladder(3_000, "analyze log.csv -o o", "init log.csv -o o.yml")
def columns(log, n):
    with open(f"{log.place}/log.csv", "w", encoding="utf-8") as file:
        file.write("time,user,event,screen," + ",".join(f"c{number}" for number in range(n)) + "\n")
        for line in range(100):
            file.write(f"{1_772_000_000 + line},u{line % 5},screen_view,S{line % 9}," + ",".join(f"{line * number % 17}" for number in range(n)) + "\n")


@ladder(1_000, "analyze log.ndjson -o o", "init log.ndjson -o o.yml")
def fields_of_a_record(log, n):
    for line in range(100):
        log.add(line % 5, "screen_view", screen=f"S{line % 9}", **{f"c{number}": line * number % 17 for number in range(n)})


@ladder(2_000, "init log.ndjson -o o.yml")
def drafted_event_names(log, n):
    for number in range(n * 3):
        log.add(number % 50, f"event name {number % n} opened", place=f"P{number % 9}")


@ladder(2_000, "init log.ndjson -o o.yml")
def drafted_classes(log, n):
    for number in range(n * 3):
        log.add(number % 50, "screen_view", screen=f"MyVeryLongNameOf{number % n}DetailViewController")


@ladder(300)
def files(log, n):
    os.makedirs(f"{log.place}/log.ndjson.d")
    log.file.close()
    os.remove(f"{log.place}/log.ndjson")
    os.rename(f"{log.place}/log.ndjson.d", f"{log.place}/log.ndjson")
    for number in range(n):
        with open(f"{log.place}/log.ndjson/{number}.ndjson", "w", encoding="utf-8") as log.file:
            for user in range(5):
                log.add(f"{number} {user}", "screen_view", screen="S")


# MARK: The app map

MAPPED = ["analyze log.ndjson --map navaudit.yml -o o --memory 640M", "init --check --map navaudit.yml log.ndjson"]


def some_steps(log, n):
    for number in range(n):
        log.add(number % 50, "push", screen=some_screen(number))
        log.add(number % 50, "back")


def of_a_map(name, size, line, *before, steps=0):
    """A ladder of n lines of a map; `#` is the number of each."""

    @ladder(size, *MAPPED, name=name)
    def write(log, n):
        people(log)
        some_steps(log, steps)
        log.map_lines(*before, *(numbered(line, number) for number in range(n)))


of_a_map("tabs_in_a_map", 4_000, "  - Tab #", "tabs:")
of_a_map("items_in_a_map", 4_000, "    - I#", "more:", "  items:")
of_a_map("items_of_a_menu_in_a_map", 4_000, "    - I#", "menus:", "  menu:")
of_a_map("menus_in_a_map", 2_500, "  M#: [Item #]", "menus:")
of_a_map("exemptions", 2_000, "      - S#", "rules:", "  depth.over-limit:", "    exempt:")
of_a_map("ignore_screens", 1_000, "  - Container#.*", "ignore_screens:", steps=3_000)
of_a_map("patterns_that_repeat", 100, "  - 'a#[a-z]{0,500}b'", "ignore_screens:", steps=1_000)
of_a_map("screens_kind", 1_000, "  - {pattern: '^Container#', kind: wizard}", "screens_kind:", steps=3_000)
of_a_map("screen_names", 1_000, "  - {pattern: '^Container#/.*$', name: Container#}", "screen_names:", steps=3_000)


@ladder(2_500, *MAPPED)
def roots_in_a_map(log, n):
    people(log)
    log.map_lines("tabs:", *(f"  - Tab {number}" for number in range(n)), "roots:", *(f"  Tab {number}: Root {number}" for number in range(n)))


@ladder(4_000, *MAPPED)
def screens_in_a_map(log, n):
    people(log)
    log.map_lines("tabs: [Home, Search, Orders]", "screens:", *(f"  S{number}: {{parent: S{number - 1}}}" for number in range(1, n)))


@ladder(2_000, *MAPPED)
def names_near_others_in_a_map(log, n):
    people(log)
    log.map_lines("tabs:", *(f"  - Favourite place {number}" for number in range(n)))
    for number in range(n):
        log.add(number % 50, "tab_select", target=f"Favorite place {number}", screen="S")


@ladder(4_000, *MAPPED)
def tasks_in_a_map(log, n):
    people(log)
    some_steps(log, 2_000)
    log.map_lines("tasks:", *(f"  - {{name: T{number}, start: S{number % 300}, goal: S{(number + 1) % 300}}}" for number in range(n)))


@ladder(1_000, *MAPPED)
def tasks_of_a_session(log, n):
    people(log)
    log.open("one")
    some_steps(log, n)
    log.map_lines("tasks:", *(f"  - {{name: T{number}, start: S{number}, goal: Never}}" for number in range(300)))


@ladder(1_000, *MAPPED)
def mappings(log, n):
    for number in range(20 * n):
        log.raw(time=1_772_000_000 + number * 7, user=f"u{number % 50}", name=f"open {number % n}", value=number % 9)
    log.map_lines("columns: {event: name}", "events:")
    log.map_lines(*(f"  - {{match: {{name: open {number}}}, event: screen_view, screen: {{constant: S{number}}}}}" for number in range(n)))


@ladder(2_000, *MAPPED)
def aliases(log, n):
    for number in range(5 * n):
        log.add(number % 50, "tab_select", target=f"Label {number % n}", screen="S")
    log.map_lines("entry_names:", *(f"  Label {number}: Tab {number % 5}" for number in range(n)))


@ladder(300, *MAPPED)
def exclude_users(log, n):
    people(log)
    for number in range(10_000):
        log.add(number % 1000, "push", screen="S")
    log.map_lines("exclude_users:", *(f"  - ^robot{number}" for number in range(n)))


@ladder(1_000, *MAPPED)
def entries_in_a_map(log, n):
    for number in range(1_000):
        log.open(number, app_version=f"1.{number % 100}")
        log.add(number, "tab_select", target=f"T{number % 9}", screen="S")
    log.map_lines("entries:", *(f"  T{number}: {{since: '1.50'}}" for number in range(n)))


@ladder(16_000 // STEP, "init --check --map navaudit.yml", "analyze log.ndjson --map navaudit.yml -o o")
def bytes_of_the_app(log, n):
    """More are refused."""
    people(log)
    log.map_lines("app: " + "x" * n)


@ladder(100_000, "init --check --map navaudit.yml")
def lines_of_a_map(log, n):
    log.map_lines("tabs: [Home]", *(f"# line {number}" for number in range(n)))


# MARK: What is kept

@ladder(100, "ingest log.ndjson --store s", "report s -o o", "forget USERS --store s")
def forgotten_users(log, n):
    for number in range(20 * n):
        log.open(number)
        log.add(number, "tab_select", target="T", screen="S")


@ladder(5_000, "map log.ndjson -o one.state", "reduce one.state -o o")
def states(log, n):
    for number in range(n):
        log.open(number)
        log.add(number, "tab_select", target=f"T{number % 9}", screen=f"S{number % 500}")


# MARK: Running

class Refused(Exception):
    """A command ended with an error."""


def cost(one, size, place):
    """Processor time in seconds of a ladder at a size, and the largest part of its budget of memory that a command took."""
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    log = Log(place)
    one.write(log, size)
    log.close()
    seconds = 0
    part = 0
    for command in one.commands:
        shutil.rmtree(f"{place}/o", ignore_errors=True)
        words = []
        for word in command.split():
            words += [f"u{number}" for number in range(size)] if word == "USERS" else [word]
        outcome, spent, memory = measured(place, *words, *([] if command.startswith("check-log") else ["-q"]))
        if outcome.status not in (0, 1):
            raise Refused(f"{one.name}, {size}: {command[:80]}: ended with {outcome.status}: {outcome.errors.decode()}")
        seconds += spent
        if "--memory" in words:
            part = max(part, memory / float(words[words.index("--memory") + 1].rstrip("M")))
    return seconds, part


def measure(one, place, scale=1.0, rounds=3):
    """The least processor time at both rungs, without that of next to nothing, and the largest part of the budget."""
    start = cost(one, LEAST_SIZE, place)[0]
    size = max(4, int(one.size * scale))
    lower = [cost(one, size, place) for _ in range(rounds)]
    low = max(0, min(seconds for seconds, _ in lower) - start)
    upper = []
    # The upper rung is measured again only where it seems too high: others and the machine take time, too.
    while len(upper) < rounds and (not upper or min(upper)[0] - start > MOST * max(low, LEAST)):
        upper.append(cost(one, STEP * size, place))
    return size, low, min(upper)[0] - start, max(part for _, part in lower + upper)


def faults(low, high, part):
    """What is wrong with a ladder."""
    found = []
    if high > MOST * max(low, LEAST):
        found.append(f"{high:.2f} s for {STEP} times what takes {low:.2f} s")
    if part > MARGIN:
        found.append(f"{part * 100:.0f}% of its memory")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1, help="of the sizes: a debug build takes ten times as long")
    parser.add_argument("--rounds", type=int, default=1, help="the least processor time of so many runs counts")
    parser.add_argument("-k", default="", help="only ladders with one of these words in their name, between commas")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for one in LADDERS:
            if not any(word in one.name for word in options.k.split(",")):
                continue
            try:
                size, low, high, part = measure(one, f"{folder}/work", options.scale, options.rounds)
            except Refused as refusal:
                print(refusal, flush=True)
                continue
            times = f"{low:8.2f} {high:8.2f} s  ×{high / max(low, LEAST):5.1f}"
            print(f"{one.name:44} {size:9} {times}  {part * 100:4.0f}%  {'; '.join(faults(low, high, part))}", flush=True)


if __name__ == "__main__":
    main()
