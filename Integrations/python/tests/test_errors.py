"""Wrong calls: each is refused in one line, in Python's terms."""
import json

import duckdb
import pandas as pd
import polars as pl
import pytest
from conftest import MAP, ROOT

import navaudit

LOG = [{"time": f"2026-03-02T08:{minute:02}:00Z", "user": f"u{minute % 7}", "event": "screen_view", "screen": f"S{minute % 3}"} for minute in range(60)]
FRAME = pd.DataFrame(LOG)
MANY = [{**row, "user": f"{row['user']}{number}"} for row in LOG for number in range(9)]


def report(**options):
    return navaudit.analyze(LOG, **options)


#: A call, the kind of error, and what its line says.
CALLS = [
    (lambda _: navaudit.analyze(7), TypeError, "cannot read a int; pass a path, a pandas or Polars frame"),
    (lambda _: navaudit.analyze(None), TypeError, "cannot read a NoneType"),
    (lambda _: navaudit.analyze(b"log.ndjson"), TypeError, "cannot read a bytes"),
    (lambda _: navaudit.analyze({"user": ["a"]}), TypeError, "cannot read a dict"),
    (lambda _: navaudit.analyze(FRAME.groupby("user")), TypeError, "cannot read a DataFrameGroupBy"),
    (lambda _: navaudit.analyze([FRAME, FRAME]), TypeError, "row 1: is a DataFrame, not a dictionary"),
    (lambda _: navaudit.analyze([LOG[0], 7]), TypeError, "row 2: is a int, not a dictionary"),
    (lambda _: navaudit.analyze([{"user": object()}]), ValueError, "row 1: cannot be written as JSON .a value of type object."),
    (lambda _: navaudit.analyze([]), ValueError, "^no events; pass a log with one event in each row"),
    (lambda _: navaudit.analyze(FRAME[:0]), ValueError, "^no events; pass a log"),
    (lambda _: navaudit.analyze(FRAME.drop(columns="time")), ValueError, "^no times among `user`, `event`, `screen`; name them with columns={.time.: .COLUMN.}"),
    (lambda _: navaudit.analyze(pd.DataFrame([[1, 2]], columns=["user", "user"])), ValueError, "2 columns are called `user`"),
    (lambda _: navaudit.analyze(pd.DataFrame({"user": [1, "a"]})), TypeError, "column `user`: holds values of type int, str"),
    (lambda _: navaudit.analyze(pd.DataFrame({"period": pd.period_range("2026-01", periods=2, freq="M")})), ValueError, "column `period`: .*extension"),
    (lambda folder: navaudit.analyze(folder / "no-such.ndjson"), FileNotFoundError, "no-such.ndjson': no such file or folder$"),
    (lambda folder: navaudit.analyze(folder / "no-such.parquet"), FileNotFoundError, "no-such.parquet': no such file or folder$"),
    (lambda folder: navaudit.analyze(folder / "bad.parquet"), ValueError, "bad.parquet: cannot be read"),
    (lambda folder: navaudit.analyze([folder / "bad.parquet", ROOT / "SampleLogs"]), ValueError, "cannot be read together"),
    (lambda _: report(map={"tabs": ["Home"]}), TypeError, "map= takes a path or the text of an app map, not a dict"),
    (lambda folder: report(map=folder / "no-such.yml"), FileNotFoundError, "no-such.yml': no such file or folder$"),
    (lambda _: report(map="tabs: [Home\n"), ValueError, "navaudit.yml:"),
    (lambda _: report(columns="user=account"), TypeError, "columns= takes a dictionary of fields and columns"),
    (lambda _: report(columns={"user": 7}), TypeError, "columns= takes a dictionary of fields and columns"),
    (lambda _: report(columns={"user": "acount"}), ValueError, "no column `acount`, which columns= gives for user; there are time, user, event, screen"),
    (lambda _: navaudit.analyze(FRAME, columns={"user": "acount"}), ValueError, "no column `acount`, which columns= gives for user; there are time, user"),
    (lambda _: navaudit.analyze(FRAME.rename(columns={"user": "id"}), columns={"id": "user"}), ValueError, "no column `user`, .* for id; write {'user': 'id'}; there are time, id"),
    (lambda _: report(columns={"usr": "user"}), ValueError, "columns: unknown field `usr`; did you mean `user`?"),
    (lambda _: report(columns={"user": "user"}, options=["--columns", "time=time"]), ValueError, "columns is given twice: as an argument, and in options="),
    (lambda _: report(format="xml"), ValueError, "unknown format `xml`"),
    (lambda _: report(key=7), TypeError, "key= takes a text, not a int"),
    (lambda _: report(max_rejected="lots"), ValueError, "^max_rejected takes a percentage from 0% to 100%, such as 5%, not `lots`"),
    (lambda _: report(allow="everything"), ValueError, "^allow does not know `everything`"),
    (lambda _: report(gap="never"), ValueError, "^gap takes a duration .*, not `never`"),
    (lambda _: report(gap=[1]), TypeError, r"gap= takes a text or a number, not \[1\]"),
    (lambda _: report(infer="yes"), TypeError, "infer= takes True or False, not 'yes'"),
    (lambda _: report(time_zone="Mars"), ValueError, "unknown time zone `Mars`; name one like Europe/Berlin or UTC"),
    (lambda _: report(start="yesterday"), ValueError, "`yesterday` is no date; write one like 2026-03-14"),
    (lambda _: report(start="2026-03-05", end="2026-03-01"), ValueError, "2026-03-01 comes before 2026-03-05; name the earlier day first"),
    (lambda _: report(start="2027-01-01"), ValueError, "no session starts .*; name other days with start and end"),
    (lambda _: report(reveal_users="yes"), TypeError, "reveal_users= takes True or False, not 'yes'"),
    (lambda _: report(minimum_group=True), TypeError, "minimum_group= takes a text or a number, not True"),
    (lambda _: report(minimum_group=100), ValueError, "fewer users than minimum_group 100"),
    (lambda _: report(select="no.rule"), ValueError, "no rule or family is called `no.rule`"),
    (lambda folder: report(baseline=folder / "no-such.json"), FileNotFoundError, "no-such.json': no such file or folder$"),
    (lambda _: report(memory="much"), ValueError, "^memory takes a size of at least 64M"),
    (lambda _: report(workers=0), ValueError, "^workers takes a count from 1 to 1024, not 0"),
    (lambda _: report(options="--infer"), TypeError, "options= takes a list of arguments"),
    (lambda _: report(options=["--no-such"]), ValueError, "^unknown option no_such$"),
    (lambda _: report(sessions=True, store=False), ValueError, "sessions is made from the store, which store=False leaves out"),
    (lambda _: report(frames="dask"), ValueError, "frames= takes pandas, polars, pyarrow, not 'dask'"),
    (lambda _: navaudit.analyze(LOG, mpa=MAP), TypeError, "unexpected keyword argument 'mpa'"),
    (lambda _: navaudit.compare(LOG), ValueError, "compare takes two sides, or one and the dimension"),
    (lambda _: navaudit.compare(LOG, by="color"), ValueError, "no dimension is called `color`"),
    (lambda _: navaudit.compare(LOG, LOG, labels=("a", "a")), ValueError, "labels= takes two different texts"),
    (lambda _: navaudit.compare(report(store=False), report()), ValueError, "has no store to compare; analyze with store=True"),
    (lambda _: navaudit.read_map(7), TypeError, "cannot read a int"),
    (lambda _: report(store=False).sql("SELECT 1"), ValueError, "has no store; analyze with store=True"),
    (lambda _: report().sql("DELETE FROM user"), ValueError, "cannot be answered .not authorized.; it may only read"),
    (lambda folder: report().sql(f"ATTACH '{folder}/new.db' AS new"), ValueError, "cannot be answered .not authorized.; it may only read"),
    (lambda _: report().sql("SELECT 1; SELECT 2"), ValueError, "one statement at a time"),
    (lambda _: report().sql("SELEC"), ValueError, "syntax error"),
    (lambda _: report().sql(7), TypeError, "sql takes one query as a text"),
    (lambda _: report().plot("pie"), ValueError, "plot takes reach, depth, transitions, plan, not 'pie'"),
    (lambda _: report().save(7), TypeError, "save takes the path of a folder, not a int"),
    (lambda folder: report().save(folder / "bad.parquet"), ValueError, "bad.parquet: is a file; name a folder for the reports"),
    (lambda _: report().tables["tab"], KeyError, "there is no table `tab`; there are findings, "),
    (lambda _: report().tables.describe("tab"), KeyError, "there is no table `tab`; there are findings, "),
    (lambda _: navaudit.analyze(""), FileNotFoundError, "^'': no such file or folder$"),
    (lambda _: navaudit.analyze("-"), FileNotFoundError, "^'-': no such file or folder$"),
    (lambda _: navaudit.analyze("a\0b"), FileNotFoundError, "no such file or folder$"),
    (lambda _: navaudit.analyze(json.dumps(LOG)), FileNotFoundError, "no such file or folder$"),
    (lambda _: navaudit.analyze(pd.DataFrame), TypeError, "cannot read a type"),
    (lambda _: navaudit.analyze(FRAME.assign(time=None, user=None, event=None, screen=None)), ValueError, "^no times; name them with columns="),
    (lambda _: navaudit.analyze(FRAME.assign(x=[b"\xff"] * 60)), ValueError, "column `x`: cannot be written as JSON"),
    (lambda _: navaudit.analyze(pl.DataFrame(LOG).lazy().select("no_such")), ValueError, "^the rows cannot be read .unable to find column"),
    (lambda _: navaudit.analyze(duckdb.sql("SELECT CAST(x AS INT) AS time FROM (VALUES ('a')) AS t(x)")), ValueError, "^the rows cannot be read .Conversion Error"),
    (lambda _: report(map=""), FileNotFoundError, "^'': no such file or folder$"),
    (lambda folder: report(map=folder), ValueError, "the app map cannot be read"),
    (lambda _: report(map="tabs:\n  - a\n b: c\n"), ValueError, "^navaudit.yml:3: not valid YAML: .* from line 1$"),
    (lambda _: report(columns={"": "user"}), ValueError, "^columns takes field=column pairs"),
    (lambda _: report(columns={"user": ""}), ValueError, "^60 of 60 rows .*could not be read, .*: 60 names nobody; the first is row 1"),
    (lambda _: report(columns={"user": "\0"}), ValueError, "no column `"),
    (lambda _: report(key=""), TypeError, "key= takes a text, not an empty one"),
    (lambda _: report(key="\0"), ValueError, "an argument cannot be passed to navaudit .embedded null byte."),
    (lambda _: report(gap=""), ValueError, "^missing value for gap"),
    (lambda _: report(store="mine.sqlite"), TypeError, "store= takes True or False, not 'mine.sqlite'"),
    (lambda _: report(baseline={}), TypeError, "baseline= takes a path, not a dict"),
    (lambda folder: report(baseline=folder / "bad.parquet"), ValueError, "bad.parquet: the baseline is not JSON$"),
    (lambda _: report(options=None), TypeError, "options= takes a list of arguments"),
    (lambda _: report(options=["--output", "elsewhere"]), ValueError, "options= names no folder; save"),
    (lambda _: report(options=["--help"]), ValueError, "options= keeps navaudit from writing a report"),
    (lambda _: report(options=["other.ndjson"]), FileNotFoundError, "other.ndjson: no such file"),
    (lambda _: navaudit.compare(LOG, LOG, key=7), TypeError, "key= takes a text, not a int"),
    (lambda _: navaudit.compare(LOG, LOG, labels=None), ValueError, "labels= takes two different texts, .* not None"),
    (lambda _: navaudit.compare(LOG, LOG, labels=("a", "b\nc")), ValueError, "labels= takes two different texts"),
    (lambda _: navaudit.compare(LOG, LOG, columns={"user": "acount"}), ValueError, "no column `acount`, which columns= gives for user"),
    (lambda _: navaudit.compare(MANY, MANY), ValueError, "the same rows are on both sides, .*; leave it out of one .allow=.overlap. compares all the same."),
    (lambda _: navaudit.compare(LOG, LOG, split="half"), ValueError, "'half' is invalid for split$"),
    (lambda _: report().sql(""), ValueError, "cannot be answered .it has no columns."),
    (lambda _: report().plot(["reach"]), ValueError, "plot takes reach, depth, transitions, plan, not"),
    (lambda _: report().plot("reach", ax=7), TypeError, "ax= takes axes of Matplotlib, not a int"),
    (lambda _: report().save(""), TypeError, "save takes the path of a folder, not an empty text"),
    (lambda folder: report().save(folder / "a\0b"), ValueError, "an argument cannot be passed to navaudit .embedded null byte."),
    (lambda folder: report().save(folder / "bad.parquet/x"), ValueError, "cannot be written there .Not a directory.; name a folder that can be written$"),
]


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_a_wrong_call_is_one_line(number, tmp_path):
    (tmp_path / "bad.parquet").write_bytes(b"no parquet")
    call, kind, line = CALLS[number]
    with pytest.raises(kind, match=line) as error:
        call(tmp_path)
    assert error.value.__context__ is None or error.value.__suppress_context__
    assert error.traceback[-1].path.parent.name in ("navaudit", "tests")
    text = str(error.value)
    assert "\n" not in text and "--" not in text and "standard input" not in text and "/dev/" not in text and not text.startswith("navaudit:")
    assert not (tmp_path / "new.db").exists()
