"""Folders and logs for runs of navaudit, and what the runs leave behind."""

import hashlib
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
NAVAUDIT = os.path.abspath(os.environ.get("NAVAUDIT_BINARY", os.path.join(ROOT, ".build/release/navaudit")))
UNFINISHED = ".navaudit-"
"""How the names of unfinished files begin, before they are moved to their final paths."""


class Outcome:
    def __init__(self, status, output, errors):
        self.status = status
        self.output = output
        self.errors = errors


class Bench:
    def __init__(self, folder):
        self.folder = str(folder)

    def place(self, name="work", like=None):
        """An empty folder, or a copy of one."""
        path = os.path.join(self.folder, name)
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(like, path) if like else os.makedirs(path)
        return path


# MARK: Runs

def run(place, *arguments, timeout=300, before="", environment=None):
    """Runs navaudit in a folder. `before` is a shell command that runs first, such as a limit."""
    command = [NAVAUDIT, *arguments] if not before else ["sh", "-c", before + '; exec "$0" "$@"', NAVAUDIT, *arguments]
    try:
        done = subprocess.run(
            command, cwd=place, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired:
        return Outcome("hangs", b"", b"")
    return Outcome(done.returncode, done.stdout, done.stderr)


def expect_orderly(outcome, what, statuses=(0, 1, 2)):
    """A run must exit with one of these statuses; if it fails, it must say why in error lines of navaudit."""
    said = outcome.errors.decode("utf-8", "replace").strip()
    assert outcome.status in statuses, f"{what}: ended with {outcome.status}: {said[:300]}"
    if outcome.status == 2:
        assert said.startswith("navaudit: ") and said.count("\n") < 3, f"{what}: does not say in a line what went wrong: {said[:300]!r}"


def start(place, *arguments):
    """Starts a run with the least memory, so that events spill to temporary files."""
    return subprocess.Popen(
        [NAVAUDIT, *arguments, "--memory", "64M"], cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)


def end(process):
    """The status of a run and its error lines."""
    errors = process.communicate()[1]
    return process.returncode, errors


def succeed(place, *arguments):
    status, errors = end(start(place, *arguments))
    assert (status, errors) == (0, ""), f"navaudit {' '.join(arguments)}: ended with {status}: {errors}"


def measured(place, *arguments, timeout=600, environment=None):
    """A run, its processor time in seconds, and its peak memory in MB."""
    # A process of its own, as the usage of children is counted in one sum.
    code = ("import resource, subprocess, sys; done = subprocess.run(sys.argv[2:], timeout=int(sys.argv[1]), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE);"
            "usage = resource.getrusage(resource.RUSAGE_CHILDREN);"
            "print(done.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, done.stderr.decode().strip()[:300])")
    done = subprocess.run(
        [sys.executable, "-c", code, str(timeout), NAVAUDIT, *arguments], cwd=place, capture_output=True, text=True, env={**os.environ, **(environment or {})})
    assert done.returncode == 0, f"navaudit {' '.join(arguments)} takes more than {timeout} s"
    status, seconds, memory, *said = done.stdout.strip().split(" ", 3)
    return Outcome(int(status), b"", " ".join(said).encode()), float(seconds), float(memory) / (1e6 if sys.platform == "darwin" else 1e3)


# MARK: Logs

def event(number, user, kind, **fields):
    return {"time": 1_772_000_000 + number, "user": user, "event": kind, **fields}


def small_log(users=12, sessions=2):
    """A log with a bit of everything, as events."""
    events = []
    for user in range(users):
        for session in range(sessions):
            begin = user * 100 + session * 90_000
            for step, (kind, fields) in enumerate([
                ("app_open", {"via": "cold", "platform": "ios", "app_version": "1.0"}), ("tab_select", {"target": "Home", "screen": "Home"}),
                ("push", {"screen": "Product"}), ("push", {"screen": "Reviews"}), ("back", {"screen": "Product"}),
                ("tab_select", {"target": "Orders", "screen": "Orders"}), ("menu_open", {}), ("menu_select", {"target": "Settings", "screen": "Settings"}),
                ("more_open", {"screen": "More"}), ("more_select", {"target": "Coupons", "screen": "Coupons"}), ("gesture", {"target": "swipe"}),
            ]):
                events.append(event(begin + step * 5, f"user-{user}", kind, **fields))
    return events


def write(path, events):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        for one in events:
            file.write(json.dumps(one) + "\n")


# MARK: What is in a folder

def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def state(place):
    """Everything below a folder: kind, link target, and a digest of the content."""
    found = {}
    for folder, folders, files in os.walk(place):
        for name in folders + files:
            path = os.path.join(folder, name)
            mode = os.lstat(path).st_mode
            content = os.readlink(path) if stat.S_ISLNK(mode) else digest(path) if stat.S_ISREG(mode) else ""
            found[os.path.relpath(path, place)] = (stat.S_IFMT(mode), content)
    return found


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
        found[name] = rows(path) if name.endswith(".sqlite") else digest(path)
    return found


def rows(path):
    """A digest of all rows of a store, after rolling back what a killed run left; if it is damaged, the reason."""
    copy = path + "-copy"
    for ending in ("", "-journal"):
        if os.path.exists(path + ending):
            shutil.copy(path + ending, copy + ending)
    whole = hashlib.sha256()
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
            whole.update(table.encode())
            for row in database.execute(f"SELECT * FROM {table} ORDER BY {', '.join(str(place + 1) for place in range(columns))}"):
                whole.update(repr(row).encode())
        return whole.hexdigest()
    except sqlite3.DatabaseError as error:
        return str(error)
    finally:
        database.close()
        for ending in ("", "-journal"):
            if os.path.exists(copy + ending):
                os.remove(copy + ending)
