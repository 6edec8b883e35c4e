"""Folders and logs for runs of navaudit, and their outcomes."""

import hashlib
import json
import os
import shutil
import stat
import subprocess

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
NAVAUDIT = os.path.abspath(os.environ.get("NAVAUDIT_BINARY", os.path.join(ROOT, ".build/release/navaudit")))


class Outcome:
    def __init__(self, status, output, errors):
        self.status = status
        self.output = output
        self.errors = errors


class Bench:
    def __init__(self, folder, part):
        self.folder = folder
        self.part = part
        self.problems = []
        self.cases = 0
        self.runs = 0

    def place(self, name="work"):
        """An empty folder."""
        path = os.path.join(self.folder, name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def run(self, place, *arguments, stdin=None, timeout=300, before="", environment=None):
        """Runs navaudit in a folder. `before` is a shell command that runs first, such as a limit."""
        self.runs += 1
        command = [NAVAUDIT, *arguments] if not before else ["sh", "-c", before + '; exec "$0" "$@"', NAVAUDIT, *arguments]
        try:
            done = subprocess.run(
                command, cwd=place, stdin=stdin or subprocess.DEVNULL, capture_output=True, timeout=timeout, env={**os.environ, **(environment or {})})
        except subprocess.TimeoutExpired:
            return Outcome("hangs", b"", b"")
        return Outcome(done.returncode, done.stdout, done.stderr)

    def expect(self, holds, problem):
        if not holds:
            self.problems.append(f"{self.part}: {problem}")
        return holds

    def expect_orderly(self, outcome, what, statuses=(0, 1, 2)):
        """A run must exit with one of these statuses; if it fails, it must say why in error lines of navaudit."""
        said = outcome.errors.decode("utf-8", "replace").strip()
        self.expect(outcome.status in statuses, f"{what}: ended with {outcome.status}: {said[:300]}")
        if outcome.status == 2:
            self.expect(said.startswith("navaudit: ") and said.count("\n") < 3, f"{what}: does not say in a line what went wrong: {said[:300]!r}")


def event(number, user, kind, **fields):
    return {"time": 1_772_000_000 + number, "user": user, "event": kind, **fields}


def small_log(users=12, sessions=2):
    """A log with a bit of everything, as events."""
    events = []
    for user in range(users):
        for session in range(sessions):
            start = user * 100 + session * 90_000
            for step, (kind, fields) in enumerate([
                ("app_open", {"via": "cold", "platform": "ios", "app_version": "1.0"}), ("tab_select", {"target": "Home", "screen": "Home"}),
                ("push", {"screen": "Product"}), ("push", {"screen": "Reviews"}), ("back", {"screen": "Product"}),
                ("tab_select", {"target": "Orders", "screen": "Orders"}), ("menu_open", {}), ("menu_select", {"target": "Settings", "screen": "Settings"}),
                ("more_open", {"screen": "More"}), ("more_select", {"target": "Coupons", "screen": "Coupons"}), ("gesture", {"target": "swipe"}),
            ]):
                events.append(event(start + step * 5, f"user-{user}", kind, **fields))
    return events


def write(path, events):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        for one in events:
            file.write(json.dumps(one) + "\n")


def state(place):
    """Everything below a folder: kind, link target, and a digest of the content."""
    found = {}
    for folder, folders, files in os.walk(place):
        for name in folders + files:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            content = ""
            if stat.S_ISLNK(status.st_mode):
                content = os.readlink(path)
            elif stat.S_ISREG(status.st_mode):
                with open(path, "rb") as file:
                    content = hashlib.sha256(file.read()).hexdigest()
            found[os.path.relpath(path, place)] = (stat.S_IFMT(status.st_mode), content)
    return found
