"""The timed tools: navaudit, those that one would use instead, and the lower bound."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from agreement import KEYS

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Tool:
    name: str
    command: Callable[[Path, Path], list[str]]
    """How it is called on a log, to write into a folder."""

    tables: tuple[str, ...] = ()
    """The tables that it answers, to be held against navaudit's."""

    package: str | None = None
    """What it is called in requirements.txt."""

    largest: int | None = None
    """The most events that it is given."""


def all_tools(navaudit: Path, floor: Path, cores: int) -> list[Tool]:
    def asking(script: str, *arguments: str) -> Callable[[Path, Path], list[str]]:
        return lambda log, folder: [sys.executable, str(HERE / script), *arguments, str(log), str(folder)]

    everything = tuple(KEYS)
    return [
        Tool("navaudit", lambda log, folder: [
            str(navaudit), "analyze", str(log), "--output", str(folder), "--workers", str(cores), "--quiet"]),
        Tool("navaudit --no-store", lambda log, folder: [
            str(navaudit), "analyze", str(log), "--output", str(folder), "--workers", str(cores), "--no-store", "--quiet"], everything),
        Tool("navaudit report", lambda _, folder: [
            str(navaudit), "report", str(folder.parent / "navaudit" / "navigation.sqlite"), "--output", str(folder), "--workers", str(cores),
            "--quiet"], everything),
        Tool("polars", asking("ask_polars.py"), everything, "polars"),
        Tool("DuckDB", asking("ask_sql.py", "duckdb"), everything, "duckdb"),
        Tool("ClickHouse", asking("ask_sql.py", "clickhouse"), everything, "chdb"),
        Tool("retentioneering", asking("ask_retentioneering.py"), ("summary", "transitions"), "retentioneering", largest=100_000),
        Tool("simdjson alone", lambda log, _: [str(floor), str(log), str(cores)]),
    ]
