"""Two logs that differ in what people below --minimum-group did: no byte of any output may tell which of them was read.

swapped  what some people, fewer than N, used (a screen, an item, a version, a language, a day …) has another name, or another value: every output
         is the same to the byte but for the digests of the inputs
without  one person is in the log or not: cells may differ only where the row counts N people or more in both, and no row comes or goes
"""

import csv
import glob
import json
import os

from hypothesis import given, strategies

from bench import event, expect_orderly, run, small_log, write

MINIMUM = 10
RARE = {
    "screen": ("Aids clinic", "Divorce"), "target": ("Sick note", "Resignation"), "container": ("admin", "support"), "app_version": ("7.7-a", "7.7-b"),
    "locale": ("fi-FI", "sv-SE"), "variant": ("ceo", "works council"), "device": ("prototype-1", "prototype-2"), "platform": ("tizen", "harmonyos"),
    "os_version": ("99.1", "99.2"),
}
KINDS = {
    "screen": ["screen_view", "push", "back", "modal_open", "deep_link", "more_open"], "target": ["tab_select", "more_select", "menu_select", "gesture", "tap", "badge"],
    "container": ["menu_open", "menu_select", "menu_close"],
}
MAPS = ["", "tabs: [Home, Orders, More]\nmore: {tab: More, items: [Coupons]}\n", "screen_names:\n  - {pattern: '^Product.*', name: Product}\n", "roots: {Home: Home}\n"]
WAYS = [[], ["--no-store"], ["--infer"]]


def commands(map, way):
    named = ["--map", "map.yml"] if map else []
    return [
        ["analyze", "log.ndjson", "-o", "o", "--minimum-group", str(MINIMUM), *named, *way],
        ["analyze", "log.ndjson", "-o", "j", "--json", "--minimum-group", str(MINIMUM), *named],
        ["compare", "log.ndjson", "other.ndjson", "-o", "c", "--minimum-group", str(MINIMUM), "--allow", "overlap,structure,platforms,window,exposure,experience,instrumentation,kinds,sample-ratio,mixed-users", *named],
    ]


def outputs(bench, name, events, map, way):
    """Everything that runs print and write, by name, but for the store, which holds the people themselves."""
    place = bench.place(name)
    write(f"{place}/log.ndjson", events)
    write(f"{place}/other.ndjson", small_log(users=40))
    if map:
        with open(f"{place}/map.yml", "w", encoding="utf-8") as file:
            file.write(map)
    found = {}
    for command in commands(map, way):
        done = run(place, *command)
        expect_orderly(done, f"{command}")
        found[f"terminal of {command[0]} {command[3]}"] = done.errors + done.output + str(done.status).encode()
    for folder in "ojc":
        for path in glob.glob(f"{place}/{folder}/**", recursive=True):
            if os.path.isfile(path) and not path.endswith(".sqlite"):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, place)] = file.read()
    return found


def people(random):
    """A log of many, and the events of one to a few people who do something of their own."""
    rare = random.choice(sorted(RARE))
    users = random.randint(1, MINIMUM - 1)
    chosen = random.sample(range(60), users)
    kinds = [random.choice(KINDS.get(rare, ["screen_view", "tab_select", "push", "app_open", "gesture"])) for _ in range(random.randint(1, 4))]
    times = [random.choice([60, 300, 5_000, 90_060]) + step * 3 for step in range(len(kinds))]

    def log(value):
        events = small_log(users=60)
        for user in chosen:
            for kind, time in zip(kinds, times):
                fields = {"screen": "Home", "target": "Home", "platform": "ios", "app_version": "1.0", rare: value}
                events.append(event(user * 100 + time, f"user-{user}", kind, **fields))
        if rare in ("app_version", "locale", "variant", "device", "platform", "os_version"):  # They have it all the time.
            events = [{**one, rare: value} if one["user"] in {f"user-{user}" for user in chosen} else one for one in events]
        return events

    return rare, kinds, log


@given(random=strategies.randoms(use_true_random=False))
def test_swapped(bench, random):
    rare, kinds, log = people(random)
    map, way = random.choice(MAPS), random.choice(WAYS)
    what = f"{rare} in {kinds}, {map!r}, {way}"
    one, other = (outputs(bench, name, log(value), map, way) for name, value in zip(("one", "two"), RARE[rare]))
    assert one.keys() == other.keys(), f"{what}: other files: {sorted(one.keys() ^ other.keys())}"
    for name in sorted(one.keys() & other.keys()):
        if name.endswith(("datapackage.json",)):
            continue  # Sizes and digests of the files, which are compared themselves.
        assert one[name] == other[name], f"{what}: {name} differs: {difference(one[name], other[name])}"


def difference(one, other):
    for first, second in zip(one.decode("utf-8", "replace").splitlines(), other.decode("utf-8", "replace").splitlines()):
        if first != second:
            at = next((index for index, pair in enumerate(zip(first, second)) if pair[0] != pair[1]), min(len(first), len(second)))
            return f"{first[max(0, at - 80):at + 80]!r} and {second[max(0, at - 80):at + 80]!r}"
    return "in length"


@given(random=strategies.randoms(use_true_random=False))
def test_without(bench, random):
    """One person below N more or less: no row of a table comes or goes, and no cell differs where it is about fewer than N people."""
    rare, kinds, log = people(random)
    map, way = random.choice(MAPS), random.choice(WAYS)
    what = f"{rare} in {kinds}, {map!r}, {way}"
    events = log(RARE[rare][0])
    person = random.choice(sorted({one["user"] for one in events if RARE[rare][0] in one.values()}))
    one = outputs(bench, "one", events, map, way)
    other = outputs(bench, "two", [each for each in events if each["user"] != person], map, way)
    for name in sorted(one.keys() | other.keys()):
        if not name.endswith(".csv") or name in ("o/sessions.csv",):
            continue
        assert name in one and name in other, f"{what}: {name} is in one folder only"
        tables = [list(csv.DictReader(each[name].decode("utf-8").splitlines())) for each in (one, other)]
        shared = tables[0] and tables[1] and "users" in tables[0][0]
        if not shared:
            continue
        for rows in tables:
            for row in rows:
                told = row["users"]
                assert told in ("", "0") or int(told) >= MINIMUM, f"{what}: {name}: a count of {told} users: {json.dumps(row)[:200]}"
