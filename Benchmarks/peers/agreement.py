"""Compares the tables of a peer with those of navaudit: before anything is timed, and after every run."""

import csv
from pathlib import Path

KEYS = {
    "summary": 1, "depth": 1, "screens": 1, "tabs": 1, "tab_switches": 2, "more": 1, "menus": 1, "menu_items": 2, "gestures": 1,
    "transitions": 2, "daily": 3,
}
"""The tables that are asked for, and how many of their first columns name a row."""

ROUNDING = 1.000001e-6
"""navaudit writes six decimals."""


def write(folder: Path, table: str, columns: list[str], rows) -> None:
    """Writes the answer of a peer."""
    with open(folder / f"{table}.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def differences(peer: Path, navaudit: Path, tables=KEYS) -> list[str]:
    """The differences, one line per cell: the peer's rows and columns must match navaudit's, and no row with a count may be missing.

    For summary.csv only the peer's metrics are compared: there, each row is a separate question."""
    found = []
    for table in tables:
        columns, theirs = _read(peer / f"{table}.csv", KEYS[table])
        own_columns, ours = _read(navaudit / f"{table}.csv", KEYS[table])
        missing = [column for column in columns if column not in own_columns]
        if missing:
            found.append(f"{table}.csv: navaudit has no column {', '.join(missing)}")
            continue
        if not theirs:
            found.append(f"{table}.csv: no rows")
        for key in sorted(theirs.keys() | ours.keys()):
            here, there = ours.get(key), theirs.get(key)
            if there is None and table != "summary" and any(_number(here[column]) for column in columns):
                found.append(f"{table}.csv: {', '.join(key)}: missing")
            elif here is None:
                found.append(f"{table}.csv: {', '.join(key)}: navaudit has no such row")
            elif there is not None:
                for column in columns:
                    if not _is_same(there[column], here[column]):
                        found.append(f"{table}.csv: {', '.join(key)}: {column} is {there[column] or 'empty'}, navaudit says {here[column] or 'empty'}")
    return found


def _read(path: Path, keys: int) -> tuple[list[str], dict[tuple[str, ...], dict[str, str]]]:
    """The columns after the key, and the rows by key."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    columns = rows[0][keys:]
    return columns, {tuple(row[:keys]): dict(zip(columns, row[keys:], strict=True)) for row in rows[1:]}


def _number(cell: str) -> float:
    return float(cell) if cell else 0


def _is_same(a: str, b: str) -> bool:
    return a == b or (a != "" and b != "" and abs(float(a) - float(b)) <= ROUNDING)
