"""Random tables become JSON lines with the same values, or are refused in one line."""
import datetime
import decimal
import json
import math
import re

import numpy as np
import pandas as pd
import polars as pl
import polars.testing.parametric
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from navaudit import NavauditError
from navaudit import _json_lines, _sources

relaxed = settings(deadline=None, derandomize=True, max_examples=150, suppress_health_check=list(HealthCheck))

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
ZONES = ["UTC", "Asia/Tokyo", "America/St_Johns", "Europe/Berlin"]


def lines(source):
    """The rows of a source, as navaudit gets them."""
    text = b"".join(bytes(chunk) for chunk in _sources.Input(source).chunks).decode()
    assert text == "" or text.endswith("\n")
    return [json.loads(line, parse_constant=pytest.fail) for line in text.split("\n")[:-1]]


def seconds_of(text, digits):
    """The ticks of a time as written."""
    whole, _, fraction = text.partition(".")
    since = datetime.datetime.fromisoformat(whole) - datetime.datetime(1970, 1, 1)
    return (since.days * 86_400 + since.seconds) * 10**digits + int(fraction.ljust(digits, "0") or 0)


def leaves():
    """Types of Arrow, each with values and what they are in JSON."""
    same = lambda kind, values: (kind, values, lambda value: value)
    return st.sampled_from([
        same(pa.string(), TEXT), same(pa.large_string(), TEXT), same(pa.int64(), st.integers(-(2**63), 2**63 - 1)), same(pa.uint64(), st.integers(0, 2**64 - 1)),
        same(pa.int8(), st.integers(-128, 127)), same(pa.bool_(), st.booleans()),
        (pa.float64(), st.floats(), lambda value: value if math.isfinite(value) else None),
        (pa.binary(), TEXT.map(str.encode), bytes.decode),
        (pa.date32(), st.dates(), datetime.date.isoformat),
        (pa.decimal128(9, 2), st.decimals(-9999, 9999, places=2), float),
        (pa.dictionary(pa.int16(), pa.string()), st.sampled_from(["a", 'b"', "c\n"]), str),
    ])


@st.composite
def typed(draw, depth=2):
    kind, values, plain = draw(leaves())
    shape = draw(st.sampled_from(["leaf", "leaf", "list", "struct", "map"])) if depth and not pa.types.is_dictionary(kind) else "leaf"
    if shape == "list":
        kind, values, plain = draw(typed(depth - 1))
        inner = plain
        return pa.list_(kind), st.lists(st.none() | values, max_size=3), lambda value: [None if item is None else inner(item) for item in value]
    if shape == "struct":
        fields = {name: draw(typed(depth - 1)) for name in draw(st.lists(st.sampled_from(["a", 'q"', "ü"]), max_size=3, unique=True))}
        return (
            pa.struct([(name, field[0]) for name, field in fields.items()]),
            st.fixed_dictionaries({name: st.none() | field[1] for name, field in fields.items()}),
            lambda value: without_nulls({name: fields[name][2](item) for name, item in value.items() if item is not None}))
    if shape == "map":
        return pa.map_(pa.string(), kind), st.dictionaries(TEXT, st.none() | values, max_size=3).map(lambda value: list(value.items())), lambda value: {
            name: None if item is None else plain(item) for name, item in value}
    return kind, values, plain


def without_nulls(row):
    return {name: value for name, value in row.items() if value is not None}


@relaxed
@given(st.data())
def test_tables_keep_their_values(data):
    count = data.draw(st.integers(0, 30))
    repeat = data.draw(st.sampled_from([1, 1, 1, 300]))
    names = data.draw(st.lists(TEXT, min_size=1, max_size=4, unique=True))
    columns, expected = [], [{} for _ in range(count)]
    for name in names:
        kind, values, plain = data.draw(typed())
        column = data.draw(st.lists(st.none() | values, min_size=count, max_size=count))
        columns.append(pa.array(column, kind))
        for row, value in zip(expected, column):
            row[name] = None if value is None else plain(value)
    table = pa.table(columns, names=names)
    table = pa.concat_tables([table] * repeat)
    assert [without_nulls(row) for row in lines(table)] == [without_nulls(row) for row in expected] * repeat


