"""Whatever the rows come in, the reports are those of the command."""
import csv
import datetime
import gc
import hashlib
import html
import io
import json
import math
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest
from conftest import MAP, ROOT, analyzed, command, contents, differences

import navaudit
from navaudit import NavauditError


def frame(flat_rows):
    table = pd.DataFrame(flat_rows)
    table["time"] = pd.to_datetime(table["time"])
    return table


SOURCES = {
    "rows": lambda rows, _: rows,
    "iterator": lambda rows, _: iter(rows),
    "rows with times": lambda rows, _: [{**row, "time": datetime.datetime.fromisoformat(row["time"].replace("Z", "+00:00"))} for row in rows],
    "pandas": lambda rows, _: frame(rows),
    "pandas by time": lambda rows, _: frame(rows).set_index("time"),
    "pandas in Tokyo": lambda rows, _: frame(rows).assign(time=lambda table: table["time"].dt.tz_convert("Asia/Tokyo")),
    "pandas with categories": lambda rows, _: frame(rows).astype({name: "category" for name in ("user", "event", "screen", "platform")}),
    "pandas with Arrow's types": lambda rows, _: frame(rows).convert_dtypes(dtype_backend="pyarrow"),
    "Polars": lambda rows, _: pl.from_pandas(frame(rows)),
    "Polars, lazy": lambda rows, _: pl.from_pandas(frame(rows)).lazy().with_columns(pl.col("event").cast(pl.Categorical)),
    "Arrow": lambda rows, _: pa.Table.from_pandas(frame(rows)),
    "Arrow reader": lambda rows, _: pa.Table.from_pandas(frame(rows)).to_reader(max_chunksize=1000),
    "Parquet": lambda rows, path: written(rows, path / "log.parquet"),
    "Parquet by day": lambda rows, path: by_day(rows, path),
    "Feather": lambda rows, path: feather(rows, path / "log.feather"),
}


def written(rows, path):
    pq.write_table(pa.Table.from_pandas(frame(rows)), path, row_group_size=3000)
    return path


def by_day(rows, path):
    table = frame(rows)
    for day, part in table.groupby(table["time"].dt.date):
        (path / f"day={day}").mkdir()
        # The first file lacks columns that later ones have.
        pq.write_table(pa.Table.from_pandas(part.dropna(axis=1, how="all"), preserve_index=False), path / f"day={day}/part-0.parquet")
    (path / "_SUCCESS").touch()
    return path


def feather(rows, path):
    pyarrow.feather.write_feather(frame(rows), path)
    return path


@pytest.mark.parametrize("source", SOURCES)
def test_the_bytes_are_those_of_the_command(source, flat_rows, expected, tmp_path):
    report = navaudit.analyze(SOURCES[source](flat_rows, tmp_path), MAP, key="k")
    assert differences(contents(report.save(tmp_path / "Saved")), expected) == []


@pytest.mark.parametrize("columns", [None, {"time": "at", "user": "account", "app_version": "release"}])
def test_the_bytes_of_a_drafted_frame_are_those_of_the_command(columns, flat_rows, tmp_path):
    own = pl.DataFrame(flat_rows).rename({"user": "account", "time": "at", "screen": "page", "app_version": "release"})
    given = ["--columns", ",".join(f"{field}={column}" for field, column in columns.items())] if columns else []
    command("analyze", "-", "--output", tmp_path / "Reports", "--quiet", "--reveal-users", *given, input=own.write_ndjson().encode(), key="k")
    saved = navaudit.analyze(own, columns=columns, key="k", reveal_users=True).save(tmp_path / "Saved")
    assert differences(contents(saved), contents(tmp_path / "Reports")) == []


