"""One line with a long name: time grows no faster than the name, whatever it holds and wherever it stands."""

import json
import time

from names import FIELDS

PATTERNS = [
    "1 ", "1", "eyJ-", "eyJ", "1-", "(1)", "0171 ", "4111 1111 ", "1%20", "\u00a01", "+1 ", "a@", "\"@", "%25", "a_1-", "1 1a", "a@b.", "DE89 ", "f-", "/1", "🧑‍🦰", "%F0%9F",
]
SIZE = 300_000
SECONDS = 1.0
"""Less than this is not held against the smaller name: starting takes as long."""


def run(bench, rounds, random):
    largest, slowest = (0, ""), (0, "")
    cases = [(field, pattern) for field in [*FIELDS, "event", "user", "session", "id"] for pattern in PATTERNS]
    cases += [(random.choice(FIELDS), "".join(random.choice(PATTERNS) for _ in range(random.randint(2, 5)))) for _ in range(rounds)]
    for field, pattern in cases:
        bench.cases += 1
        took = [seconds(bench, field, pattern, size) for size in (SIZE, 2 * SIZE)]
        bench.expect(took[1] <= max(SECONDS, 3 * took[0]), f"{field} of {pattern!r}: {took[0]:.2f} s for {SIZE} bytes, {took[1]:.2f} s for twice as many")
        largest = max(largest, (took[1] / took[0], f"{field} of {pattern!r}"))
        slowest = max(slowest, (took[1], f"{field} of {pattern!r}"))
    print(f"masks: a name of {2 * SIZE} bytes took {largest[0]:.2f} times that of {SIZE} bytes at most ({largest[1]}), {slowest[0]:.2f} s at most ({slowest[1]})")


def seconds(bench, field, pattern, size):
    place = bench.place()
    name = (pattern * (size // len(pattern.encode()) + 1))
    line = {"time": 1_772_000_000, "user": "u", "event": "tab_select", "screen": "Home", "target": "Home", field: name}
    with open(f"{place}/log.ndjson", "w", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    start = time.monotonic()
    outcome = bench.run(place, "analyze", "log.ndjson", "-o", "o", "--quiet", timeout=60)
    took = time.monotonic() - start
    bench.expect(outcome.status == 0, f"{field} of {pattern!r}, {size} bytes: ended with {outcome.status}: {outcome.errors[:200]}")
    return took
