"""Two runs at once, on one store or into one folder."""

import os
import time

import trial
from trial import contents, end, listing, start


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


def run(bench, options, random):
    one, two = bench.log("one"), bench.log("two")
    ingest = ["ingest", "--store", "app.sqlite"]
    broken = os.path.join(bench.folder, "broken.ndjson")
    with open(one, "rb") as log, open(broken, "wb") as file:
        file.write(log.read()[: 1 << 22] + b"\nno event" * 100_000)

    def stores(*orders):
        """The possible stores if the runs are sequential."""
        found = []
        for order in orders:
            place = bench.place("apart")
            for log in order:
                trial.run(place, *ingest, "--quiet", log)
            found.append(contents(place))
        return found

    def trials(name, before, first, second, check):
        for number in range(options.rounds):
            place = bench.place()
            for command in before:
                trial.run(place, *command)
            check(f"{name}, round {number}", place, *run_both(place, first, second, random))
        print(f"  {name}: {options.rounds} times", flush=True)

    def both_end_well(expected):
        def check(where, place, *outcomes):
            bench.expect(all(said_it_waits(outcome) for outcome in outcomes), f"{where}: {outcomes}")
            found = contents(place)
            bench.expect(found in expected, f"{where}: the files are not those of two runs one after the other")
            bench.expect(listing(place) == sorted(set(found) | {name for name in listing(place) if os.path.isdir(os.path.join(place, name))}),
                         f"{where}: left behind: {listing(place)}")
        return check

    apart = stores([one, two], [two, one])
    trials("two logs into a new store", [], [*ingest, one], [*ingest, two], both_end_well(apart))
    trials("two logs into a store", [[*ingest, "--quiet", broken, "--max-rejected", "100%"]], [*ingest, one], [*ingest, two],
           both_end_well(with_broken(bench, stores, ingest, broken, one, two)))
    alone = stores([one])
    trials("one log twice into a new store", [], [*ingest, one], [*ingest, one], both_end_well(alone))

    def one_is_refused(where, place, good, bad):
        bench.expect(said_it_waits(good) and bad[0] == 2, f"{where}: {good} {bad}")
        bench.expect(contents(place) == alone[0], f"{where}: the store is not that of the log that was taken in")
        bench.expect(listing(place) == ["app.sqlite"], f"{where}: left behind: {listing(place)}")

    trials("a log and one that is refused, into a new store", [], [*ingest, one], [*ingest, broken], one_is_refused)

    def reports(*orders):
        """What a folder can be where analyses go one after the other: its store keeps the findings of those before."""
        found = []
        for order in orders:
            place = bench.place("apart")
            for log in order:
                trial.run(place, "analyze", "--quiet", log, "--output", "Reports")
            found.append(contents(place))
        return found

    into = [["analyze", "--quiet", log, "--output", "Reports"] for log in (one, two)]
    trials("two analyses into one new folder", [], *into, both_end_well(reports([one, two], [two, one])))
    trials("two analyses into one folder", [into[0]], *into, both_end_well(reports([one, one, two], [one, two, one])))
    trials("one log for two analyses into one folder", [], into[0], into[0], both_end_well(reports([one, one])))

    # A report during a run that adds to its store is that of before or after.
    report = ["report", "--quiet", "app.sqlite", "--output", "Reports"]
    expected = []
    for after in ([report, [*ingest, "--quiet", two]], [[*ingest, "--quiet", two], report]):
        place = bench.place("apart")
        trial.run(place, *ingest, "--quiet", one)
        for command in after:
            trial.run(place, *command)
        expected.append({name: digest for name, digest in contents(place).items() if name != "app.sqlite"})

    def report_is_of_a_moment(where, place, *outcomes):
        bench.expect(all(said_it_waits(outcome) for outcome in outcomes), f"{where}: {outcomes}")
        found = contents(place, leaving_out=("app.sqlite",))
        bench.expect(found in expected, f"{where}: the report is neither that of before nor that of after")

    trials("a report on a store that grows", [[*ingest, "--quiet", one]], report, [*ingest, two], report_is_of_a_moment)

    # The store of a folder of reports is replaced while a report writes its findings into it.
    def one_may_be_refused(where, place, analysis, report):
        bench.expect(said_it_waits(analysis), f"{where}: {analysis}")
        bench.expect(said_it_waits(report) or (report[0] == 2 and "another process replaced the store" in report[1]), f"{where}: {report}")
        names = [name for name in listing(place) if name.endswith(("-journal", "-wal")) or trial.UNFINISHED in name]
        bench.expect(names == [], f"{where}: left behind: {names}")
        store = contents(place)["Reports/navigation.sqlite"]
        bench.expect(len(store or "") == 64, f"{where}: the store is damaged: {store}")

    trials("a report on a store that an analysis replaces", [into[0]], into[1],
           ["report", "--quiet", "Reports/navigation.sqlite", "--output", "Reports"], one_may_be_refused)


def with_broken(bench, stores, ingest, broken, one, two):
    """The stores that had a log before, in both orders."""
    found = []
    for order in ([one, two], [two, one]):
        place = bench.place("apart")
        trial.run(place, *ingest, "--quiet", broken, "--max-rejected", "100%")
        for log in order:
            trial.run(place, *ingest, "--quiet", log)
        found.append(contents(place))
    return found
