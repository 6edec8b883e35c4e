"""Stores with a damaged page or byte."""

import os

import trial
from trial import contents, end, start

PAGE = 4096
PAGES = [
    ("zeros", lambda page, random: bytes(len(page))),
    ("noise", lambda page, random: random.randbytes(len(page))),
    ("another page", lambda page, random: None),
    ("one bit", lambda page, random: flipped(page, random.randrange(len(page) * 8))),
]
# The file says what it is, or that it cannot be used. A letter of the schema that is another one looks as if somebody had changed the schema.
WORDS = ("the store is damaged (", "was added or changed since navaudit wrote the store;", "not a navaudit store;", "store version ", "the store cannot be used (")


def flipped(page, bit):
    changed = bytearray(page)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def run(bench, options, random):
    place = bench.place()
    log = os.path.join(bench.folder, "small.ndjson")
    with open(bench.log("one"), "rb") as whole, open(log, "wb") as file:
        file.writelines(line for line, _ in zip(whole, range(2000)))
    trial.run(place, "ingest", "--quiet", "--store", "app.sqlite", log)
    report = ["report", "--quiet", "app.sqlite", "--output", "Reports", "--sessions"]
    with open(os.path.join(place, "app.sqlite"), "rb") as file:
        store = file.read()
    trial.run(place, *report)
    right = contents(place, leaving_out=("app.sqlite",))
    count = len(store) // PAGE
    for kind, change in PAGES:
        refused = unnoticed = changed_values = 0
        for number in range(count):
            page = store[number * PAGE: (number + 1) * PAGE]
            other = random.randrange(count) * PAGE
            changed = change(page, random) or store[other: other + PAGE]
            place = bench.place()
            with open(os.path.join(place, "app.sqlite"), "wb") as file:
                file.write(store[: number * PAGE] + changed + store[(number + 1) * PAGE:])
            status, errors = end(start(place, *report))
            where = f"page {number + 1} of {count}: {kind}"
            if status == 0:
                unnoticed += 1
                found = contents(place, leaving_out=("app.sqlite",))
                wrong = sorted(name for name in right.keys() | found.keys() if found.get(name) != right.get(name))
                # SQLite keeps no checksums: one letter of a value may become another one.
                changed_values += bool(wrong) and kind == "one bit"
                bench.expect(not wrong or kind == "one bit", f"{where}: silently wrong: {', '.join(wrong[:3])}")
            else:
                refused += 1
                said = status == 2 and errors.count("\n") == 1 and any(words in errors for words in WORDS)
                bench.expect(said, f"{where}: ended with {status}: {errors}")
                bench.expect(os.listdir(place) == ["app.sqlite"], f"{where}: left behind: {os.listdir(place)}")
        unnoticed -= changed_values
        print(f"  {kind} in each of {count} pages: {refused} refused, {changed_values} values changed, {unnoticed} of no consequence", flush=True)
        bench.expect(changed_values <= count // 50, f"{kind}: {changed_values} of {count} stores were read with a changed value")
