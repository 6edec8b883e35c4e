"""One large log analyzed many times in a row, and ingested and reported on: no run needs more memory than earlier ones, or leaves files behind."""

import os

from bench import UNFINISHED, digest, listing, measured
from conftest import repeated

SLACK = 1.10
"""The peak of a run depends on how its threads are scheduled."""
COMMANDS = {
    "analyze": ["analyze", "log.ndjson", "--output", "Reports"],
    "ingest": ["ingest", "log.ndjson", "--store", "app.sqlite"],
    "report": ["report", "app.sqlite", "--output", "Again"],
}


def test_soak(bench, pytestconfig):
    place = bench.place()
    os.mkdir(f"{place}/tmp")
    repeated(f"{place}/log.ndjson", pytestconfig.getoption("--soak-events"))
    environment = {"TMPDIR": f"{place}/tmp", "SQLITE_TMPDIR": f"{place}/tmp"}
    peaks = {name: [] for name in COMMANDS}
    first = None
    for number in range(1, pytestconfig.getoption("--soak-runs") + 1):
        for name, command in COMMANDS.items():
            outcome, seconds, peak = measured(place, *command, "--memory", "1G", "--quiet", environment=environment)
            assert outcome.status == 0, f"run {number}, {name}: {outcome.errors}"
            peaks[name].append(peak)
            print(f"run {number}, {name}: {seconds:.2f} s, {peak:.0f} MB")
        # Of the store its size: each report writes its findings into it again.
        files = listing(place)
        state = {name: os.path.getsize(f"{place}/{name}") if name.endswith(".sqlite") else digest(f"{place}/{name}")
                 for name in files if os.path.isfile(f"{place}/{name}")}
        first = first or state
        assert state == first, f"run {number}: {sorted(name for name in state.keys() | first.keys() if state.get(name) != first.get(name))} differ"
        left = [name for name in files if UNFINISHED in name or name.startswith("tmp/") or name.endswith("-journal")]
        assert not left, f"run {number} left behind {left}"
    # The first ingest fills the store, the others find the log in it.
    peaks["ingest"].pop(0)
    for name, values in peaks.items():
        assert len(values) < 4 or max(values[3:]) <= SLACK * max(values[:3]), f"{name} needs more and more memory: {values}"
