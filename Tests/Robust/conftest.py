"""The options of the suite, and what its tests share."""

import gzip
import os

import pytest
from hypothesis import HealthCheck, settings

from bench import ROOT, Bench


def pytest_addoption(parser):
    parser.addoption("--rounds", type=int, default=100, help="cases drawn by each test, and runs started together by each five times fewer")
    parser.addoption("--kills", type=int, default=100, help="of ingesting, and as many of making reports")
    parser.addoption("--events", type=int, default=100_000, help="in each of the two logs of kills and of runs started together")
    parser.addoption("--soak-events", type=int, default=4_000_000, help="of the log that is read many times")
    parser.addoption("--soak-runs", type=int, default=10, help="how often it is read")


def pytest_configure(config):
    # A case runs the command, some of them hundreds of times: neither is slow, nor can it be told how long it takes.
    settings.register_profile(
        "robust", max_examples=config.getoption("--rounds"), deadline=None, database=None, suppress_health_check=list(HealthCheck), report_multiple_bugs=False)
    settings.load_profile("robust")


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    return Bench(tmp_path_factory.mktemp("bench"))


def repeated(path, events, month="03"):
    """A log of the people of the sample log, of March or another month of 2026, and of as many others who do the same as it takes for so many events."""
    with gzip.open(os.path.join(ROOT, "SampleLogs/bazaar.ndjson.gz"), "rt", encoding="utf-8") as sample:
        lines = [line.replace('"2026-03-', f'"2026-{month}-').replace('{"id":"', f'{{"id":"{month}-') for line in sample if line.startswith('{"id"')]
    with open(path, "w", encoding="utf-8") as file:
        for number in range(events):
            copy, place = divmod(number, len(lines))
            file.write(lines[place].replace('"user":"', f'"user":"{copy}-').replace('"id":"', f'"id":"{copy}-'))
    return str(path)


@pytest.fixture(scope="session")
def logs(tmp_path_factory, pytestconfig):
    """Paths of logs: `one`, `two` of the same people in another month, and `wide`."""
    folder = tmp_path_factory.mktemp("logs")
    events = pytestconfig.getoption("--events")
    paths = {name: repeated(folder / f"{name}.ndjson", events, month) for name, month in (("one", "03"), ("two", "05"))}
    # Users with long names leave little memory for events, which then spill to a file.
    paths["wide"] = str(folder / "wide.ndjson")
    with open(paths["wide"], "w") as file:
        for number in range(80_000):
            user = f"{number % 70_000:0500}"
            file.write(f'{{"time":{1_772_000_000 + number},"user":"{user}","event":"screen_view","screen":"Screen {number % 9}"}}\n')
    return paths
