"""Makes logs, checks that navaudit and its peers agree on them, times all of them, and writes the results: see README.md."""

import argparse
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

import results
from agreement import differences
from processes import Cost, Failure, run
from tools import Tool, all_tools

ROOT = Path(__file__).parents[2]
APP = ROOT / "SampleLogs" / "bazaar.app.yml"
AGREED_ON = 100_000
"""Events in the logs on which all must agree before any is timed."""

SEED = 7
ONCE_FROM = 10_000_000
"""From so many events on, peers run once."""


def number_of_events(text: str) -> int:
    factors = {"k": 1_000, "M": 1_000_000}
    factor = factors.get(text[-1:], 1)
    try:
        events = int(float(text[:-1] if factor > 1 else text) * factor)
    except ValueError:
        events = 0
    if events <= 0:
        raise argparse.ArgumentTypeError(f"{text} is no number of events: write 100k, 4M or 4000000")
    return events


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        stop(f"{message} (--help tells the options)", 64)


def arguments() -> argparse.Namespace:
    parser = Parser(
        prog="Benchmarks/run", description="Times navaudit beside polars, DuckDB, ClickHouse, retentioneering, and simdjson alone.")
    parser.add_argument("--events", default="1k,100k,1M,4M,40M", metavar="SIZES", help="sizes of the logs, with commas between (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=5, help="timed runs of each (default: %(default)s; peers once from 10M events on)")
    parser.add_argument("--only", metavar="NAMES", help="only these beside navaudit, with commas between: polars,DuckDB,…")
    parser.add_argument("--cores", type=int, default=2, help="how many cores each may use (default: %(default)s)")
    parser.add_argument("--time-limit", type=float, default=900, metavar="SECONDS", help="for one run (default: %(default)s)")
    parser.add_argument("--results", type=Path, default=ROOT / ".build" / "benchmarks" / "results", metavar="FOLDER",
                        help="where peers.md goes (default: .build/benchmarks/results)")
    parser.add_argument("--scratch", type=Path, default=ROOT / ".build" / "benchmarks", metavar="FOLDER",
                        help="where logs and answers are put for the time being (default: .build/benchmarks)")
    parser.add_argument("--navaudit", type=Path, metavar="FILE",
                        help="a build of navaudit to take; by itself, it is built from these sources")
    parser.add_argument("--kind", choices=["regular", "entropy"], default="regular",
                        help="the log: people of a made-up shop, or paths drawn at random among many screens (default: %(default)s)")
    parser.add_argument("--screens", type=int, default=8, help="with --kind entropy: screens on each of 45 levels (default: %(default)s)")
    parser.add_argument("--laboratory", type=Path, metavar="FILE",
                        help="with --kind entropy: a build of laboratory-log (default: built from these sources)")
    parser.add_argument("--floor", type=Path, default=ROOT / ".build" / "benchmarks" / "floor", help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        options.sizes = sorted({number_of_events(size) for size in options.events.split(",")})
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    if options.runs < 1:
        parser.error("--runs must be 1 or more")
    return options


class Benchmark:
    def __init__(self, options: argparse.Namespace, scratch: Path):
        self.options, self.scratch = options, scratch
        self.cores = set(sorted(os.sched_getaffinity(0))[: options.cores])
        tools = all_tools(options.navaudit.absolute(), options.floor.absolute(), len(self.cores))
        wanted = options.only.split(",") if options.only else [tool.name for tool in tools]
        unknown = [name for name in wanted if name not in [tool.name for tool in tools]]
        if unknown:
            stop(f"--only: nothing is called {unknown[0]}; there are {', '.join(tool.name for tool in tools)}", 64)
        self.tools = [tool for tool in tools if tool.name in wanted or tool.name == "navaudit"]
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        # The rest is for the file cache and other processes.
        self.memory_limit = int(memory * 0.8)

    # Logs

    def make_log(self, events: int) -> Path:
        """The log of a made-up shop, or one without any regularity."""
        log = self.scratch / f"{events}.ndjson"
        if self.options.kind == "entropy":
            with open(log, "wb") as file:
                subprocess.run([self.options.laboratory, "entropy", "--events", str(events), "--screens", str(self.options.screens), "--seed", str(SEED)],
                               stdout=file, check=True)
            return log
        self.start([str(self.options.simulate), str(APP), "--users", "100000000", "--events", str(events), "--seed", str(SEED),
                    "--output", str(log)])
        return log

    def make_untidy_log(self) -> Path:
        """The same people, but with repeated events, unordered lines, and no session ids: sessions are then cut by gaps."""
        log = self.scratch / "untidy.ndjson"
        lines = self.make_log(AGREED_ON).read_bytes().splitlines(keepends=True)
        chance = random.Random(SEED)
        lines += chance.sample(lines, len(lines) // 100)
        chance.shuffle(lines)
        with open(log, "wb") as file:
            for line in lines:
                event = json.loads(line)
                event.pop("session")
                file.write(json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        return log

    # Runs

    def start(self, command: list[str]) -> Cost:
        return run(command, self.cores, self.memory_limit, self.options.time_limit, self.scratch)

    def ask(self, tool: Tool, log: Path) -> tuple[Cost, Path]:
        """Runs a tool on a log, with its answers in the folder."""
        folder = self.scratch / tool.name.replace(" ", "-")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        try:
            return self.start(tool.command(log, folder)), folder
        except Failure as failure:
            raise Failure(f"{tool.name} {failure}") from failure

    def agree(self, tool: Tool, log: Path, answers: Path, reference: Path) -> None:
        """Stops the benchmark if a peer disagrees with navaudit."""
        found = differences(answers, reference, tool.tables)
        if found:
            more = f"\n  … and {len(found) - 10} more" if len(found) > 10 else ""
            listed = "".join(f"\n  {line}" for line in found[:10])
            stop(f"{tool.name} and navaudit do not agree on {log.name}, so nothing is timed:{listed}{more}", 1)

    def check(self) -> None:
        for log in (self.make_log(AGREED_ON), self.make_untidy_log()):
            for tool in self.tools:
                _, answers = self.ask(tool, log)
                if tool.name == "navaudit":
                    reference = answers
                self.agree(tool, log, answers, reference)
            log.unlink()
        peers = [tool.name for tool in self.tools if tool.tables]
        say(f"Agreed with navaudit, cell by cell, on two logs of {AGREED_ON:,} events: {', '.join(peers) or 'nobody asked'}.")

    def time(self, events: int) -> dict:
        log = self.make_log(events)
        size = log.stat().st_size
        say(f"\n{events:,} events, {size / 1e6:,.0f} MB")
        warm(log)
        costs: dict[str, list[Cost]] = {tool.name: [] for tool in self.tools}
        failures: dict[str, str] = {}
        for turn in range(self.options.runs):
            # In turns, so that a busy minute affects all of them; navaudit first, because the others are compared with it.
            for tool in self.tools:
                is_peer = bool(tool.tables)
                if tool.name in failures or (tool.largest and events > tool.largest) or (is_peer and turn > 0 and events >= ONCE_FROM):
                    continue
                try:
                    cost, answers = self.ask(tool, log)
                except Failure as failure:
                    if tool.name == "navaudit":
                        raise
                    failures[tool.name] = str(failure)
                    say(f"  {failure}")
                    continue
                if tool.name == "navaudit":
                    reference = answers
                self.agree(tool, log, answers, reference)
                costs[tool.name].append(cost)
                say(f"  {tool.name:19} {cost.seconds:8.2f} s  {cost.processor_seconds:8.2f} s of processors  {cost.memory / 1e6:7,.0f} MB of memory")
        log.unlink()
        return {
            "events": events, "bytes": size,
            "tools": {
                name: {
                    "seconds": [round(cost.seconds, 3) for cost in runs],
                    "median_seconds": round(statistics.median(cost.seconds for cost in runs), 3),
                    "median_processor_seconds": round(statistics.median(cost.processor_seconds for cost in runs), 3),
                    "peak_memory_bytes": max(cost.memory for cost in runs),
                } for name, runs in costs.items() if runs
            },
            "failures": failures,
        }


def build(product: str, package: Path = ROOT) -> Path:
    """Builds a product of a package."""
    command = ["swift", "build", "--package-path", str(package), "-c", "release", "--product", product]
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        stop(f"{product} could not be built", 2)
    return package / ".build" / "release" / product


def warm(log: Path) -> None:
    """Reads the log once, so that it is in the file cache."""
    with open(log, "rb", buffering=0) as file:
        while file.read(1 << 24):
            pass


def say(line: str) -> None:
    print(line, flush=True)


def main() -> None:
    options = arguments()
    if not options.navaudit:
        options.navaudit = build("navaudit")
    options.simulate = build("simulate", ROOT / "Benchmarks")
    if options.kind == "entropy" and not options.laboratory:
        options.laboratory = build("laboratory-log", ROOT / "Benchmarks")
    options.scratch.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="run-", dir=options.scratch) as scratch:
        benchmark = Benchmark(options, Path(scratch).absolute())
        benchmark.check()
        found = results.machine(options.navaudit, benchmark.tools, len(benchmark.cores)) | {
            "kind": options.kind, "runs": options.runs, "sizes": [benchmark.time(size) for size in options.sizes]}
    results.write(found, options.results)
    say(f"\n{results.markdown(found)}\nWritten to {options.results}")


def stop(message: str, status: int) -> NoReturn:
    print(f"Benchmarks/run: {message}", file=sys.stderr)
    sys.exit(status)


def interrupt(*_) -> NoReturn:
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, interrupt)
    try:
        main()
    except KeyboardInterrupt:
        stop("stopped; nothing was kept", 130)
    except Failure as failure:
        stop(str(failure), 2)
