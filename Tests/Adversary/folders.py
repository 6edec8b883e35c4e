"""Files of the user in navaudit's output folder."""

import os
import shutil

from bench import small_log, state, write

REPORTS = ["findings.csv", "log_quality.csv", "sessions.csv", "summary.csv", "depth.csv", "screens.csv", "tabs.csv", "tab_switches.csv", "more.csv",
           "menus.csv", "menu_items.csv", "gestures.csv", "discovery.csv", "transitions.csv", "daily.csv", "tasks.csv", "trails.csv", "datapackage.json",
           "report.md", "report.html", "navigation.sqlite", "pictures/trend.svg", "pictures/discovery.svg"]


def run(bench, rounds, random):
    known(bench)
    for number in range(rounds):
        drawn(bench, random, number)


def fresh(bench):
    place = bench.place()
    write(f"{place}/log.ndjson", small_log())
    return place


def expect_kept(bench, place, before, what, own=()):
    """Existing files must be unchanged, except those that an earlier run is known to have written."""
    after = state(place)
    lost = [name for name in before if name not in own and after.get(name) != before[name]]
    bench.expect(not lost, f"{what}: changed or removed {', '.join(sorted(lost)[:5])}")
    left = [name for name in after if "/.navaudit-" in "/" + name]
    bench.expect(not left, f"{what}: left {left}")


def expect_refused(bench, place, what, *arguments, **more):
    bench.cases += 1
    before = state(place)
    outcome = bench.run(place, *arguments, **more)
    bench.expect(outcome.status == 2, f"{what}: ended with {outcome.status}")
    bench.expect(state(place) == before, f"{what}: the folder has changed")


def known(bench):
    for report in REPORTS:
        place = fresh(bench)
        os.makedirs(f"{place}/o/pictures")
        shutil.copy(f"{place}/log.ndjson", f"{place}/o/{report}")
        expect_refused(bench, place, f"a log as o/{report}", "analyze", f"o/{report}", "-o", "o")
        if not os.path.exists(f"{place}/o/{report}"):
            continue
        os.link(f"{place}/o/{report}", f"{place}/hard.ndjson")
        expect_refused(bench, place, f"a log as o/{report} under another name", "analyze", "hard.ndjson", "-o", "o")
    place = fresh(bench)
    os.makedirs(f"{place}/o/sessions.csv/deep")
    write(f"{place}/o/sessions.csv/deep/mine", [])
    before = state(place)
    bench.cases += 1
    bench.run(place, "analyze", "log.ndjson", "-o", "o")
    expect_kept(bench, place, before, "a folder called sessions.csv")
    place = fresh(bench)
    bench.run(place, "ingest", "log.ndjson")
    for more in ([], ["--minimum-group", "3"]):
        expect_refused(bench, place, "an ingested store", "analyze", "log.ndjson", "-o", ".", *more)
    place = fresh(bench)
    os.makedirs(f"{place}/elsewhere")
    os.makedirs(f"{place}/o")
    os.symlink("../elsewhere", f"{place}/o/pictures")
    expect_refused(bench, place, "pictures as a link", "analyze", "log.ndjson", "-o", "o")
    place = fresh(bench)
    shutil.copy(f"{place}/log.ndjson", f"{place}/other.ndjson")
    os.symlink("log.ndjson", f"{place}/soft")
    os.link(f"{place}/log.ndjson", f"{place}/hard")
    for name in ("log.ndjson", "./log.ndjson", "soft", "hard", f"{place}/log.ndjson"):
        expect_refused(bench, place, f"--rejected {name}", "analyze", "log.ndjson", "--rejected", name)
        expect_refused(bench, place, f"--write {name}", "analyze", "log.ndjson", "--write", f"sarif={name}")
        expect_refused(bench, place, f"init -o {name}", "init", "log.ndjson", "--force", "-o", name)
    bench.run(place, "ingest", "other.ndjson", "--store", "app.sqlite")
    expect_refused(bench, place, "baseline over its store", "baseline", "app.sqlite", "-o", "./app.sqlite")
    expect_refused(bench, place, "a report over its store", "report", "app.sqlite", "--write", "sarif=app.sqlite")
    expect_refused(bench, place, "rejected lines over the store", "ingest", "log.ndjson", "--store", "app.sqlite", "--rejected", "app.sqlite")


def drawn(bench, random, number):
    """An output folder with earlier reports and with links, hard links, folders and files of the user, some of them named like reports."""
    place = fresh(bench)
    if random.random() < 0.6:
        bench.run(place, random.choice(["analyze", "analyze", "compare"]), "log.ndjson", "-o", "o", "-q", *random.choice([[], ["--sessions"]]))
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
            write(path, [{"mine": number}])
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
    bench.cases += 1
    before = state(place)
    arguments = random.choice([
        ["analyze", log, "-o", "o"], ["analyze", log, "-o", "o", "--sessions"], ["analyze", log, "-o", "./o/", "--minimum-group", "3"],
        ["analyze", "mine", "-o", "o"], ["compare", log, "mine/log.ndjson", "-o", "o", "--allow", "overlap"],
    ])
    outcome = bench.run(place, *arguments, timeout=60)
    bench.expect_orderly(outcome, f"round {number}, {' '.join(arguments)}")
    expect_kept(bench, place, before, f"round {number}, {' '.join(arguments)}, status {outcome.status}", own if outcome.status != 2 else ())
