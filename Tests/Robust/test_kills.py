"""Runs that are killed at random moments and repeated."""

import json
import os
import signal
import time
from random import Random

import pytest

from bench import UNFINISHED, contents, end, listing, start, succeed

PACKAGE = "Reports/datapackage.json"


def has_journal(names):
    return any(name.endswith("-journal") for name in names)


def has_work(names):
    return any(name.startswith(f"Reports/{UNFINISHED}") for name in names)


INGEST = ["ingest", "--quiet", "--store", "app.sqlite"]
ANALYZE = ["analyze", "--quiet", "--output", "Reports"]
REPORT = ["report", "--quiet", "app.sqlite", "--output", "Reports"]
# The runs that prepare a folder, the run that is killed, and whether the names in the folder show that it has begun to write. `one`, `two` and `wide` are logs.
PHASES = {
    "ingest, a new store": ([], [*INGEST, "one"], has_journal),
    "ingest, a store that grows": ([[*INGEST, "one"]], [*INGEST, "two"], has_journal),
    "analyze, over an earlier report": ([[*ANALYZE, "one"]], [*ANALYZE, "two", "--rejected", "rejected.tsv"], has_work),
    "analyze, with events that do not fit into memory": ([[*ANALYZE, "one"]], [*ANALYZE, "wide"], has_work),
    "report, over an earlier one": ([[*INGEST, "one"], [*REPORT, "--select", "depth", "--sessions"]], REPORT, has_work),
}


def names(place):
    return [os.path.relpath(os.path.join(place, folder, name), place) for folder in ("", "Reports") if os.path.isdir(os.path.join(place, folder))
            for name in os.listdir(os.path.join(place, folder))]


def lists_files(place, found):
    """Whether the data package of a run that was killed while it moved files lists every file that is there, with its digest."""
    with open(os.path.join(place, PACKAGE)) as file:
        listed = {("Reports/" + resource["path"], resource["hash"]) for resource in json.load(file)["resources"]}
    files = {name: digest for name, digest in found.items() if name.startswith("Reports/") and name != PACKAGE and not name.endswith(".sqlite")}
    return listed >= {(name, "sha256:" + digest) for name, digest in files.items()}


def wait(process, place, writing):
    """Waits until a run writes or ends."""
    while process.poll() is None and not writing(names(place)):
        time.sleep(0.0005)


@pytest.mark.parametrize("name", PHASES)
def test_killed_runs(bench, logs, pytestconfig, name):
    preparation, command, is_writing = PHASES[name]
    command = [logs.get(word, word) for word in command]
    before = bench.place("before")
    for earlier in preparation:
        succeed(before, *[logs.get(word, word) for word in earlier])
    after = bench.place("after", like=before)
    began = time.monotonic()
    process = start(after, *command)
    wait(process, after, is_writing)
    silent = time.monotonic() - began
    assert end(process) == (0, ""), "the run itself does not succeed"
    whole = time.monotonic() - began
    old, new, complete = contents(before), contents(after), listing(after)

    random = Random(7)
    killed = unfinished = 0
    count = pytestconfig.getoption("--kills") // (2 if "ingest" in name else 3)
    for number in range(count):
        place = bench.place(like=before)
        process = start(place, *command)
        # Every second one is killed while it writes.
        if number % 2:
            wait(process, place, is_writing)
        moment = random.uniform(0, whole - silent if number % 2 else whole)
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        status, _ = end(process)
        killed += status == -signal.SIGKILL
        unfinished += is_writing(names(place))
        where = f"kill {number} ({moment:.3f} s{' into writing' if number % 2 else ''})"
        found = contents(place)
        for file, digest in found.items():
            as_it_was = digest in (old.get(file), new.get(file)) or file == PACKAGE and lists_files(place, found)
            assert as_it_was, f"{where}: {file} is neither as before nor as after: {digest}"
        for file in old.keys() & new.keys():
            assert os.path.exists(os.path.join(place, file)), f"{where}: {file} is gone"
        again = end(start(place, *command))
        assert again == (0, ""), f"{where}: run again, it ended with {again}"
        found = contents(place)
        assert found == new, f"{where}: run again, {[file for file in new.keys() | found.keys() if new.get(file) != found.get(file)]} differ"
        assert listing(place) == complete, f"{where}: left behind: {sorted(set(listing(place)) ^ set(complete))}"
    print(f"{name}: {count} kills over {whole:.2f} s, {killed} hit the run, {unfinished} left something unfinished")
