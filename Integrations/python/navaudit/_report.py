"""The files of a run, as frames and as a page."""
import contextlib
import html
import importlib.util
import json
import os
import sqlite3
import webbrowser
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from . import _process
from ._process import Folder, WrongType, WrongValue
from ._sources import _require_arrow

#: The libraries whose frames a report has.
LIBRARIES = ("pandas", "polars", "pyarrow")
# A page that is larger than this is not put into a notebook.
_LARGEST_PAGE = 4_000_000
_STORE = "navigation.sqlite"
# What is the same in all rows of a report is in its files, and in `period`.
_CONSTANT = ("app", "period_start", "period_end")
_HEADINGS = {"fix-now": "Fix now", "consider": "Consider", "note": "Good to know"}


class Tables(Mapping[str, Any]):
    """The tables of a run by name, such as `tables["tabs"]` or `tables.tabs`; each is read when it is asked for, with the types of the data package."""

    def __init__(self, folder: Folder, library: Optional[str]):
        package = json.loads((Path(folder.path) / "datapackage.json").read_text(encoding="utf-8"))
        #: The library of the frames: pandas, polars or pyarrow.
        self.library = library or next((name for name in ("pandas", "polars") if importlib.util.find_spec(name)), "pyarrow")
        # The files are there as long as somebody can ask for a table.
        self._folder = folder
        self._resources = {resource["name"]: resource for resource in package["resources"] if "schema" in resource}

    def __getitem__(self, name: str) -> Any:
        table = self._arrow(name)
        return _framed(table.drop_columns([column for column in _CONSTANT if column in table.column_names]), self.library)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._resources:
            raise AttributeError(f"there is no table `{name}`; there are {', '.join(self._resources)}" if not name.startswith("_") else name)
        return self[name]

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._resources]

    def _ipython_key_completions_(self) -> List[str]:
        return list(self._resources)

    def __iter__(self) -> Iterator[str]:
        return iter(self._resources)

    def __len__(self) -> int:
        return len(self._resources)

    def describe(self, name: str) -> Dict[str, str]:
        """What each column of a table means."""
        return {field["name"]: field.get("description", "") for field in self._resource(name)["schema"]["fields"]}

    def __repr__(self) -> str:
        return f"Tables({', '.join(self._resources)})"

    def _resource(self, name: str) -> Mapping[str, Any]:
        if name not in self._resources:
            raise KeyError(f"there is no table `{name}`; there are {', '.join(self._resources)}")
        return self._resources[name]

    def _arrow(self, name: str) -> Any:
        """A table as in its file."""
        pa, resource = _require_arrow(), self._resource(name)
        import pyarrow.csv

        types = {
            "integer": pa.int64(), "number": pa.float64(), "boolean": pa.bool_(), "date": pa.date32(), "datetime": pa.timestamp("us", "UTC"),
        }
        convert = pa.csv.ConvertOptions(
            column_types={field["name"]: types.get(field["type"], pa.string()) for field in resource["schema"]["fields"]},
            null_values=[""], strings_can_be_null=True, quoted_strings_can_be_null=False)
        path = os.path.join(self._folder.path, resource["path"])
        return pa.csv.read_csv(path, parse_options=pa.csv.ParseOptions(newlines_in_values=True), convert_options=convert)


def _framed(table: Any, library: str) -> Any:
    """An Arrow table as a frame of a library."""
    if library == "polars":
        import polars

        return polars.from_arrow(table)
    if library == "pandas":
        import pandas
        import pyarrow as pa

        return table.to_pandas(types_mapper={pa.int64(): pandas.Int64Dtype(), pa.bool_(): pandas.BooleanDtype()}.get)
    return table


def _table(name: str, meaning: str) -> Any:
    return property(lambda output: output.tables[name], doc=meaning)


