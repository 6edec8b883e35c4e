"""Random logs in two sizes: whatever grows with the log (users, names, versions, days, the length of a session), time and memory grow no faster than the
log or, if that grows more, than what is written: discovery.csv has a row for each item and session number."""

import json
import os
import subprocess
from random import Random

from bench import NAVAUDIT, event

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
    "segments": [["analyze", "LOG", "-o", "o", "--segment", "platform"]],
    "little memory": [["analyze", "LOG", "-o", "o", "--memory", "128M"]],
    "two logs": [["ingest", "LOG", "--store", "s"], ["report", "s", "-o", "o"], ["ingest", "NEXT", "--store", "s"], ["report", "s", "-o", "o", "--since-last"]],
    "compare": [["compare", "LOG", "NEXT", "-o", "o", "--allow", ALLOWED]],
    "states": [["map", "LOG", "-o", "o.state"], ["reduce", "o.state", "-o", "o"]],
    "draft": [["init", "LOG", "-o", "o.yml"]],
}
FIXED = {"outcome": ["hidden", "shown", "ok", "failed"], "via": ["cold", "warm", "first", "push"]}


def run(bench, rounds, random):
    for _ in range(rounds):
        try_shape(bench, Shape(random.getrandbits(32)))


class Shape:
    """What grows with the log, what is fixed, and which events occur."""

    def __init__(self, seed):
        self.seed = seed
        random = Random(seed)
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


def try_shape(bench, shape):
    costs, written = [], []
    for count in (SMALL, SMALL * FACTOR):
        place = bench.place()
        shape.write(f"{place}/log.ndjson", count)
        shape.write(f"{place}/next.ndjson", count, first=1)
        seconds, memory = 0, 0
        for command in WAYS[shape.way]:
            status, cost, said = measured(bench, place, *[{"LOG": "log.ndjson", "NEXT": "next.ndjson"}.get(word, word) for word in command], "-q")
            if status == 2 and said.startswith("navaudit: "):
                return  # Refused, such as fewer users than --minimum-group or too many names for --memory.
            if not bench.expect(status in (0, 1), f"{shape}: {count} events: {command[0]} ended with {status}: {said}"):
                return
            seconds, memory = seconds + cost[0], max(memory, cost[1])
        costs.append((seconds, memory))
        written.append(sum(os.path.getsize(os.path.join(folder, file)) for folder, _, files in os.walk(place) for file in files))
    bench.cases += 1
    growth = max(FACTOR, written[1] / written[0])
    for what, small, large, least in zip(("seconds", "MB"), *costs, LEAST):
        bench.expect(large <= MOST * growth * max(small, least), f"{shape}: {small:.2f} {what}, with {FACTOR} times the events {large:.2f}")


def measured(bench, place, *arguments):
    """The status of a run, what it took (seconds of processor time, MB of peak memory), and what it said."""
    bench.runs += 1
    # A process of its own, as the usage of children is counted in one sum.
    code = ("import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], timeout=60, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE);"
            "usage = resource.getrusage(resource.RUSAGE_CHILDREN);"
            "print(done.returncode, usage.ru_utime, usage.ru_maxrss / 1024, done.stderr.decode().strip()[:300])")
    done = subprocess.run(["python3", "-c", code, NAVAUDIT, *arguments], cwd=place, capture_output=True, text=True)
    if done.returncode != 0:
        return None, None, "it takes more than a minute"
    status, seconds, memory, *said = done.stdout.strip().split(" ", 3)
    return int(status), (float(seconds), float(memory)), " ".join(said)
