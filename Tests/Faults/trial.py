"""Folders for runs of navaudit, and their contents afterwards."""

import hashlib
import os
import shutil
import sqlite3
import subprocess

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
NAVAUDIT = os.path.abspath(os.environ.get("NAVAUDIT_BINARY", os.path.join(ROOT, ".build/release/navaudit")))
SIMULATE = os.path.abspath(os.environ.get("SIMULATE_BINARY", os.path.join(ROOT, "Benchmarks/.build/release/simulate")))
# The names of unfinished files, before they are moved to their final paths.
UNFINISHED = ".navaudit-"


class Bench:
    """Logs, and the failures found."""

    def __init__(self, folder, events):
        self.folder = folder
        self.problems = []
        app = os.path.join(ROOT, "SampleLogs/bazaar.app.yml")
        for name, seed, start in (("one", 3, "2026-03-02"), ("two", 3, "2026-03-20")):
            subprocess.run(
                [SIMULATE, app, "--users", "1000000", "--events", str(events), "--seed", str(seed), "--start", start,
                 "-o", self.log(name)], check=True)

        # Users with long names leave little memory for events, which then spill to a file.
        with open(self.log("wide"), "w") as file:
            for number in range(80_000):
                user = f"{number % 70_000:0500}"
                file.write(f'{{"time":{1_772_000_000 + number},"user":"{user}","event":"screen_view","screen":"Screen {number % 9}"}}\n')

    def log(self, name):
        return os.path.join(self.folder, name + ".ndjson")

    def place(self, name="work", like=None):
        """An empty folder, or a copy of one."""
        path = os.path.join(self.folder, name)
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(like, path) if like else os.mkdir(path)
        return path

    def expect(self, holds, problem):
        if not holds:
            self.problems.append(problem)
        return holds


def start(place, *arguments):
    # The minimum memory limit, so that events spill to temporary files.
    return subprocess.Popen(
        [NAVAUDIT, *arguments, "--memory", "64M"], cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)


def end(process):
    """The status of a run and its output."""
    errors = process.communicate()[1]
    return process.returncode, errors


def run(place, *arguments):
    status, errors = end(start(place, *arguments))
    if status or errors:
        raise SystemExit(f"navaudit {' '.join(arguments)}: ended with {status}: {errors}")


def listing(place):
    """All files and folders, also hidden ones, except journals that SQLite takes for empty and removes with the next write."""
    paths = (os.path.join(folder, name) for folder, folders, files in os.walk(place) for name in folders + files)
    return sorted(os.path.relpath(path, place) for path in paths if not is_spent_journal(path))


def is_spent_journal(path):
    """Whether a file is the journal of a transaction that was committed: the first byte of its header is zero (https://sqlite.org/atomiccommit.html)."""
    if not path.endswith("-journal"):
        return False
    with open(path, "rb") as file:
        return file.read(1) in (b"", b"\0")


def contents(place, leaving_out=()):
    """A digest of each file below a folder; for a store, of its rows, which must be intact. Unfinished files are left out."""
    found = {}
    for name in listing(place):
        path = os.path.join(place, name)
        if UNFINISHED in name or not os.path.isfile(path) or name in leaving_out or name.endswith("-journal"):
            continue
        if name.endswith(".sqlite"):
            found[name] = rows(path)
        else:
            with open(path, "rb") as file:
                found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def rows(path):
    """A digest of all rows of a store, after rolling back what a killed run left; if it is damaged, the reason."""
    copy = path + "-copy"
    for ending in ("", "-journal"):
        if os.path.exists(path + ending):
            shutil.copy(path + ending, copy + ending)
    digest = hashlib.sha256()
    database = sqlite3.connect(copy)
    try:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        # A store without logs counts as missing.
        if "source" not in tables or not database.execute("SELECT count(*) FROM source").fetchone()[0]:
            return None
        check = database.execute("PRAGMA integrity_check").fetchall()
        if check != [("ok",)]:
            return f"{check[:3]}"
        for table in tables:
            columns = len(database.execute(f"PRAGMA table_info({table})").fetchall())
            digest.update(table.encode())
            for row in database.execute(f"SELECT * FROM {table} ORDER BY {', '.join(str(place + 1) for place in range(columns))}"):
                digest.update(repr(row).encode())
        return digest.hexdigest()
    except sqlite3.DatabaseError as error:
        return str(error)
    finally:
        database.close()
        for ending in ("", "-journal"):
            if os.path.exists(copy + ending):
                os.remove(copy + ending)