class Output:
    """What a run wrote, in a temporary folder that goes with this object and its tables. `save` keeps it."""

    _page = ""

    def __init__(self, folder: Folder, outcome: Mapping[str, Any], library: Optional[str]):
        self._kept = folder
        self._folder = Path(folder.path)
        #: What the command prints with --json, in the terms of this package.
        self.outcome = outcome
        #: All tables, as frames of the source's library.
        self.tables = Tables(folder, library)

    @property
    def page(self) -> str:
        """The report as one page of HTML that works offline."""
        return (self._folder / self._page).read_text(encoding="utf-8")

    def open(self) -> bool:
        """Opens the report in the browser. The page is there as long as this object is."""
        return webbrowser.open((self._folder / self._page).as_uri())

    def save(self, folder: "str | os.PathLike[str]") -> Path:
        """Writes the report, tables and pictures into a folder, which is made if there is none, as the command would.

        Replaces files that an earlier run wrote and nobody changed. Raises NavauditError, and writes nothing, if it would replace another file.
        """
        if not isinstance(folder, (str, os.PathLike)) or folder == "":
            raise WrongType(f"save takes the path of a folder, not {'an empty text' if folder == '' else f'a {type(folder).__name__}'}")
        target = os.path.expanduser(os.fspath(folder))
        _process.run(_process.binary(), ["save", f"--output={target}", "--", str(self._folder)])
        return Path(target)

    def __repr__(self) -> str:
        return "\n".join(self._lines())

    def _repr_html_(self) -> str:
        """The first screen for a notebook, and the whole page behind it."""
        text = "".join(f"<p style='text-align:left'>{html.escape(line)}</p>" for line in self._lines())
        page = self.page
        if len(page) > _LARGEST_PAGE:
            return f"<div>{text}<p>The page is large: <code>report.open()</code> shows it.</p></div>"
        frame = f'<iframe sandbox="allow-scripts" style="width:100%;height:36rem;border:1px solid #8886" srcdoc="{html.escape(page)}"></iframe>'
        return f"<div>{text}<details><summary>The whole report</summary>{frame}</details></div>"

    def _frame(self, rows: Sequence[Tuple[Any, ...]], names: Sequence[str], times: Sequence[str] = ()) -> Any:
        """Rows as a frame. times: the columns with microseconds since 1970."""
        pa = _require_arrow()
        columns = []
        for place, name in enumerate(names):
            values = [row[place] for row in rows]
            try:
                column = pa.array(values)
            except (pa.ArrowException, OverflowError):
                column = pa.array([None if value is None else str(value) for value in values], pa.string())
            columns.append(column.cast(pa.timestamp("us", "UTC")) if name in times else column)
        return _framed(pa.table(columns, names=list(names)), self.tables.library)


