"""One line with a long name: processor time grows no faster than the name, whatever it holds and wherever it stands."""

import json

import pytest
from hypothesis import given, strategies

from bench import measured
from test_names import FIELDS

PATTERNS = [
    "1 ", "1", "eyJ-", "eyJ", "1-", "(1)", "0171 ", "4111 1111 ", "1%20", "\u00a01", "+1 ", "a@", "\"@", "%25", "a_1-", "1 1a", "a@b.", "DE89 ", "f-", "/1", "🧑‍🦰", "%F0%9F",
]
SIZE = 300_000
SECONDS = 1.0
"""Processor time. Less than this is not held against the smaller name: starting takes as long."""


@pytest.mark.parametrize("field", [*FIELDS, "event", "user", "session", "id"])
def test_known(bench, field):
    for pattern in PATTERNS:
        attempt(bench, field, pattern)


@given(field=strategies.sampled_from(FIELDS), pattern=strategies.lists(strategies.sampled_from(PATTERNS), min_size=2, max_size=5).map("".join))
def test_drawn(bench, field, pattern):
    attempt(bench, field, pattern)


def attempt(bench, field, pattern):
    one, two = (seconds(bench, field, pattern, size) for size in (SIZE, 2 * SIZE))
    assert two <= max(SECONDS, 3 * one), f"{field} of {pattern!r}: {one:.2f} s for {SIZE} bytes, {two:.2f} s for twice as many"


def seconds(bench, field, pattern, size):
    place = bench.place()
    name = (pattern * (size // len(pattern.encode()) + 1))
    line = {"time": 1_772_000_000, "user": "u", "event": "tab_select", "screen": "Home", "target": "Home", field: name}
    with open(f"{place}/log.ndjson", "w", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    outcome, took, _ = measured(place, "analyze", "log.ndjson", "-o", "o", "--quiet")
    assert outcome.status == 0, f"{field} of {pattern!r}, {size} bytes: ended with {outcome.status}: {outcome.errors[:200]}"
    return took
