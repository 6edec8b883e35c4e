"""What the tests share: a log, and the reports that the command makes of it. The installed navaudit is tested."""
import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

# On a cluster, only the driver has the package.
sys.path[:0] = filter(None, [os.environ.get("NAVAUDIT_PACKAGE")])

import navaudit  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
MAP = ROOT / "SampleLogs/navaudit.yml"


def command(*arguments, input=None, key=None):
    environment = {**os.environ, "NAVAUDIT_KEY": key or ""}
    done = subprocess.run([navaudit.binary(), *map(str, arguments)], input=input, capture_output=True, env=environment)
    if done.returncode:
        raise AssertionError(done.stderr.decode())
    return done.stdout


def simulated(users, broken=0):
    """The readable lines of some people of the sample log, with this many broken ones. Times are whole seconds: the order of lines decides which comes first."""
    lines = gzip.decompress((ROOT / "SampleLogs/bazaar.ndjson.gz").read_bytes()).splitlines(keepends=True)
    names = {}
    log = [
        line for line in lines
        if line.endswith(b"}\n") and (name := re.search(rb'"user":"(\w+)"', line)) and names.setdefault(name[1], len(names)) < users
    ]
    for place in range(broken):
        log[place * len(log) // broken] = b'{"id":"e1","ti\n'
    return re.sub(rb'\.\d+Z"', b'Z"', b"".join(log))


def analyzed(log, folder, *options, key=None):
    """The reports of the command on a log in a pipe."""
    command("analyze", "-", "--map", MAP, "--output", folder, "--quiet", *options, input=log, key=key)
    return contents(folder)


def contents(folder):
    """The files of a report but for its store."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file() and path.suffix != ".sqlite"}


def differences(found, expected):
    return [name for name in sorted(found.keys() | expected.keys()) if found.get(name) != expected.get(name)]


def as_text(value):
    """Lists of tabs in a column of text, as navaudit takes them."""
    return "|".join(value) if isinstance(value, list) else json.dumps(value) if isinstance(value, (int, float)) else value


@pytest.fixture(scope="session")
def log():
    return simulated(40)


@pytest.fixture(scope="session")
def rows(log):
    return [json.loads(line) for line in log.splitlines()]


@pytest.fixture(scope="session")
def flat_rows(rows):
    """Rows in which each field has one type."""
    return [{**row, "value": as_text(row.get("value"))} for row in rows]


@pytest.fixture(scope="session")
def expected(log, tmp_path_factory):
    return analyzed(log, tmp_path_factory.mktemp("expected") / "Reports", key="k")