def test_the_bytes_with_a_map_as_text_are_those_of_the_command(flat_rows, log, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    draft = navaudit.read_map(flat_rows)
    (tmp_path / "navaudit.yml").write_text(draft)
    command("analyze", "-", "--map", "navaudit.yml", "--output", "Reports", "--quiet", input=log, key="k")
    saved = navaudit.analyze(flat_rows, draft, key="k").save(tmp_path / "Saved")
    assert differences(contents(saved), contents(tmp_path / "Reports")) == []


@pytest.mark.parametrize("app_map", [None, "text", MAP])
def test_frames_are_compared_to_the_same_bytes(app_map, flat_rows, tmp_path):
    half = len(flat_rows) // 2
    app_map = MAP.read_text() if app_map == "text" else app_map
    saved = [
        contents(navaudit.compare(pl.DataFrame(flat_rows[:half]), pl.DataFrame(flat_rows[half:]), map=app_map, key="k").save(tmp_path / name))
        for name in ("once", "again")]
    assert differences(*saved) == []


def test_the_bytes_of_a_comparison_are_those_of_the_command(flat_rows, tmp_path):
    sides = [tmp_path / "march.ndjson", tmp_path / "april.ndjson"]
    for number, side in enumerate(sides):
        side.write_text(pl.DataFrame(flat_rows[number::2]).write_ndjson())
    labels = ["--label=march", "--label=april"]
    command("compare", *sides, "--map", MAP, "--allow", "overlap", "--output", tmp_path / "Reports", "--quiet", *labels, key="k")
    saved = navaudit.compare(*sides, map=MAP, allow="overlap", key="k", labels=("march", "april")).save(tmp_path / "Saved")
    assert differences(contents(saved), contents(tmp_path / "Reports")) == []


def test_paths_are_read_by_the_command(tmp_path):
    command("analyze", ROOT / "SampleLogs", "--output", tmp_path / "Reports", "--quiet")
    saved = navaudit.analyze(ROOT / "SampleLogs").save(tmp_path / "Saved")
    assert differences(contents(saved), contents(tmp_path / "Reports")) == []


def test_a_report_has_typed_tables(flat_rows, expected):
    report = navaudit.analyze(flat_rows, MAP)
    assert report.verdict.startswith("About 1 in ")
    assert str(report).splitlines()[1:3] == [report.read_as, report.verdict]
    tabs = report.tables["tabs"]
    assert isinstance(tabs, pd.DataFrame)
    assert (str(tabs["selects"].dtype), str(tabs["reach"].dtype)) == ("Int64", "float64")
    # What is the same in each row is in the files.
    assert not {"app", "period_start", "period_end"} & set(tabs.columns) and report.period[0].tzinfo
    assert report.tables.tabs.equals(tabs) and "tabs" in dir(report.tables) and "tabs" in report.tables._ipython_key_completions_()
    written = {row["tab"]: row for row in csv.DictReader(io.StringIO(expected["tabs.csv"].decode()))}
    assert [str(count) for count in tabs["selects"]] == [row["selects"] for row in written.values()]
    assert math.isclose(tabs.set_index("tab").loc["Cart", "reach"], float(written["Cart"]["reach"]))
    assert len(report.findings) == len(report.outcome["findings"]) > 0
    assert report.summary.set_index("metric").loc["users", "value"] == 40
    assert "platform" in report.plan.columns
    assert report.tables.describe("tabs")["reach"]
    with pytest.raises(KeyError, match="there is no table `tab`; there are findings, "):
        report.tables["tab"]
    with pytest.raises(AttributeError, match="there is no table `tab`; there are findings, "):
        report.tables.tab


def test_tables_hold_what_they_need(flat_rows, tmp_path, monkeypatch):
    tables = navaudit.analyze(flat_rows, MAP).tables
    gc.collect()
    assert len(tables["tabs"]) == 5
    folder = Path(tables._folder.path)
    del tables
    gc.collect()
    assert not folder.exists()


def test_a_report_says_how_it_was_read_and_what_is_left_out(rows):
    copies = [{**row, "id": None} for row in rows[:50] for _ in range(2)]
    report = navaudit.analyze([*rows, *copies, {"time": "2026-03-02T06:07:02Z", "event": "push"}], MAP)
    assert report.read_as == f"Read as: rows, with the app map {MAP}; 1 row could not be read."
    left = dict(zip(report.left_out["why"], report.left_out["rows"]))
    assert left["no user"] == 1 and left["the same event twice"] >= 50
    assert f"{sum(left.values())} rows are left out (report.left_out)" in str(report)
    with pytest.raises(NavauditError, match="40 of 40 rows .*could not be read, more than max_rejected 5%: .*the first is row 1; fix the log or raise max_rejected"):
        navaudit.analyze([{**row, "user": None} for row in rows[:40]], MAP)


def test_actions_are_those_of_the_page(flat_rows):
    report = navaudit.analyze(flat_rows, MAP)
    actions = report.actions
    assert list(actions.columns) == ["number", "group", "fact", "what", "facts"] and actions["number"].tolist() == list(range(1, len(actions) + 1))
    urgent = [action for action in actions.to_dict("records") if action["group"] != "Good to know"][:3]
    assert urgent and re.findall(r"^\d\. ", str(report), re.MULTILINE) == [f"{number}. " for number in range(1, len(urgent) + 1)]
    headings = re.findall("<h3[^>]*>([^<]*)</h3>", report.page)
    assert list(actions["group"].unique()) == [heading for heading in headings if heading in {"Fix now", "Consider", "Good to know"}]
    page = re.sub("<[^>]*>", "", html.unescape(report.page))
    for number, action in enumerate(urgent, 1):
        assert f"{number}. {action['fact']} {action['what']} " in str(report) and action["what"].rstrip(".") in page
    report.outcome["actions"] = [{**report.outcome["actions"][0], "fact": ""}]
    assert f"\n1. {report.outcome['actions'][0]['what']} " in str(report)


def test_a_question_in_sql(flat_rows):
    report = navaudit.analyze(flat_rows, MAP)
    steps = report.sql("SELECT kind, count(*) AS count FROM step WHERE screen = ? GROUP BY kind ORDER BY kind", ("Home",))
    assert list(steps.columns) == ["kind", "count"] and str(steps["count"].dtype) == "Int64"
    assert steps["count"].sum() == (report.steps["screen"] == "Home").sum() > 0
    sessions = report.sessions
    assert len(sessions) == report.outcome["sessions"] and sessions["steps"].sum() == len(report.steps) and sessions["start"].dt.tz is not None


@pytest.mark.parametrize("kind", [str, int])
def test_users_can_be_joined_with_the_frame(kind, flat_rows):
    own = pd.DataFrame(flat_rows)
    own["user"] = own["user"] if kind is str else own["user"].factorize()[0] + 1000
    report = navaudit.analyze(own, MAP, reveal_users=True)
    users = own.astype({"user": str}).drop_duplicates("user")[["user"]].assign(group="own")
    assert report.sessions.merge(users, on="user")["group"].notna().sum() == report.outcome["sessions"]


@pytest.mark.parametrize("kind", ["reach", "depth", "transitions", "plan"])
def test_pictures(kind, flat_rows, monkeypatch):
    import matplotlib

    matplotlib.use("Agg")
    report = navaudit.analyze(flat_rows, MAP)
    axes = report.plot(kind)
    axes.figure.canvas.draw()
    # The tab More is opened, not selected: 0% of it would not be so.
    assert axes.get_xlabel() and not (kind == "reach" and "More" in [label.get_text() for label in axes.get_yticklabels()])
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    if kind != "plan" or (report._folder / "pictures/plan-1.svg").exists():
        assert report.plot(kind)._repr_svg_().lstrip().startswith("<svg")


@pytest.mark.parametrize("kind", ["reach", "depth", "transitions", "plan"])
def test_pictures_of_nothing_say_so(kind):
    report = navaudit.analyze([{"time": 1772000000 + number, "user": "u", "event": "odd"} for number in range(9)])
    said = report.plot(kind).texts[0].get_text().replace("\n", " ")
    assert said == (" ".join(report.outcome["plan"]) if kind == "plan" else f"The log shows no {kind}.")


def test_what_is_said_is_in_terms_of_python(flat_rows, tmp_path):
    own = [{"account": row["user"], "at": row["time"], "what": f"odd_{row['event']}", "page": row.get("screen")} for row in flat_rows]
    (tmp_path / "log.ndjson").write_text("".join(json.dumps(row) + "\n" for row in own))
    columns = {"user": "account", "time": "at", "event": "what"}
    for source in (own, tmp_path / "log.ndjson"):
        report = navaudit.analyze(source, columns=columns)
        assert "run `navaudit.read_map`, decide" in report.verdict and "navaudit init" not in str(report)
    assert "\n# Read as rows\n" in navaudit.read_map(own, columns=columns)


def test_a_frame_of_other_columns_is_read_and_drafted():
    rows = [
        {"account": f"a{number % 30}", "at": pd.Timestamp("2026-03-02T08:00:00Z") + pd.Timedelta(minutes=number), "event": "screen_view", "screen": f"S{number % 7}"}
        for number in range(900)
    ]
    report = navaudit.analyze(pd.DataFrame(rows))
    assert report.read_as.startswith("Read as: user = account, time = at, event = event") and report.outcome["users"] == 30
    draft = navaudit.read_map(pd.DataFrame(rows))
    assert re.search("^  user: account", draft, re.MULTILINE)
    assert navaudit.analyze(pd.DataFrame(rows), draft).outcome["users"] == 30


@pytest.mark.parametrize("kind", ["frame", "rows", "frame of text", "rows of text"])
def test_the_time_zone_is_that_of_naive_times(kind, flat_rows):
    text = [{**row, "time": row["time"][:-1].replace("T", " ")} for row in flat_rows]
    source = {
        "frame": lambda: frame(text), "rows": lambda: [{**row, "time": datetime.datetime.fromisoformat(row["time"])} for row in text],
        "frame of text": lambda: pl.DataFrame(text), "rows of text": lambda: text}[kind]()
    own, there = navaudit.analyze(source, MAP), navaudit.analyze(source, MAP, time_zone="Europe/Helsinki")
    assert f"{len(flat_rows):,} times without an offset, taken for UTC" in own.read_as
    assert f"{len(flat_rows):,} times without an offset, taken for Europe/Helsinki" in there.read_as
    assert own.period[0] - there.period[0] == datetime.timedelta(hours=2)


def test_a_column_with_and_without_zones_keeps_each(flat_rows):
    own = frame([{**row, "time": row["time"][:-1]} for row in flat_rows])
    zoned = own["time"].dt.tz_localize("Asia/Tokyo").astype(object)
    for first in (0, 1):
        mixed = own.assign(time=zoned.where(own.index % 2 == first, own["time"].dt.tz_localize(None).astype(object)))
        report = navaudit.analyze(mixed, MAP, time_zone="Asia/Tokyo")
        assert f"{(len(own) + first) // 2:,} times without an offset, taken for Asia/Tokyo" in report.read_as
        assert report.period == navaudit.analyze(own, MAP, time_zone="Asia/Tokyo").period


def test_the_time_zone_is_that_of_both_sides(flat_rows):
    # At 20:00 the day in Tokyo is the same, and in UTC it is the next one there.
    days = [[{**row, "time": f"2026-03-{day}T20:00:{number % 60:02}"} for number, row in enumerate(flat_rows[:2000])] for day in ("02", "09")]
    page = navaudit.compare(*days, map=MAP, time_zone="Asia/Tokyo").page
    assert "on 2 March" in page and "on 9 March" in page and "10 March" not in page


def test_values_of_python_are_options(flat_rows):
    values = {"gap": datetime.timedelta(minutes=15), "time_zone": datetime.timezone.utc, "start": datetime.date(2026, 3, 3), "end": pd.Timestamp("2026-03-20")}
    texts = {"gap": "15m", "time_zone": "UTC", "start": "2026-03-03", "end": "2026-03-20"}
    pages = [navaudit.analyze(flat_rows, MAP, key="k", store=False, **given).page for given in (values, texts)]
    assert pages[0] == pages[1] != navaudit.analyze(flat_rows, MAP, key="k", store=False).page


def test_the_version_is_that_of_the_command():
    assert navaudit.__version__ == command("--version").decode().strip()


@pytest.mark.parametrize("frames, kind", [("polars", pl.DataFrame), ("pyarrow", pa.Table), ("pandas", pd.DataFrame)])
def test_tables_are_frames_of_a_library(frames, kind, flat_rows):
    assert isinstance(navaudit.analyze(flat_rows, MAP, store=False, frames=frames).summary, kind)


def test_polars_gives_polars(flat_rows):
    report = navaudit.analyze(pl.DataFrame(flat_rows), MAP, store=False)
    assert report.tables["tabs"].schema["selects"] == pl.Int64
    assert report.store is None


def test_options_are_those_of_the_command(flat_rows, log, tmp_path):
    given = ("--minimum-group", "3", "--gap", "15m", "--select", "depth,menu.promote", "--from", "2026-03-03")
    report = navaudit.analyze(
        flat_rows, MAP, key="k", minimum_group=3, gap="15m", select=["depth", "menu.promote"], start="2026-03-03")
    assert differences(contents(report.save(tmp_path / "Saved")), analyzed(log, tmp_path / "Reports", *given, key="k")) == []


def test_columns_name_fields(flat_rows, tmp_path):
    other = [{("at" if name == "time" else "who" if name == "user" else name): value for name, value in row.items()} for row in flat_rows]
    report = navaudit.analyze(other, MAP, columns={"time": "at", "user": "who"})
    assert report.outcome["users"] == 40 and report.read_as.endswith(", time = at, user = who.")
    # An empty one leaves its field out.
    without = navaudit.analyze(other, MAP, columns={"time": "at", "user": "who", "platform": ""})
    assert report.sessions["platform"].notna().all() and without.sessions["platform"].isna().all()


def test_a_draft_of_the_map_is_text_to_edit(flat_rows):
    draft = navaudit.read_map(pd.DataFrame(flat_rows))
    assert "more: {items: [Coupons, Stores, Help]}" in draft
    report = navaudit.analyze(flat_rows, draft + "\napp: Edited\n", store=False)
    assert report.outcome["app"] == "Edited"


def test_groups_are_compared(flat_rows):
    comparison = navaudit.compare(pd.DataFrame(flat_rows), by="platform", map=MAP)
    assert {"metric", "verdict"} <= set(comparison.measures.columns)
    assert "compared with" in str(comparison)


def test_groups_of_an_own_column_are_compared(flat_rows):
    own = pd.DataFrame(flat_rows).rename(columns={"platform": "os_name"})
    with pytest.raises(ValueError, match="no dimension is called `os_name`"):
        navaudit.compare(own, by="os_name", map=MAP)
    assert "platform=" in str(navaudit.compare(own, by="platform", columns={"platform": "os_name"}, map=MAP))
    halves = [own[: len(own) // 2], own[len(own) // 2 :]]
    named = [part.rename(columns={"user": "account"}) for part in halves]
    assert navaudit.compare(*named, columns={"user": "account"}, map=MAP, key="k").measures.equals(navaudit.compare(*halves, map=MAP, key="k").measures)


def test_frames_are_compared(flat_rows):
    half = len(flat_rows) // 2
    comparison = navaudit.compare(pl.DataFrame(flat_rows[:half]), pl.DataFrame(flat_rows[half:]), map=MAP)
    assert isinstance(comparison.measures, pl.DataFrame)
    before, after = comparison.outcome["comparisons"][0]["before"], comparison.outcome["comparisons"][0]["after"]
    assert before["users"] > 0 and after["users"] > 0
    assert (before["label"], after["label"]) == ("before", "after") and str(comparison).startswith("after (")
    labeled = navaudit.compare(pl.DataFrame(flat_rows[:half]), pl.DataFrame(flat_rows[half:]), map=MAP, labels=("1st half", "2nd/half"))
    assert str(labeled).startswith("2nd/half (") and "1st half" in labeled.page and "/navaudit-" not in labeled.page


def test_frames_of_other_columns_are_compared(flat_rows):
    half = len(flat_rows) // 2
    own = pl.DataFrame(flat_rows).rename({"user": "account", "time": "at", "screen": "page"})
    sides = own[:half], own[half:]
    compared = navaudit.compare(*sides, key="k")
    assert [compared.outcome["comparisons"][0][side]["users"] > 20 for side in ("before", "after")] == [True, True]
    for before, after in ((navaudit.analyze(sides[0], key="k"), sides[1]), (sides[0], navaudit.analyze(sides[1], key="k"))):
        assert navaudit.compare(before, after, key="k").outcome["comparisons"][0]["after"]["users"] > 20


def test_reports_are_compared(flat_rows):
    half = len(flat_rows) // 2
    reports = [navaudit.analyze(part, MAP, key="k") for part in (flat_rows[:half], flat_rows[half:])]
    assert len(navaudit.compare(*reports).measures) > 0
    with pytest.raises(NavauditError, match="has no store"):
        navaudit.compare(navaudit.analyze(flat_rows, MAP, store=False), reports[1])


# Refusals: one line, and nothing is left


def test_what_rows_raise_ends_the_run(flat_rows):
    def rows():
        yield from flat_rows
        raise ConnectionError("the source is gone")

    with pytest.raises(ConnectionError, match="the source is gone"):
        navaudit.analyze(rows(), MAP)


def test_saving_replaces_only_what_a_run_wrote(flat_rows, tmp_path):
    report = navaudit.analyze(flat_rows, MAP)
    folder = report.save(tmp_path / "Reports")
    navaudit.analyze(flat_rows, MAP, store=False).save(folder)
    assert report.save(folder) == folder
    (folder / "tabs.csv").write_text("mine")
    with pytest.raises(NavauditError, match="tabs.csv: was changed since navaudit wrote it, so it is not replaced; move it away"):
        report.save(folder)
    assert (folder / "tabs.csv").read_text() == "mine"
    command("ingest", "-", "--store", tmp_path / "mine.sqlite", input=b'{"time":"2026-03-02T06:07:02Z","user":"u","event":"screen_view","screen":"A"}\n')
    other = report.save(tmp_path / "Other")
    os.replace(tmp_path / "mine.sqlite", other / "navigation.sqlite")
    with pytest.raises(NavauditError, match="navigation.sqlite: a store filled by `navaudit ingest`, so it is not replaced"):
        report.save(other)


def listing(*paths):
    """A data package that lists files of any run, as nobody sealed it."""
    return json.dumps({"name": "navaudit", "resources": [{"path": path, "bytes": 4, "hash": "sha256:" + hashlib.sha256(b"mine").hexdigest()} for path in paths]})


def link(path, target):
    path.symlink_to(target)


#: What is in the folder where a report is saved.
HOSTILE = {
    "a package that lists a file outside": lambda folder: (folder / "datapackage.json").write_text(listing("../victim.txt")),
    "one that lists it deeper": lambda folder: ((folder / "pictures").mkdir(), (folder / "datapackage.json").write_text(listing("pictures/../../victim.txt"))),
    "one that lists an absolute path": lambda folder: (folder / "datapackage.json").write_text(listing(str(folder.parent / "victim.txt"))),
    "one that lists a file of somebody": lambda folder: (folder / "datapackage.json").write_text(listing("mine.txt")),
    "one that lists a file that a report has": lambda folder: ((folder / "tabs.csv").write_text("mine"), (folder / "datapackage.json").write_text(listing("tabs.csv"))),
    "a list as package": lambda folder: (folder / "datapackage.json").write_text("[]"),
    "null as package": lambda folder: (folder / "datapackage.json").write_text("null"),
    "a package without resources": lambda folder: (folder / "datapackage.json").write_text('{"name": "navaudit"}'),
    "a link to a folder": lambda folder: link(folder / "pictures", folder.parent / "others"),
    "a link where a part of a table was written": lambda folder: link(folder / ".tabs.csv.part", folder.parent / "victim.txt"),
    "a link where a part of the report was written": lambda folder: link(folder / ".report.md.part", folder.parent / "victim.txt"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_saving_touches_nothing_else(what, flat_rows, tmp_path):
    (tmp_path / "victim.txt").write_text("mine")
    (tmp_path / "others").mkdir()
    (tmp_path / "others/mine.svg").write_text("mine")
    folder = tmp_path / "Reports"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    HOSTILE[what](folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    report = navaudit.analyze(flat_rows[:500], MAP, store=False)
    try:
        report.save(folder)
    except NavauditError as error:
        assert "\n" not in str(error)
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert (tmp_path / "victim.txt").read_text() == "mine" and (folder / "mine.txt").read_text() == "mine"
    assert [path.read_text() for path in (tmp_path / "others").iterdir()] == ["mine"]
    assert {path.read_bytes() for path in before if path.name == "tabs.csv"} <= {b"mine"}


@pytest.mark.parametrize("name", ["--write=junit=victim.txt", "--rejected=victim.txt", "--output=victim", "--help"])
def test_names_of_logs_are_no_options(name, log, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(log)
    (tmp_path / "victim.txt").write_text("mine")
    assert navaudit.analyze(name, MAP).outcome["users"] == 40
    assert "drafted by" in navaudit.read_map(name)
    with pytest.raises(ValueError, match="is on both sides"):
        navaudit.compare(name, name, map=MAP)
    with pytest.raises(FileNotFoundError, match="-map': no such file"):
        navaudit.analyze("victim.txt", name + "-map")
    assert (tmp_path / "victim.txt").read_text() == "mine" and not (tmp_path / "victim").exists()


# The page


def test_a_notebook_shows_the_first_screen_and_the_page(flat_rows, monkeypatch):
    report = navaudit.analyze(flat_rows, MAP)
    shown = report._repr_html_()
    assert html.escape(report.verdict) in shown and html.escape(report.read_as.splitlines()[0]) in shown and "<iframe" in shown and "Navigation report" in shown
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    assert report.open() and opened[0].startswith("file:///") and opened[0].endswith("/report.html")
    monkeypatch.setattr("navaudit._report._LARGEST_PAGE", 1000)
    assert "<iframe" not in report._repr_html_()


def test_progress_counts_events(flat_rows, monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    navaudit.analyze(flat_rows, MAP, store=False, progress=True)
    assert "events" in shown.getvalue()


# Processes


def test_a_thousand_events_take_little_more_than_the_command(log, flat_rows):
    thousand = pd.DataFrame(flat_rows[:1000])
    lines = b"".join(log.splitlines(keepends=True)[:1000])

    def least(run):
        times = []
        for _ in range(5):
            # Processor time, also of the command: other work on the machine does not count.
            start = sum(os.times()[:4])
            run()
            times.append(sum(os.times()[:4]) - start)
        return min(times)

    scratch = Path(navaudit._process.temporary_folder())
    alone = least(lambda: command("analyze", "-", "--map", MAP, "--output", scratch / "Reports", "--quiet", input=lines))
    assert least(lambda: navaudit.analyze(thousand, MAP)) - alone < 0.3


def test_memory_does_not_grow_with_the_file(tmp_path):
    resource = pytest.importorskip("resource")
    assert resource
    script = """
import resource, sys
import navaudit._sources as sources
made = 0
for chunk in sources.Input(sys.argv[1]).chunks: made += len(chunk)
print(made, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1 if sys.platform == "linux" else 1024))
"""
    peaks = []
    for count in (200_000, 1_600_000):
        part = pa.table({"time": pa.array(range(200_000), pa.timestamp("s", "UTC")), "user": [f"user {number % 999}" for number in range(200_000)]})
        with pq.ParquetWriter(tmp_path / "log.parquet", part.schema) as writer:
            for _ in range(count // 200_000):
                writer.write_table(part)
        done = subprocess.run([sys.executable, "-c", script, tmp_path / "log.parquet"], capture_output=True, text=True, check=True)
        made, peak = map(int, done.stdout.split())
        assert made > count * 40
        peaks.append(peak)
    assert peaks[1] < peaks[0] + 60_000, "kilobytes"


@pytest.mark.skipif(not os.path.exists("/proc/self"), reason="finds processes in /proc")
@pytest.mark.parametrize("moment", ["reading", "reported"])
def test_a_killed_process_leaves_nothing(moment, tmp_path):
    script = f"""
import itertools, sys, time
import navaudit
def rows():
    for number in itertools.count() if {moment!r} == "reading" else range(3000):
        if number == 2000: print("reading", flush=True)
        yield {{"time": 1772000000 + number, "user": f"u{{number}}", "event": "screen_view", "screen": "Home"}}
report = navaudit.analyze(rows())
print("reported", flush=True)
time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd="/", env={**os.environ, "TMPDIR": str(tmp_path)}) as process:
        while process.stdout.readline().strip() != moment:
            assert process.poll() is None
        assert list(tmp_path.glob("navaudit-*/*"))
        process.kill()
    deadline = time.monotonic() + 600
    while (list(tmp_path.iterdir()) or running(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert list(tmp_path.iterdir()) == [] and running(tmp_path) == []


def running(folder):
    """The processes that were started for a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"TMPDIR={folder}".encode() in path.read_bytes():
                found.append((path.parent / "cmdline").read_bytes())
        except OSError:
            pass
    return found


def test_the_key_is_not_on_a_command_line(flat_rows, monkeypatch, tmp_path):
    started = []
    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda arguments, **options: started.append(arguments) or popen(arguments, **options))
    navaudit.analyze(flat_rows, MAP, key="open sesame")
    assert started and not any("sesame" in str(argument) for arguments in started for argument in arguments)


def test_the_entry_point_is_the_binary():
    entry = Path(sys.executable).with_name("navaudit")
    assert subprocess.run([entry, "--version"], capture_output=True).stdout == command("--version")
    assert subprocess.run([entry, "analyze", "--no-such-option"], capture_output=True).returncode == 64
    assert json.loads(subprocess.run([entry, "help", "schema"], capture_output=True).stdout)["title"]
