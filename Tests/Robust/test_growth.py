"""Ladders: logs and maps that grow in one dimension each take time like their size, and stay in their memory.

Random logs in two sizes: whatever grows with the log (users, names, versions, days, the length of a session), time and memory grow no faster than the
log or, if that grows more, than what is written: discovery.csv has a row for each item and session number."""

import json
import os
from random import Random

import pytest
from hypothesis import given, strategies

from bench import event, measured
from ladders import LADDERS, faults, measure

SMALL = 8_000
"""Events of the smaller log."""
FACTOR = 6
"""The larger log has this many times as many."""
MOST = 2
"""More than this many times the processor time or memory that grows like the log is growth faster than the log's: its square would be six times."""
LEAST = 0.4, 100
"""Seconds and MB: less counts as this much. A plan, for example, needs thirty users, so a small log may do without."""

KINDS = {
    "screen_view": ["screen"], "tab_select": ["target", "screen"], "tabs_shown": ["value"], "tabs_edit": ["value"], "more_open": ["screen"],
    "more_select": ["target", "screen"], "menu_open": ["container", "screen"], "menu_select": ["target", "container", "screen"],
    "menu_close": ["container"], "push": ["screen"], "back": ["screen"], "to_root": ["screen"], "modal_open": ["screen"], "modal_close": [],
    "deep_link": ["screen"], "gesture": ["target"], "tap": ["target"], "badge": ["target", "value"], "tab_bar": ["outcome"], "rotate": ["target"],
    "app_open": ["via"], "app_background": [], "task_start": ["target"], "task_end": ["target"], "another": ["target"],
}
ALLOWED = "overlap,user-ids,structure,platforms,window,exposure,experience,instrumentation,kinds,rejected-lines,sample-ratio,mixed-users"
WAYS = {
    "analyze": [["analyze", "LOG", "-o", "o"]],
    "no store": [["analyze", "LOG", "-o", "o", "--no-store"]],
    "small groups": [["analyze", "LOG", "-o", "o", "--minimum-group", "5"]],
    "little memory": [["analyze", "LOG", "-o", "o", "--memory", "128M"]],
    "two logs": [["ingest", "LOG", "--store", "s"], ["report", "s", "-o", "o"], ["ingest", "NEXT", "--store", "s"], ["report", "s", "-o", "o"]],
    "compare": [["compare", "LOG", "NEXT", "-o", "o", "--allow", ALLOWED]],
    "states": [["map", "LOG", "-o", "o.state"], ["reduce", "o.state", "-o", "o"]],
    "draft": [["init", "LOG", "-o", "o.yml"]],
}
FIXED = {"outcome": ["hidden", "shown", "ok", "failed"], "via": ["cold", "warm", "first", "push"]}


class Shape:
    """What grows with the log, what is fixed, and which events occur."""

    def __init__(self, random):
        self.seed = random.getrandbits(32)
        kinds = random.sample(sorted(KINDS), random.randint(1, 8))
        self.kinds = [kind for kind in kinds for _ in range(random.choice([1, 1, 3, 9]))]
        fields = ["users", "screen", "target", "container", "app_version", "platform", "variant", "language", "value"]
        self.sizes = {field: random.choice([(1, 0), (5, 0), (40, 0), (3, 0.5), (0.1, 1), (1, 1)]) for field in fields}
        self.gap = random.choice([0, 1_000, 20_000, 700_000, 5_000_000, 90_000_000])
        self.is_ordered = random.random() < 0.7
        self.way = random.choice(sorted(WAYS))

    def __str__(self):
        sizes = ", ".join(f"{field} {share:g}·n^{power:g}" for field, (share, power) in self.sizes.items())
        return f"seed {self.seed}: {sorted(set(self.kinds))}, {sizes}, {self.gap} ms apart{'' if self.is_ordered else ', at random'}, {self.way}"

    def write(self, path, count, first=0):
        """A log of `count` events, by users from `first` on. Names are taken in turn or at random out of as many as there are at that size."""
        names = {field: max(1, int(share * count**power)) for field, (share, power) in self.sizes.items()}
        random = Random(self.seed + first)

        def name(field, number):
            drawn = random.randrange(names[field]) if not self.is_ordered else number % names[field]
            return f"{field[0].upper()}{drawn}"

        with open(path, "w", encoding="utf-8") as file:
            for number in range(count):
                kind = self.kinds[random.randrange(len(self.kinds))]
                fields = {}
                for field in KINDS[kind] + [field for field in ("app_version", "platform", "variant", "language") if self.sizes[field][0] != 1]:
                    fields[field] = random.choice(FIXED[field]) if field in FIXED else name(field, number)
                if "value" in fields and kind != "badge":
                    fields["value"] = "|".join(name("value", number + place) for place in range(4))
                one = event(0, f"{first}{name('users', number // 3)}", kind, **fields)
                one["time"] = 1_772_000_000 + number * self.gap / 1000
                file.write(json.dumps(one) + "\n")


@given(random=strategies.randoms(use_true_random=False))
def test_growth(bench, random):
    shape = Shape(random)
    costs, written = [], []
    for count in (SMALL, SMALL * FACTOR):
        place = bench.place()
        shape.write(f"{place}/log.ndjson", count)
        shape.write(f"{place}/next.ndjson", count, first=1)
        seconds, memory = 0, 0
        for command in WAYS[shape.way]:
            words = [{"LOG": "log.ndjson", "NEXT": "next.ndjson"}.get(word, word) for word in command]
            outcome, cost, peak = measured(place, *words, "-q")
            if outcome.status == 2 and outcome.errors.startswith(b"navaudit: "):
                return  # Refused, such as fewer users than --minimum-group or too many names for --memory.
            assert outcome.status in (0, 1), f"{shape}: {count} events: {command[0]} ended with {outcome.status}: {outcome.errors}"
            seconds, memory = seconds + cost, max(memory, peak)
        costs.append((seconds, memory))
        written.append(sum(os.path.getsize(os.path.join(folder, file)) for folder, _, files in os.walk(place) for file in files))
    growth = max(FACTOR, written[1] / written[0])
    for what, small, large, least in zip(("seconds", "MB"), *costs, LEAST):
        assert large <= MOST * growth * max(small, least), f"{shape}: {small:.2f} {what}, with {FACTOR} times the events {large:.2f}"


@pytest.mark.parametrize("one", LADDERS, ids=lambda one: one.name)
def test_ladder(bench, one):
    size, low, high, part = measure(one, bench.place())
    found = faults(low, high, part)
    assert not found, f"{one.name}, {size} and {4 * size}: {'; '.join(found)}"
