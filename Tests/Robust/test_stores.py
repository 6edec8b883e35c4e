"""Stores that others made or changed."""

import re
import shutil
import sqlite3

import pytest
from hypothesis import given, strategies

from bench import expect_orderly, run, small_log, write

# Changes after which a store must be refused, each as SQL.
SCHEMAS = {
    "an endless view as name": """DROP VIEW step; DROP VIEW occurrence; ALTER TABLE name RENAME TO old;
        CREATE VIEW name AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 'x' || id AS text FROM n""",
    "a generated column": "ALTER TABLE segment ADD COLUMN more TEXT AS (zeroblob(1000000000))",
    "a trigger": "CREATE TRIGGER copy AFTER INSERT ON finding BEGIN DELETE FROM session; END",
    "an index on an expression": "CREATE INDEX slow ON name (hex(zeroblob(1000000)) || text)",
    "a virtual table": "CREATE VIRTUAL TABLE words USING fts5(text)",
    "no table of people": "PRAGMA foreign_keys = OFF; DROP TABLE user",
    "another table of names": "DROP VIEW step; DROP VIEW occurrence; DROP TABLE name; CREATE TABLE name (id, text)",
}
ROWS = [
    "UPDATE meta SET value = '9223372036854775807' WHERE key = 'gap_us'", "UPDATE meta SET value = '-1' WHERE key = 'gap_us'",
    "INSERT OR REPLACE INTO meta VALUES ('forgotten_events', '9223372036854775807')", "UPDATE source SET events = 9223372036854775807",
    "UPDATE source SET lines = -9223372036854775808, without_zone = 9223372036854775807", "INSERT INTO rejection VALUES (1, 'other', 9223372036854775807)",
    "INSERT INTO rejection VALUES (1, 'a', 9223372036854775807), (1, 'b', 9223372036854775807)",
    "INSERT INTO name SELECT 1000000 * value, 'n' || value FROM generate", "UPDATE session SET number = 9223372036854775807 WHERE id = 1",
    "UPDATE session SET start_us = -9223372036854775808, end_us = 9223372036854775807 WHERE id = 2", "UPDATE session SET segment_id = 99",
    "UPDATE session SET depth = 9223372036854775807, visits = 9223372036854775807", "DELETE FROM name", "DELETE FROM session_path",
    "UPDATE name SET text = ''", "UPDATE name SET text = CAST(x'FF00FE' AS TEXT) WHERE id = 1", "UPDATE meta SET value = 'tabs: [' WHERE key = 'app_map'",
    "INSERT OR REPLACE INTO meta VALUES ('app_map', 'tabs: [Home, Home]')", "UPDATE meta SET value = 'x' WHERE key = 'pseudonym_key'",
    "UPDATE segment SET platform = CAST(zeroblob(100000) AS TEXT)", "UPDATE session_path SET unit_us = 9223372036854775807",
]


@pytest.fixture(scope="module")
def store(bench):
    """A folder with a store and a further log."""
    place = bench.place("store")
    write(f"{place}/log.ndjson", small_log())
    write(f"{place}/more.ndjson", small_log(users=14, sessions=3))
    run(place, "ingest", "log.ndjson", "--store", "app.sqlite", "-q")
    return place


@pytest.fixture(scope="module")
def reported(bench, store):
    """The store with the findings of a run, and of an earlier one; and its tables, each with its SQL."""
    place = bench.place("reported", like=store)
    run(place, "report", "app.sqlite", "-o", "o", "-q")
    write(f"{place}/third.ndjson", [{**line, "user": f"{line['user']}-third"} for line in small_log()])
    run(place, "ingest", "third.ndjson", "--store", "app.sqlite", "-q")
    run(place, "report", "app.sqlite", "-o", "o", "-q")
    database = sqlite3.connect(f"{place}/app.sqlite")
    tables = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL"))
    columns = [(table, column[1]) for table in tables for column in database.execute(f"PRAGMA table_info({table})")]
    database.close()
    return place, tables, [(table, column, kind) for table, column in columns for kind in CLASSES]


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas(bench, store, name):
    attack(bench, store, SCHEMAS[name], name, (2,))


@pytest.mark.parametrize("sql", ROWS)
def test_rows(bench, store, sql):
    attack(bench, store, sql, sql)


@given(random=strategies.randoms(use_true_random=False))
def test_drawn(bench, store, random):
    sql = "; ".join(drawn(random) for _ in range(random.randint(1, 3)))
    attack(bench, store, sql, sql)


@given(random=strategies.randoms(use_true_random=False))
def test_cells(bench, reported, random):
    """A cell of a column as a storage class, which no table of the store allows: its schema forgets its constraints for the change."""
    place, tables, cells = reported
    for table, column, kind in random.sample(cells, 8):
        for command in [["report", "app.sqlite", "-o", "o", "-q", "--sessions"], *random.sample(COMMANDS[1:], 2)]:
            target = copied(bench, place)
            retype(f"{target}/app.sqlite", table, tables[table], column, CLASSES[kind], random.random() < 0.5)
            limited(target, command, f"{table}.{column} as {kind}", (0, 2))


