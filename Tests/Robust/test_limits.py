"""Many files, compressed files, truncated files, full disks, closed streams, low limits."""

import glob
import gzip
import json
import os
import re
import subprocess
import threading
import time
import zipfile
from random import Random

import pytest

from bench import NAVAUDIT, UNFINISHED, event, expect_orderly, measured, run, small_log, state, write


def test_thousands_of_packed_files(bench):
    place = bench.place()
    line = [json.dumps(event(number, f"u{number % 500}", "screen_view", screen=f"S{number % 9}")) for number in range(5)]
    content = "\n".join(line) + "\n"
    with zipfile.ZipFile(f"{place}/many.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(5_000):
            archive.writestr(f"{number}.ndjson", content.replace("u0", f"u{number}"))
    os.mkdir(f"{place}/gz")
    for number in range(3_000):
        with gzip.open(f"{place}/gz/{number}.ndjson.gz", "wt") as file:
            file.write(content.replace("u0", f"u{number}"))
    for what in ("many.zip", "gz"):
        outcome, _, memory = measured(place, "analyze", what, "-o", "o-" + what, "--memory", "64M", "-q")
        assert outcome.status == 0 and memory <= 134, f"{what} with 64M: status {outcome.status}, {memory:.0f} MB: {outcome.errors[:200]}"


def test_an_array_without_its_end(bench):
    place = bench.place()
    events = small_log()
    with open(f"{place}/array.json", "w") as file:
        file.write("[" + ",\n".join(map(json.dumps, events)))
    for arguments, status in ((["array.json"], 2), (["array.json", "--allow", "truncated"], 0)):
        outcome = run(place, "analyze", *arguments, "-o", "o")
        assert outcome.status == status, f"an array without its end, {arguments}: ended with {outcome.status}"
    with open(f"{place}/o/log_quality.csv") as file:
        assert "\ntruncated,1," in file.read(), "an array without its end: log_quality.csv does not say so"


def test_a_log_that_is_cut_short_while_it_is_read(bench, pytestconfig):
    """The run says so, unless it had already read everything."""
    random = Random(7)
    for _ in range(pytestconfig.getoption("--rounds")):
        cut_while_read(bench, random.uniform(0, 0.1), random.randint(0, 1_000_000))


def cut_while_read(bench, moment, length):
    place = bench.place()
    lines = [json.dumps(event(step, f"user-{step % 50}", "screen_view", screen=f"S{step % 7}")) for step in range(60_000)]
    with open(f"{place}/log.ndjson", "w") as file:
        file.write("\n".join(lines) + "\n")
    timer = threading.Thread(target=cut_short, args=(f"{place}/log.ndjson", moment, length))
    timer.start()
    outcome = run(place, "analyze", "log.ndjson", "-o", "o", "--json", "--memory", "64M")
    timer.join()
    if outcome.status == 0:
        assert json.loads(outcome.output)["events"] == 60_000, f"cut to {length} bytes after {moment:.3f} s, and nothing said"
    else:
        said = b"--allow truncated" in outcome.errors or b"no events" in outcome.errors or b"holds no" in outcome.errors
        assert said, f"cut to {length} bytes after {moment:.3f} s: {outcome.status} {outcome.errors[:200]}"


def cut_short(path, moment, length):
    """Truncates a file a moment after some process has opened it, or after ten seconds."""
    def is_open():
        for link in glob.iglob("/proc/[0-9]*/fd/*"):
            try:
                if os.readlink(link) == path:
                    return True
            except OSError:
                pass
        return False
    end = time.monotonic() + 10
    while not is_open() and time.monotonic() < end:
        pass
    time.sleep(moment)
    os.truncate(path, length)


@pytest.mark.parametrize("command", ("analyze log.ndjson", "ingest log.ndjson --store s", "init log.ndjson -o o.yml", "map log.ndjson -o o.state"))
def test_a_closed_output_is_no_failure_of_what_is_written(bench, command):
    place = bench.place()
    write(f"{place}/log.ndjson", small_log())
    done = subprocess.run(["sh", "-c", '"$0" "$@" >&-', NAVAUDIT, *command.split()], cwd=place, capture_output=True)
    assert done.returncode == 0, f"{command}: ended with {done.returncode}: {done.stderr[:200]}"
    assert b"standard output" not in done.stderr


@pytest.mark.parametrize("where, status", ((">/dev/full", 2), (">&-", 2), ("| true", 0)))
@pytest.mark.parametrize("command", ("analyze log.ndjson --json", "rules --markdown", "formats", "init log.ndjson -o -"))
def test_full_and_closed_streams(bench, command, where, status):
    place = bench.place()
    write(f"{place}/log.ndjson", small_log())
    # The shell waits for all of a pipeline, so the status is there when it ends.
    shell = f'"$0" "$@" {where}' if "|" not in where else f'{{ "$0" "$@"; echo $? >status; }} {where}'
    done = subprocess.run(["sh", "-c", shell, NAVAUDIT, *command.split()], cwd=place, capture_output=True)
    found = done.returncode
    if "|" in where:
        with open(f"{place}/status") as file:
            found = int(file.read())
    assert found == status, f"{command} {where}: ended with {found}: {done.stderr[:200]}"


def steps(least, factor, count=20):
    """From tight to loose."""
    return [int(least * factor**number) for number in range(count)]


# Kilobytes, but for files and threads. In less than 64 KB of stack, the arguments and the environment may leave no room for a program to start.
LIMITS = {
    "d": steps(4_000, 1.45), "v": steps(40_000, 1.25), "n": [*range(4, 22), 24, 32], "u": [*range(1, 20), 64], "s": steps(64, 1.3), "f": [0, *steps(1, 1.7, 19)],
}


@pytest.mark.parametrize("option", LIMITS)
def test_low_limits(bench, option):
    """A limit in twenty steps: a report, or one line; no hang, no signal, nothing half-written."""
    program = ["prlimit"] if option == "u" else []
    if program and os.geteuid() == 0:
        # Root has as many threads as it likes.
        program = ["setpriv", "--reuid=65534", "--clear-groups", *program]
        reachable(bench.folder)
        if subprocess.run([*program[:-1], NAVAUDIT, "--version"], capture_output=True).returncode:
            pytest.skip("only root may run the build")
    for value in LIMITS[option]:
        place = bench.place()
        write(f"{place}/log.ndjson", small_log())
        os.chmod(place, 0o777)
        limit = f"ulimit -{option} {value}"
        before = f'exec {" ".join(program)} --nproc={value} "$0" "$@"; :' if program else limit
        outcome = run(place, "analyze", "log.ndjson", "-o", "o", before=before)
        # The loader of shared libraries is stopped before navaudit is.
        if outcome.status == 127 and b"loading shared libraries" in outcome.errors:
            continue
        expect_orderly(outcome, limit)
        left = [name for name in state(place) if UNFINISHED in name]
        assert not left, f"{limit}: left {left}"
        remedy = re.search(rb"`(ulimit -[vdns] \d+)`", outcome.errors)
        if remedy:
            outcome = run(place, "analyze", "log.ndjson", "-o", "o", before=remedy[1].decode())
            assert outcome.status == 0, f"{limit}: {remedy[1].decode()} is not enough: {outcome.errors[:200]}"


def reachable(folder):
    """Lets others pass through a folder and, as far as this user owns them, those that it is in."""
    while os.stat(folder).st_uid == os.geteuid() and folder != os.path.dirname(folder):
        os.chmod(folder, os.stat(folder).st_mode | 0o011)
        folder = os.path.dirname(folder)


def test_many_stores(bench):
    """More stores than files may be open: a line that says how many, or the soft limit is raised, as on macOS, where it is 256."""
    place = bench.place()
    os.makedirs(f"{place}/stores")
    for number in range(30):
        write(f"{place}/log.ndjson", small_log(users=2) if number == 0 else [{**line, "user": f"{line['user']}-{number}"} for line in small_log(users=2)])
        run(place, "ingest", "log.ndjson", "--store", f"stores/{number}.sqlite", environment={"NAVAUDIT_KEY": "k"})
    for limit, status in (("ulimit -n 60", 2), ("ulimit -Sn 60", 0)):
        outcome = run(place, "report", "stores", "-o", "o", before=limit)
        expect_orderly(outcome, limit)
        assert outcome.status == status, f"30 stores under {limit}: ended with {outcome.status}: {outcome.errors[:200]}"
        assert status == 0 or b"ulimit -n 118" in outcome.errors, f"30 stores under {limit}: {outcome.errors[:200]}"