class Report(Output):
    """The report on a log."""

    _page = "report.html"

    @property
    def verdict(self) -> str:
        """The report in one sentence."""
        return self.outcome.get("verdict") or self.outcome.get("not_assessed") or ""

    @property
    def read_as(self) -> str:
        """How the log was read: which column is what, with which map, in which time zone."""
        return "\n".join(self.outcome["read_as"])

    @property
    def left_out(self) -> Any:
        """The rows that no figure counts, and why."""
        found = self.outcome["left_out"]
        return self._frame([(one["rows"], one["why"]) for one in found], ["rows", "why"])

    @property
    def actions(self) -> Any:
        """What is wrong and what to do, in the order of the page, which begins with the first three that are more than a note."""
        found = self.outcome["actions"]
        rows = [(number, _HEADINGS[one["group"]], one["fact"], one["what"], "; ".join(one["facts"])) for number, one in enumerate(found, 1)]
        return self._frame(rows, ["number", "group", "fact", "what", "facts"])

    findings = _table("findings", "A row for each finding, in the order of the page.")
    summary = _table("summary", "The figures of the whole app.")
    plan = _table("plans", "The plans: which changes of the navigation save the most taps.")

    @property
    def period(self) -> Tuple[Any, Any]:
        """The times of the first and the last event."""
        row = self.tables._arrow("summary").slice(0, 1).to_pylist()[0]
        return row["period_start"], row["period_end"]

    @property
    def store(self) -> Optional[Path]:
        """The SQLite file with every session and step, for SQL. It goes with the report."""
        path = self._folder / _STORE
        return path if path.exists() else None

    def sql(self, query: str, parameters: Sequence[Any] = ()) -> Any:
        """The rows of a query on the store, as a frame, such as "SELECT screen, count(*) AS steps FROM step GROUP BY screen". The store cannot be changed."""
        return self._frame(*selected(self.store, query, parameters))

    @property
    def sessions(self) -> Any:
        """A row for each session. `user` is a pseudonym, or the user of the log with `reveal_users=True`."""
        rows, names = selected(
            self.store, "SELECT session, user, number, start_us AS start, end_us AS end, events, steps, visits, depth, tab_switches, more_items, menu_opens, menu_items, "
            "backs, platform, os_version, app_version, device, width, locale, variant FROM session_figures ORDER BY start_us, session_id")
        return self._frame(rows, names, ("start", "end"))

    @property
    def steps(self) -> Any:
        """A row for each step of each session: where it led, how, and for how many seconds. `user` is as in `sessions`."""
        rows, names = selected(
            self.store, "SELECT s.session AS session, f.user AS user, s.number AS number, s.time_us AS time, s.kind AS kind, s.section AS section, s.screen AS screen, "
            "s.item AS item, s.depth AS depth, s.dwell_us / 1e6 AS dwell_s FROM step AS s JOIN session_figures AS f ON f.session_id = s.session_id "
            "ORDER BY s.session_id, s.number")
        return self._frame(rows, names, ("time",))

    def plot(self, kind: str, ax: Any = None) -> Any:
        """A picture: "reach", "depth", "transitions" or "plan". With Matplotlib its axes, otherwise the picture of the page."""
        from ._plots import plotted

        return plotted(self, kind, ax)

    def _lines(self) -> List[str]:
        counts = ", ".join(f"{self.outcome[what]:,} {what}" for what in ("users", "sessions", "events"))
        left = sum(one["rows"] for one in self.outcome["left_out"])
        actions = [one for one in self.outcome["actions"] if one["group"] != "note"][:3]
        said = [(f"{number}.", one["fact"], one["what"], "; ".join(one["facts"]) + ".") for number, one in enumerate(actions, 1)]
        first = f"{self.outcome.get('app') or 'Report'}: {counts}." + (f" {left:,} rows are left out (report.left_out)." if left else "")
        return [line for line in (first, self.read_as, self.verdict, *([" ".join(filter(None, words)) for words in said] or self.outcome["plan"])) if line]


def selected(store: Optional[Path], query: str, parameters: Sequence[Any] = ()) -> Tuple[List[Tuple[Any, ...]], List[str]]:
    """The rows of a query on a store, which cannot be changed, and the names of their columns."""
    if store is None:
        raise WrongValue("the report has no store; analyze with store=True, and not with Spark")
    try:
        with contextlib.closing(sqlite3.connect(f"{store.as_uri()}?mode=ro", uri=True)) as database:
            # Nothing but reading: an attached file could be written.
            database.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY)
            found = database.execute(query, parameters)
            if not found.description:
                raise sqlite3.Error("it has no columns")
            return found.fetchall(), [column[0] for column in found.description]
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise WrongValue(f"the query cannot be answered ({error}); it may only read, such as SELECT * FROM step LIMIT 9") from None
    except (TypeError, ValueError) as error:
        raise WrongType(f"sql takes one query as a text, and its parameters ({error})") from None


# SELECT, reading a column, calling a function, and recursion.
_READING = (21, 20, 31, 33)


class Comparison(Output):
    """The comparison of two logs, or of groups of sessions."""

    _page = "comparison.html"

    measures = _table("compare", "Every measure on both sides, the difference, its interval and a verdict.")
    findings = _table("compare_findings", "The findings of both sides: new, gone, on both.")

    def _lines(self) -> List[str]:
        sides = [" compared with ".join(f"{one[side]['label']} ({one[side]['users']:,} users)" for side in ("after", "before")) for one in self.outcome["comparisons"]]
        return [*sides, f"Worse: {self.outcome.get('worse', 0)} measures."]