@relaxed
@given(st.lists(st.none() | st.integers(-(10**18), 10**18), min_size=1, max_size=20), st.sampled_from(["s", "ms", "us", "ns"]), st.none() | st.sampled_from(ZONES), st.sampled_from([1, 500]))
def test_times_keep_every_digit(values, unit, zone, repeat):
    digits = {"s": 0, "ms": 3, "us": 6, "ns": 9}[unit]
    values = [None if value is None else value // 10 ** (9 - digits) for value in values] * repeat
    found = lines(pa.table({"time": pa.array(values, pa.timestamp(unit, zone))}))
    assert len(found) == len(values)
    for row, value in zip(found, values):
        text = row.get("time")
        assert (text is None) == (value is None)
        if text is not None:
            assert text.endswith("Z") == (zone is not None) and text[10] == "T"
            assert seconds_of(text.rstrip("Z"), digits) == value


@relaxed
@given(polars.testing.parametric.dataframes(max_cols=4, max_size=20, allow_null=True))
def test_any_frame_of_polars_is_right_or_refused(frame):
    try:
        found = lines(frame)
    except NavauditError as error:
        assert "\n" not in str(error) and re.match("(column `|the rows cannot be read)", str(error))
        return
    assert len(found) == (len(frame) if frame.width else 0)
    for row, expected in zip(found, frame.to_dicts()):
        for name, value in expected.items():
            if value is None or isinstance(value, float) and not math.isfinite(value):
                assert row.get(name) is None
            elif isinstance(value, (str, bool, int)):
                assert row[name] == value


@relaxed
@given(st.data())
def test_any_frame_of_pandas_is_right_or_refused(data):
    values = st.one_of(
        st.none(), st.just(np.nan), TEXT, st.integers(-(2**40), 2**40), st.floats(), st.booleans(), st.just(pd.NaT), st.just(pd.NA), st.binary(max_size=3),
        st.datetimes(min_value=datetime.datetime(1700, 1, 1), max_value=datetime.datetime(2200, 1, 1)), st.just(pd.Timestamp("2026-03-29 02:30", tz="Europe/Helsinki")),
        st.just(decimal.Decimal("1.50")), st.lists(st.integers(0, 9), max_size=2), st.dictionaries(st.sampled_from("ab"), st.integers(0, 9)), st.just(object()))
    column = data.draw(st.one_of(st.lists(values, max_size=6), st.lists(TEXT, max_size=6), st.lists(st.integers(0, 9) | st.none(), max_size=6)))
    frame = pd.DataFrame({"cell": pd.Series(column, dtype=data.draw(st.sampled_from([None, object])))})
    try:
        found = lines(frame)
    except NavauditError as error:
        assert "\n" not in str(error) and "column `cell`" in str(error)
        return
    assert len(found) == len(frame)
    for row, value in zip(found, frame["cell"]):
        if isinstance(value, (list, dict, bytes, decimal.Decimal)):
            continue
        if value is None or value is pd.NA or value is pd.NaT or isinstance(value, float) and not math.isfinite(value):
            assert row.get("cell") is None
        elif isinstance(value, (pd.Timestamp, datetime.datetime)):
            stamp = pd.Timestamp(value)
            assert pd.Timestamp(row["cell"]) == (stamp.tz_convert("UTC") if stamp.tz else stamp)
        else:
            assert row["cell"] == value


@relaxed
@given(st.lists(st.dictionaries(TEXT, st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | TEXT, lambda inner: st.lists(inner, max_size=3)), max_size=3), max_size=6))
def test_rows_keep_their_values(rows):
    def plain(value):
        return [plain(item) for item in value] if isinstance(value, list) else None if isinstance(value, float) and not math.isfinite(value) else value

    assert lines(rows) == [without_nulls({name: plain(value) for name, value in row.items()}) for row in rows]


def test_odd_columns_are_right_or_refused():
    tokyo = pd.Series(pd.to_datetime(["2026-03-02T06:07:02.123456789Z", None])).dt.tz_convert("Asia/Tokyo")
    frame = pd.DataFrame({
        "time": tokyo, "user": pd.Categorical(["a", None]), "properties": [{"screen": "Home", "deep": {"level": 1}}, None], "id": pd.array([7, None], "Int64"),
        "score": [1.5, np.inf], "account": [17.0, np.nan], "wait": pd.to_timedelta(["1500ms", None]), "tags": [["a", "b"], []]})
    assert lines(frame) == [
        {"time": "2026-03-02T06:07:02.123456789Z", "user": "a", "properties": {"screen": "Home", "deep": {"level": 1}}, "id": 7, "score": 1.5, "account": 17,
         "wait": 1.5, "tags": ["a", "b"]},
        {"tags": []},
    ]
    # A column of whole numbers with gaps is one of floats for pandas; ids keep their digits.
    assert b'"account":17,' in bytes(next(_sources.Input(frame).chunks))
    for column in (pa.array([b"\xff"]), pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])])):
        with pytest.raises(NavauditError, match="^column `odd`: cannot be written as JSON"):
            lines(pa.table({"odd": column}))


def test_older_arrow_has_no_views(monkeypatch):
    for name in ("is_string_view", "is_binary_view"):
        monkeypatch.delattr(pa.types, name, raising=False)
    assert lines(pa.table({"properties": [{"screen": "Home"}], "tags": [["a"]], "raw": [b"b"]})) == [{"properties": {"screen": "Home"}, "tags": ["a"], "raw": "b"}]


def test_many_columns_of_few_values():
    # The product of their numbers of values does not fit into 64 bits.
    table = pa.table({f"c{number}": [f"{row % 200}" for row in range(1000)] for number in range(12)})
    assert lines(table) == table.to_pylist()


def test_empty_tables():
    assert lines(pa.table({})) == []
    assert lines(pa.table({"a": pa.nulls(2)})) == [{}, {}]
    assert _json_lines.encode(pa.record_batch({"a": pa.array([], pa.string())})) == b""
