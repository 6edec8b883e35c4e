"""Two runs at once, on one store or into one folder."""

import os
import time
from random import Random

import pytest

from bench import UNFINISHED, contents, end, listing, start, succeed


def run_both(place, first, second, random):
    """Starts two runs, the second a little later or earlier, and waits for both."""
    runs = [first, second]
    turn = random.random() < 0.5
    if turn:
        runs.reverse()
    processes = []
    for command in runs:
        processes.append(start(place, *command))
        time.sleep(random.choice([0, random.uniform(0, 0.3)]))
    outcomes = [end(process) for process in processes]
    return outcomes[::-1] if turn else outcomes


def said_it_waits(outcome):
    """Checks that a run succeeded; it may have said that it waits."""
    status, errors = outcome
    return status == 0 and all(line.startswith("navaudit: waiting for another process that uses ") for line in errors.splitlines())


INGEST = ["ingest", "--store", "app.sqlite"]
QUIETLY = [*INGEST, "--quiet"]
BROKEN = [*QUIETLY, "broken", "--max-rejected", "100%"]
REPORT = ["report", "--quiet", "app.sqlite", "--output", "Reports"]


def analyze(log):
    return ["analyze", "--quiet", log, "--output", "Reports"]


@pytest.fixture(scope="module")
def named(bench, logs):
    """The logs, with `broken`, which is refused."""
    broken = os.path.join(bench.folder, "broken.ndjson")
    with open(logs["one"], "rb") as log, open(broken, "wb") as file:
        file.write(log.read()[: 1 << 22] + b"\nno event" * 100_000)
    return {**logs, "broken": broken}


def prepared(bench, named, runs, name="work"):
    place = bench.place(name)
    for command in runs:
        succeed(place, *[named.get(word, word) for word in command])
    return place


def trials(bench, named, pytestconfig, before, first, second, check):
    """Starts two runs at once, again and again, each time in a folder prepared by other runs."""
    random = Random(7)
    first, second = ([named.get(word, word) for word in command] for command in (first, second))
    for _ in range(max(2, pytestconfig.getoption("--rounds") // 5)):
        place = prepared(bench, named, before)
        check(place, *run_both(place, first, second, random))


# What runs before, both runs, and the sequences of runs that may have given the outcome.
PAIRS = {
    "two logs into a new store": ([], [*INGEST, "one"], [*INGEST, "two"], [[[*QUIETLY, "one"], [*QUIETLY, "two"]], [[*QUIETLY, "two"], [*QUIETLY, "one"]]]),
    "two logs into a store": (
        [BROKEN], [*INGEST, "one"], [*INGEST, "two"], [[BROKEN, [*QUIETLY, "one"], [*QUIETLY, "two"]], [BROKEN, [*QUIETLY, "two"], [*QUIETLY, "one"]]]),
    "one log twice into a new store": ([], [*INGEST, "one"], [*INGEST, "one"], [[[*QUIETLY, "one"]]]),
    "two analyses into one new folder": ([], analyze("one"), analyze("two"), [[analyze("one"), analyze("two")], [analyze("two"), analyze("one")]]),
    "two analyses into one folder": (
        [analyze("one")], analyze("one"), analyze("two"),
        [[analyze("one"), analyze("one"), analyze("two")], [analyze("one"), analyze("two"), analyze("one")]]),
    "one log for two analyses into one folder": ([], analyze("one"), analyze("one"), [[analyze("one"), analyze("one")]]),
}


@pytest.mark.parametrize("name", PAIRS)
def test_both_end_well(bench, named, pytestconfig, name):
    before, first, second, orders = PAIRS[name]
    expected = [contents(prepared(bench, named, order, "apart")) for order in orders]

    def check(place, *outcomes):
        assert all(said_it_waits(outcome) for outcome in outcomes), outcomes
        found, left = contents(place), listing(place)
        assert found in expected, "the files are not those of two runs one after the other"
        assert left == sorted(set(found) | {name for name in left if os.path.isdir(os.path.join(place, name))}), f"left behind: {left}"

    trials(bench, named, pytestconfig, before, first, second, check)


def test_a_log_and_one_that_is_refused(bench, named, pytestconfig):
    alone = contents(prepared(bench, named, [[*QUIETLY, "one"]], "apart"))

    def check(place, good, bad):
        assert said_it_waits(good) and bad[0] == 2, f"{good} {bad}"
        assert contents(place) == alone, "the store is not that of the log that was taken in"
        assert listing(place) == ["app.sqlite"], f"left behind: {listing(place)}"

    trials(bench, named, pytestconfig, [], [*INGEST, "one"], [*INGEST, "broken"], check)


def test_a_report_on_a_store_that_grows(bench, named, pytestconfig):
    """It is that of before or after."""
    expected = []
    for order in ([REPORT, [*QUIETLY, "two"]], [[*QUIETLY, "two"], REPORT]):
        expected.append(contents(prepared(bench, named, [[*QUIETLY, "one"], *order], "apart"), leaving_out=("app.sqlite",)))

    def check(place, *outcomes):
        assert all(said_it_waits(outcome) for outcome in outcomes), outcomes
        assert contents(place, leaving_out=("app.sqlite",)) in expected, "the report is neither that of before nor that of after"

    trials(bench, named, pytestconfig, [[*QUIETLY, "one"]], REPORT, [*INGEST, "two"], check)


def test_a_report_on_a_store_that_an_analysis_replaces(bench, named, pytestconfig):
    def check(place, analysis, report):
        assert said_it_waits(analysis), analysis
        assert said_it_waits(report) or (report[0] == 2 and "another process replaced the store" in report[1]), report
        left = [name for name in listing(place) if name.endswith(("-journal", "-wal")) or UNFINISHED in name]
        assert left == [], f"left behind: {left}"
        store = contents(place)["Reports/navigation.sqlite"]
        assert len(store or "") == 64, f"the store is damaged: {store}"

    report = ["report", "--quiet", "Reports/navigation.sqlite", "--output", "Reports"]
    trials(bench, named, pytestconfig, [analyze("one")], analyze("two"), report, check)
