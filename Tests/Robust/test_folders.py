"""Files of the user in navaudit's output folder."""

import os
import shutil

import pytest
from hypothesis import given, strategies

from bench import expect_orderly, run, small_log, state, write

REPORTS = ["findings.csv", "log_quality.csv", "sessions.csv", "summary.csv", "depth.csv", "screens.csv", "tabs.csv", "tab_switches.csv", "more.csv",
           "menus.csv", "menu_items.csv", "gestures.csv", "discovery.csv", "transitions.csv", "daily.csv", "tasks.csv", "datapackage.json",
           "report.md", "report.html", "navigation.sqlite", "pictures/trend.svg", "pictures/switches.svg"]


def fresh(bench):
    place = bench.place()
    write(f"{place}/log.ndjson", small_log())
    return place


def expect_kept(place, before, what, own=()):
    """Existing files must be unchanged, except those that an earlier run is known to have written."""
    after = state(place)
    lost = [name for name in before if name not in own and after.get(name) != before[name]]
    assert not lost, f"{what}: changed or removed {', '.join(sorted(lost)[:5])}"
    left = [name for name in after if "/.navaudit-" in "/" + name]
    assert not left, f"{what}: left {left}"


def expect_refused(place, what, *arguments):
    before = state(place)
    outcome = run(place, *arguments)
    assert outcome.status == 2, f"{what}: ended with {outcome.status}"
    assert state(place) == before, f"{what}: the folder has changed"


@pytest.mark.parametrize("report", REPORTS)
def test_a_log_named_like_a_report(bench, report):
    place = fresh(bench)
    os.makedirs(f"{place}/o/pictures")
    shutil.copy(f"{place}/log.ndjson", f"{place}/o/{report}")
    expect_refused(place, f"a log as o/{report}", "analyze", f"o/{report}", "-o", "o")
    os.link(f"{place}/o/{report}", f"{place}/hard.ndjson")
    expect_refused(place, f"a log as o/{report} under another name", "analyze", "hard.ndjson", "-o", "o")


def test_known_places(bench):
    place = fresh(bench)
    os.makedirs(f"{place}/o/sessions.csv/deep")
    write(f"{place}/o/sessions.csv/deep/mine", [])
    before = state(place)
    run(place, "analyze", "log.ndjson", "-o", "o")
    expect_kept(place, before, "a folder called sessions.csv")
    place = fresh(bench)
    run(place, "ingest", "log.ndjson")
    for more in ([], ["--minimum-group", "3"]):
        expect_refused(place, "an ingested store", "analyze", "log.ndjson", "-o", ".", *more)
    place = fresh(bench)
    os.makedirs(f"{place}/elsewhere")
    os.makedirs(f"{place}/o")
    os.symlink("../elsewhere", f"{place}/o/pictures")
    expect_refused(place, "pictures as a link", "analyze", "log.ndjson", "-o", "o")
    place = fresh(bench)
    shutil.copy(f"{place}/log.ndjson", f"{place}/other.ndjson")
    os.symlink("log.ndjson", f"{place}/soft")
    os.link(f"{place}/log.ndjson", f"{place}/hard")
    for name in ("log.ndjson", "./log.ndjson", "soft", "hard", f"{place}/log.ndjson"):
        expect_refused(place, f"--rejected {name}", "analyze", "log.ndjson", "--rejected", name)
        expect_refused(place, f"--write {name}", "analyze", "log.ndjson", "--write", f"sarif={name}")
        expect_refused(place, f"init -o {name}", "init", "log.ndjson", "--force", "-o", name)
    run(place, "ingest", "other.ndjson", "--store", "app.sqlite")
    expect_refused(place, "baseline over its store", "report", "app.sqlite", "--write", "baseline=./app.sqlite")
    expect_refused(place, "a report over its store", "report", "app.sqlite", "--write", "sarif=app.sqlite")
    expect_refused(place, "rejected lines over the store", "ingest", "log.ndjson", "--store", "app.sqlite", "--rejected", "app.sqlite")


@given(random=strategies.randoms(use_true_random=False))
def test_drawn(bench, random):
    """An output folder with earlier reports and with links, hard links, folders and files of the user, some of them named like reports."""
    place = fresh(bench)
    if random.random() < 0.6:
        run(place, random.choice(["analyze", "analyze", "compare"]), "log.ndjson", "-o", "o", "-q", *random.choice([[], ["--sessions"]]))
    own = set() if not os.path.isdir(f"{place}/o") else {f"o/{name}" for name in state(f"{place}/o")}
    os.makedirs(f"{place}/o", exist_ok=True)
    write(f"{place}/mine/log.ndjson", small_log(users=3))
    log = "log.ndjson"
    for _ in range(random.randint(0, 4)):
        name = random.choice(REPORTS + ["notes.txt", "tabs.csv.bak", "pictures/mine.svg", "deep/mine.csv"])
        path = f"{place}/o/{name}"
        if not os.path.isdir(os.path.dirname(path)):
            os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.isdir(path) and not os.path.islink(path):
            continue
        if os.path.lexists(path):
            os.remove(path)
        own.discard(f"o/{name}")
        kind = random.choice(["file", "empty", "link", "dangling", "hard", "folder", "fifo", "log"])
        if kind == "file":
            write(path, [{"mine": 1}])
        elif kind == "empty":
            open(path, "w").close()
        elif kind == "link":
            os.symlink(f"{place}/mine/log.ndjson", path)
        elif kind == "dangling":
            os.symlink("nowhere", path)
        elif kind == "hard":
            os.link(f"{place}/mine/log.ndjson", path)
        elif kind == "folder":
            os.makedirs(path)
            write(f"{path}/mine", [])
        elif kind == "fifo":
            os.mkfifo(path)
        else:
            shutil.copy(f"{place}/log.ndjson", path)
            log = f"o/{name}"
    before = state(place)
    arguments = random.choice([
        ["analyze", log, "-o", "o"], ["analyze", log, "-o", "o", "--sessions"], ["analyze", log, "-o", "./o/", "--minimum-group", "3"],
        ["analyze", "mine", "-o", "o"], ["compare", log, "mine/log.ndjson", "-o", "o", "--allow", "overlap"],
    ])
    outcome = run(place, *arguments)
    expect_orderly(outcome, " ".join(arguments))
    expect_kept(place, before, f"{' '.join(arguments)}, status {outcome.status}", own if outcome.status != 2 else ())
