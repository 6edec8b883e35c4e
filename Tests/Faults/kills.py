"""Runs that are killed at random moments and repeated."""

import json
import os
import signal
import time

import trial
from trial import UNFINISHED, contents, end, listing, start


PACKAGE = "Reports/datapackage.json"


class Phase:
    """A run that is killed, in a folder that was prepared for it."""

    def __init__(self, name, commands, command, writing):
        self.name = name
        # The preparation of the folder, and the run.
        self.commands = commands
        self.command = command
        # Whether the names in the folder show that the run has begun to write.
        self.writing = writing


def has_journal(names):
    return any(name.endswith("-journal") for name in names)


def has_work(names):
    return any(name.startswith(f"Reports/{UNFINISHED}") for name in names)


def phases(bench):
    one, two = bench.log("one"), bench.log("two")
    ingest = ["ingest", "--quiet", "--store", "app.sqlite"]
    analyze = ["analyze", "--quiet", "--output", "Reports"]
    report = ["report", "--quiet", "app.sqlite", "--output", "Reports"]
    ingesting = [
        Phase("ingest, a new store", [], [*ingest, one], has_journal),
        Phase("ingest, a store that grows", [[*ingest, one]], [*ingest, two], has_journal),
    ]
    reporting = [
        Phase("analyze, over an earlier report", [[*analyze, one]], [*analyze, two, "--rejected", "rejected.tsv"], has_work),
        Phase("analyze, with events that do not fit into memory", [[*analyze, one]], [*analyze, bench.log("wide")], has_work),
        Phase("report, over an earlier one", [[*ingest, one], [*report, "--select", "depth", "--sessions"]], report, has_work),
    ]
    return ingesting, reporting


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


def run_phase(bench, phase, count, random):
    before = bench.place("before")
    for command in phase.commands:
        trial.run(before, *command)
    after = bench.place("after", like=before)
    began = time.monotonic()
    process = start(after, *phase.command)
    wait(process, after, phase.writing)
    silent = time.monotonic() - began
    if end(process) != (0, ""):
        raise SystemExit(f"{phase.name}: the run itself does not succeed")
    whole = time.monotonic() - began
    old, new, complete = contents(before), contents(after), listing(after)

    killed = writing = rolled_back = 0
    for number in range(count):
        place = bench.place(like=before)
        process = start(place, *phase.command)
        # Every second one is killed while it writes.
        if number % 2:
            wait(process, place, phase.writing)
        moment = random.uniform(0, whole - silent if number % 2 else whole)
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        status, _ = end(process)
        killed += status == -signal.SIGKILL
        left = names(place)
        writing += phase.writing(left)
        rolled_back += has_journal(left)
        where = f"{phase.name}, kill {number} ({moment:.3f} s{' into writing' if number % 2 else ''})"
        found = contents(place)
        for name, digest in found.items():
            as_it_was = digest in (old.get(name), new.get(name)) or name == PACKAGE and lists_files(place, found)
            bench.expect(as_it_was, f"{where}: {name} is neither as before nor as after: {digest}")
        for name in old.keys() & new.keys():
            bench.expect(os.path.exists(os.path.join(place, name)), f"{where}: {name} is gone")
        again = end(start(place, *phase.command))
        if bench.expect(again == (0, ""), f"{where}: run again, it ended with {again}"):
            found = contents(place)
            bench.expect(found == new, f"{where}: run again, {[name for name in new.keys() | found.keys() if new.get(name) != found.get(name)]} differ")
            bench.expect(listing(place) == complete, f"{where}: left behind: {sorted(set(listing(place)) ^ set(complete))}")
    print(f"  {phase.name}: {count} kills over {whole:.2f} s, {killed} hit the run, {writing} left something unfinished, "
          f"{rolled_back} a journal that was rolled back", flush=True)


def run(bench, options, random):
    for group in phases(bench):
        for place, phase in enumerate(group):
            run_phase(bench, phase, (options.kills + place) // len(group), random)