COMMANDS = [["report", "app.sqlite", "-o", "o", "-q"], ["report", "app.sqlite", "-o", "o", "-q", "--sessions", "--gap", "5m"], ["baseline", "app.sqlite", "-o", "b.json"],
            ["ingest", "more.ndjson", "--store", "app.sqlite", "-q"], ["compare", "app.sqlite", "more.ndjson", "-o", "c", "-q", "--allow", "overlap"],
            ["forget", "user-1", "--store", "app.sqlite"], ["analyze", "more.ndjson", "-o", ".", "-q"]]


def copied(bench, place):
    target = bench.place("work")
    for name in ("app.sqlite", "log.ndjson", "more.ndjson"):
        shutil.copy(f"{place}/{name}", target)
    return target


def attack(bench, place, sql, what, statuses=(0, 2)):
    for command in COMMANDS:
        target = copied(bench, place)
        change(f"{target}/app.sqlite", sql)
        limited(target, command, what, statuses if command[0] != "analyze" else (0, 2))


CLASSES = {"integer": "7", "real": "7.5", "text": "'seven'", "blob": "x'00FF07'", "null": "NULL"}


def retype(path, table, sql, column, value, one):
    database = sqlite3.connect(path, isolation_level=None)
    loose = re.sub(r"\bSTRICT\b,?", "", sql).replace("NOT NULL", "").rstrip().rstrip(",")
    key = "AND rowid = (SELECT min(rowid) FROM %s)" % table if one and "WITHOUT ROWID" not in sql else ""
    for text, change in ((loose, None), (None, f"UPDATE OR IGNORE {table} SET {column} = {value} WHERE true {key}"), (sql, None)):
        try:
            if change:
                database = sqlite3.connect(path, isolation_level=None)
                database.execute("PRAGMA ignore_check_constraints = ON")
                database.execute(change)
            else:
                database.execute("PRAGMA writable_schema = ON")
                database.execute("UPDATE sqlite_master SET sql = ? WHERE type = 'table' AND name = ?", (text, table))
                database.close()
                database = sqlite3.connect(path, isolation_level=None)
        except sqlite3.Error:
            pass
    database.close()


def limited(target, command, what, statuses):
    outcome = run(target, *command, before="ulimit -v 4000000")
    expect_orderly(outcome, f"{what}: {' '.join(command)}", statuses)


def change(path, sql):
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    database.execute("CREATE TEMP TABLE generate AS WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 700) SELECT * FROM n")
    try:
        for statement in sql.split("; "):
            database.execute(statement) if "TRIGGER" not in sql else database.executescript(sql)
    except sqlite3.Error:
        pass
    database.close()


NUMBERS = ["0", "-1", "1", "9223372036854775807", "-9223372036854775808", "4294967296", "1099511627776", "576460752303423488", "abs(random())"]
COLUMNS = {
    "source": ["bytes", "lines", "events", "without_zone"], "rejection": ["lines"], "name": ["id"], "segment": ["id"], "user": ["id"],
    "session": ["id", "user_id", "number", "app_session", "start_us", "end_us", "segment_id", "events", "steps", "visits", "depth", "tab_switches", "more_items",
                "menu_opens", "menu_items", "backs"], "session_path": ["session_id", "unit_us"], "event_id": ["run"],
}


def drawn(random):
    table = random.choice(list(COLUMNS))
    kind = random.random()
    where = random.choice(["", f" WHERE rowid % 3 = {random.randint(0, 2)}"]) if table not in ("rejection", "event_id") else ""
    if kind < 0.7:
        return f"UPDATE OR IGNORE {table} SET {random.choice(COLUMNS[table])} = {random.choice(NUMBERS)}{where}"
    if kind < 0.85:
        return f"DELETE FROM {table}{where}"
    blob = random.choice(["events", "steps", "occurrences"])
    return f"UPDATE session_path SET {blob} = {random.choice(['zeroblob(100)', 'randomblob(50)'])}" if blob == "events" else f"UPDATE session_path SET {blob} = '[[1]]'"


@given(random=strategies.randoms(use_true_random=False))
def test_forged_events(bench, store, random):
    """Changes bytes of events and updates the checksum."""
    target = copied(bench, store)
    database = sqlite3.connect(f"{target}/app.sqlite")
    sessions = database.execute("SELECT session_id, events FROM session_path").fetchall()
    for session, events in random.sample(sessions, 5):
        content = bytearray(events[:-4])
        for _ in range(random.randint(1, 6)):
            where = random.randrange(1, len(content))
            content[where:where + 1] = random.choice([b"\xff", b"\x00", b"\x7f", b"\x80\x80", b"\xff" * 9 + b"\x01", bytes([random.randrange(256)]), b""])
        database.execute("UPDATE session_path SET events = ? WHERE session_id = ?", (bytes(content) + checksum(bytes(content)), session))
    database.commit()
    database.close()
    for command in COMMANDS[:5]:
        limited(target, command, "forged events", (0, 2))


def checksum(content):
    """The last four bytes of XXH3 (64 bits), as in the store: from `xxhsum`, otherwise from the C library."""
    import ctypes
    import ctypes.util
    global LIBRARY
    if LIBRARY is None:
        LIBRARY = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
        LIBRARY.XXH3_64bits.restype = ctypes.c_uint64
        LIBRARY.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    return (LIBRARY.XXH3_64bits(content, len(content)) & 0xFFFFFFFF).to_bytes(4, "little")


LIBRARY = None
