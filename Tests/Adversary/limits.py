"""Many files, compressed files, truncated files, full disks, closed streams, low limits."""

import glob
import gzip
import json
import os
import subprocess
import threading
import time
import zipfile

from bench import NAVAUDIT, event, small_log, state, write


def run(bench, rounds, random):
    packed(bench)
    cut(bench)
    streams(bench)
    lowered(bench)
    for number in range(rounds):
        truncated(bench, random, number)


def peak(bench, place, *arguments):
    """The peak memory of a run, MB, and its status."""
    bench.runs += 1
    done = subprocess.run(["/usr/bin/env", "python3", "-c", "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
                           "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)", NAVAUDIT, *arguments],
                          cwd=place, capture_output=True, text=True)
    status, memory = map(int, done.stdout.split())
    return status, memory, done.stderr


def packed(bench):
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
        bench.cases += 1
        status, memory, errors = peak(bench, place, "analyze", what, "-o", "o-" + what, "--memory", "64M", "-q")
        bench.expect(status == 0 and memory <= 128, f"{what} with 64M: status {status}, {memory} MB: {errors[:200]}")


def cut(bench):
    place = bench.place()
    events = small_log()
    with open(f"{place}/array.json", "w") as file:
        file.write("[" + ",\n".join(map(json.dumps, events)))
    for arguments, status in ((["array.json"], 2), (["array.json", "--allow", "truncated"], 0)):
        bench.cases += 1
        outcome = bench.run(place, "analyze", *arguments, "-o", "o")
        bench.expect(outcome.status == status, f"an array without its end, {arguments}: ended with {outcome.status}")
    with open(f"{place}/o/log_quality.csv") as file:
        bench.expect("\ntruncated,1," in file.read(), "an array without its end: log_quality.csv does not say so")


def truncated(bench, random, number):
    """A log that is truncated while it is read: the run says so, unless it had already read everything."""
    bench.cases += 1
    place = bench.place()
    lines = [json.dumps(event(step, f"user-{step % 50}", "screen_view", screen=f"S{step % 7}")) for step in range(60_000)]
    with open(f"{place}/log.ndjson", "w") as file:
        file.write("\n".join(lines) + "\n")
    timer = threading.Thread(target=cut_short, args=(f"{place}/log.ndjson", random.uniform(0, 0.1), random.randint(0, 1_000_000)))
    timer.start()
    outcome = bench.run(place, "analyze", "log.ndjson", "-o", "o", "--json", "--memory", "64M")
    timer.join()
    if outcome.status == 0:
        bench.expect(json.loads(outcome.output)["events"] == 60_000, f"round {number}: a log cut short while it is read, and nothing said")
    else:
        bench.expect(b"--allow truncated" in outcome.errors or b"no events" in outcome.errors or b"holds no" in outcome.errors,
                     f"round {number}: {outcome.status} {outcome.errors[:200]}")


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


def streams(bench):
    place = bench.place()
    write(f"{place}/log.ndjson", small_log())
    commands = (["analyze", "log.ndjson", "--json"], ["analyze", "log.ndjson", "--annotations", "github"], ["rules", "--markdown"], ["formats"],
                ["init", "log.ndjson", "-o", "-"])
    for command in commands:
        for where, status in ((">/dev/full", 2), (">&-", 2), ("| true", 0)):
            if command[-1] == "github" and where != ">&-" or command[-1] == "github":
                continue
            bench.cases += 1
            bench.runs += 1
            shell = f'"$0" "$@" {where}' if "|" not in where else f'{{ "$0" "$@"; echo $? >status; }} {where}'
            done = subprocess.run(["sh", "-c", shell, NAVAUDIT, *command], cwd=place, capture_output=True)
            found = done.returncode
            if "|" in where:
                for _ in range(50):
                    if os.path.exists(f"{place}/status"):
                        break
                    time.sleep(0.1)
                found = int(open(f"{place}/status").read())
                os.remove(f"{place}/status")
            bench.expect(found == status, f"{' '.join(command)} {where}: ended with {found}: {done.stderr[:200]}")


def steps(least, factor, count=20):
    """From tight to loose."""
    return [int(least * factor**number) for number in range(count)]


# Kilobytes, but for files and threads. Below 16 KB of stack no program starts.
LIMITS = {
    "d": steps(4_000, 1.45), "v": steps(40_000, 1.25), "n": [*range(4, 22), 24, 32], "u": [*range(1, 20), 64], "s": steps(16, 1.4), "f": [0, *steps(1, 1.7, 19)],
}


def lowered(bench):
    """Each limit in twenty steps: a report, or one line; no hang, no signal, nothing half-written."""
    for option, values in LIMITS.items():
        program = ["prlimit"] if option == "u" else []
        if program and os.geteuid() == 0:
            # Root has as many threads as it likes.
            program = ["setpriv", "--reuid=65534", "--clear-groups", *program]
            os.chmod(bench.folder, 0o711)
            if subprocess.run([*program[:-1], NAVAUDIT, "--version"], capture_output=True).returncode:
                print("limits: ulimit -u was not tried: only root may run the build")
                continue
        for value in values:
            place = bench.place()
            write(f"{place}/log.ndjson", small_log())
            os.chmod(place, 0o777)
            bench.cases += 1
            limit = f"ulimit -{option} {value}"
            before = f'exec {" ".join(program)} --nproc={value} "$0" "$@"; :' if program else limit
            outcome = bench.run(place, "analyze", "log.ndjson", "-o", "o", before=before, timeout=60)
            # The loader of shared libraries is stopped before navaudit is.
            if outcome.status == 127 and b"loading shared libraries" in outcome.errors:
                continue
            bench.expect_orderly(outcome, limit)
            left = [name for name in state(place) if ".navaudit-" in name]
            bench.expect(not left, f"{limit}: left {left}")
    many_stores(bench)


def many_stores(bench):
    """More stores than files may be open: a line that says how many, or the soft limit is raised, as on macOS, where it is 256."""
    place = bench.place()
    os.makedirs(f"{place}/stores")
    for number in range(30):
        write(f"{place}/log.ndjson", small_log(users=2) if number == 0 else [{**line, "user": f"{line['user']}-{number}"} for line in small_log(users=2)])
        bench.run(place, "ingest", "log.ndjson", "--key", "k", "--store", f"stores/{number}.sqlite")
    for limit, status in (("ulimit -n 60", 2), ("ulimit -Sn 60", 0)):
        bench.cases += 1
        outcome = bench.run(place, "report", "stores", "-o", "o", before=limit)
        bench.expect_orderly(outcome, limit)
        bench.expect(outcome.status == status, f"30 stores under {limit}: ended with {outcome.status}: {outcome.errors[:200]}")
        bench.expect(status == 0 or b"ulimit -n 118" in outcome.errors, f"30 stores under {limit}: {outcome.errors[:200]}")
