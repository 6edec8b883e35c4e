"""Stores with a damaged page or byte."""

import os
from random import Random

import pytest

from bench import contents, end, start, succeed

PAGE = 4096
PAGES = {
    "zeros": lambda page, random: bytes(len(page)),
    "noise": lambda page, random: random.randbytes(len(page)),
    "another page": lambda page, random: None,
    "one bit": lambda page, random: flipped(page, random.randrange(len(page) * 8)),
}
# The file says what it is, or that it cannot be used. A letter of the schema that is another one looks as if somebody had changed the schema.
WORDS = ("the store is damaged (", "was added or changed since navaudit wrote the store;", "not a navaudit store;", "store version ", "the store cannot be used (")


def flipped(page, bit):
    changed = bytearray(page)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


REPORT = ["report", "--quiet", "app.sqlite", "--output", "Reports", "--sessions"]


@pytest.fixture(scope="module")
def whole(bench, logs):
    """The bytes of a small store, and the digests of its reports."""
    place = bench.place("whole")
    with open(logs["one"], "rb") as log, open(os.path.join(place, "small.ndjson"), "wb") as file:
        file.writelines(line for line, _ in zip(log, range(2000)))
    succeed(place, "ingest", "--quiet", "--store", "app.sqlite", "small.ndjson")
    os.remove(os.path.join(place, "small.ndjson"))
    with open(os.path.join(place, "app.sqlite"), "rb") as file:
        store = file.read()
    succeed(place, *REPORT)
    return store, contents(place, leaving_out=("app.sqlite",))


@pytest.mark.parametrize("kind", PAGES)
def test_damaged_pages(bench, whole, kind):
    store, right = whole
    random = Random(7)
    count = len(store) // PAGE
    changed_values = 0
    for number in range(count):
        page = store[number * PAGE: (number + 1) * PAGE]
        other = random.randrange(count) * PAGE
        changed = PAGES[kind](page, random) or store[other: other + PAGE]
        place = bench.place()
        with open(os.path.join(place, "app.sqlite"), "wb") as file:
            file.write(store[: number * PAGE] + changed + store[(number + 1) * PAGE:])
        status, errors = end(start(place, *REPORT))
        where = f"page {number + 1} of {count}"
        if status == 0:
            found = contents(place, leaving_out=("app.sqlite",))
            wrong = sorted(name for name in right.keys() | found.keys() if found.get(name) != right.get(name))
            # SQLite keeps no checksums: one letter of a value may become another one.
            assert not wrong or kind == "one bit", f"{where}: silently wrong: {', '.join(wrong[:3])}"
            changed_values += bool(wrong)
        else:
            said = status == 2 and errors.count("\n") == 1 and any(words in errors for words in WORDS)
            assert said, f"{where}: ended with {status}: {errors}"
            assert os.listdir(place) == ["app.sqlite"], f"{where}: left behind: {os.listdir(place)}"
    assert changed_values <= count // 50, f"{changed_values} of {count} stores were read with a changed value"
