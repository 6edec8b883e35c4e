"""The files of a run, as frames and as a page."""
import contextlib
import hashlib
import html
import json
import os
import shutil
import sqlite3
import weakref
import webbrowser
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional

from ._process import NavauditError
from ._sources import _require_arrow

# A page that is larger than this is not put into a notebook.
_LARGEST_PAGE = 4_000_000
_STORE = "navigation.sqlite"


class Tables(Mapping[str, Any]):
    """The tables of a run by name, such as `tables["tabs"]`; each is read when it is asked for, with the types of the data package."""

    def __init__(self, folder: Path, library: Optional[str]):
        package = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
        #: The library of the frames: pandas, polars or pyarrow.
        self.library = library or _installed()
        self._folder = folder
        self._resources = {resource["name"]: resource for resource in package["resources"] if "schema" in resource}

    def __getitem__(self, name: str) -> Any:
        if name not in self._resources:
            raise KeyError(f"there is no table `{name}`; there are {', '.join(self._resources)}")
        return _frame(self._folder, self._resources[name], self.library)

    def __iter__(self) -> Iterator[str]:
        return iter(self._resources)

    def __len__(self) -> int:
        return len(self._resources)

    def describe(self, name: str) -> Dict[str, str]:
        """What each column of a table means."""
        return {field["name"]: field.get("description", "") for field in self._resources[name]["schema"]["fields"]}

    def __repr__(self) -> str:
        return f"Tables({', '.join(self._resources)})"


def _frame(folder: Path, resource: Mapping[str, Any], library: str) -> Any:
    pa = _require_arrow()
    import pyarrow.csv

    types = {
        "integer": pa.int64(), "number": pa.float64(), "boolean": pa.bool_(), "date": pa.date32(), "datetime": pa.timestamp("us", "UTC"), "string": pa.string(),
    }
    convert = pa.csv.ConvertOptions(
        column_types={field["name"]: types.get(field["type"], pa.string()) for field in resource["schema"]["fields"]},
        null_values=[""], strings_can_be_null=True, quoted_strings_can_be_null=False)
    table = pa.csv.read_csv(folder / resource["path"], parse_options=pa.csv.ParseOptions(newlines_in_values=True), convert_options=convert)
    if library == "polars":
        import polars

        return polars.from_arrow(table)
    if library == "pandas":
        import pandas

        return table.to_pandas(types_mapper={pa.int64(): pandas.Int64Dtype(), pa.bool_(): pandas.BooleanDtype()}.get)
    return table


def _installed() -> str:
    """The library of frames if the source was none."""
    import importlib.util

    return next((name for name in ("pandas", "polars") if importlib.util.find_spec(name)), "pyarrow")


class Output:
    """What a run wrote, in a temporary folder that goes with this object. `save` keeps it."""

    _page = ""

    def __init__(self, folder: str, outcome: Mapping[str, Any], library: Optional[str]):
        self._folder = Path(folder)
        #: What the command prints with --json.
        self.outcome = outcome
        #: All tables, as frames of the source's library.
        self.tables = Tables(self._folder, library)
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)

    @property
    def page(self) -> str:
        """The report as one page of HTML that works offline."""
        return (self._folder / self._page).read_text(encoding="utf-8")

    def open(self) -> bool:
        """Opens the report in the browser. The page is there as long as this object is."""
        return webbrowser.open((self._folder / self._page).as_uri())

    def save(self, folder: "str | os.PathLike[str]") -> Path:
        """Copies the report, tables and pictures into a folder, which is made if there is none.

        Replaces files that an earlier run wrote and nobody changed. Raises NavauditError, and writes nothing, if it would replace another file.
        """
        target = Path(folder).expanduser()
        files = sorted(path.relative_to(self._folder) for path in self._folder.rglob("*") if path.is_file() and not path.name.startswith("."))
        try:
            ours = _written(target)
            for file in files:
                if os.path.lexists(target / file) and file.as_posix() not in ours:
                    raise NavauditError(f"navaudit: {target / file}: exists, and no run of navaudit wrote it; name another folder")
            for file in files:
                (target / file).parent.mkdir(parents=True, exist_ok=True)
                partial = (target / file).with_name(f".{file.name}.part")
                shutil.copyfile(self._folder / file, partial)
                os.replace(partial, target / file)
            for file in sorted(set(ours) - {file.as_posix() for file in files}):
                (target / file).unlink()
        except OSError as error:
            raise NavauditError(f"navaudit: {error.filename or target}: cannot be written ({error.strerror}); check the disk and the permissions") from None
        return target

    def _lines(self) -> List[str]:
        raise NotImplementedError

    def __repr__(self) -> str:
        return "\n".join(self._lines())

    def _repr_html_(self) -> str:
        """The first screen for a notebook, and the whole page behind it."""
        text = "".join(f"<p>{html.escape(line)}</p>" for line in self._lines()[:4])
        page = self.page
        if len(page) > _LARGEST_PAGE:
            return f"<div>{text}<p>The page is large: <code>report.open()</code> shows it.</p></div>"
        frame = f'<iframe sandbox="allow-scripts" style="width:100%;height:36rem;border:1px solid #8886" srcdoc="{html.escape(page)}"></iframe>'
        return f"<div>{text}{self._table()}<details><summary>The whole report</summary>{frame}</details></div>"

    def _table(self) -> str:
        return ""


def _written(folder: Path) -> Dict[str, str]:
    """The files in a folder that a run wrote and nobody changed since."""
    try:
        package = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
        if package.get("name") != "navaudit":
            return {}
    except (FileNotFoundError, ValueError):
        return {}
    found = {"datapackage.json": ""}
    for resource in package["resources"]:
        path = folder / resource["path"]
        if path.is_file() and not path.is_symlink() and resource.get("hash") == "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest():
            found[resource["path"]] = resource["hash"]
    if _is_of_analyze(folder / _STORE):
        found[_STORE] = ""
    return found


def _is_of_analyze(store: Path) -> bool:
    """Whether `navaudit analyze` made a store. One that `ingest` made holds more than a run, and is never replaced."""
    try:
        with contextlib.closing(sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True)) as database:
            return database.execute("SELECT value FROM meta WHERE key = 'maker'").fetchone() == ("analyze",)
    except sqlite3.Error:
        return False


class Report(Output):
    """The report on a log."""

    _page = "report.html"

    @property
    def verdict(self) -> str:
        """The report in one sentence."""
        return self.outcome.get("verdict") or self.outcome.get("not_assessed") or ""

    @property
    def findings(self) -> Any:
        """A row for each finding, the worst first."""
        return self.tables["findings"]

    @property
    def summary(self) -> Any:
        """The figures of the whole app."""
        return self.tables["summary"]

    @property
    def plan(self) -> Any:
        """The plans: which changes of the navigation save the most taps."""
        return self.tables["plans"]

    @property
    def store(self) -> Optional[Path]:
        """The SQLite file with every session and step, for SQL."""
        path = self._folder / _STORE
        return path if path.exists() else None

    def _lines(self) -> List[str]:
        counts = ", ".join(f"{self.outcome[what]:,} {what}" for what in ("users", "sessions", "events"))
        return [f"{self.outcome.get('app') or 'Report'}: {counts}.", self.verdict, *(f"Plan: {line}" for line in self.outcome.get("plan") or [])]

    def _table(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(finding['severity'])}</td><td style='text-align:left'>{html.escape(finding['message'])}</td>"
            f"<td><code>{html.escape(finding['rule'])}</code></td></tr>" for finding in self.outcome.get("findings", [])[:10])
        return f"<table><thead><tr><th>severity</th><th style='text-align:left'>finding</th><th>rule</th></tr></thead><tbody>{rows}</tbody></table>" if rows else ""


class Comparison(Output):
    """The comparison of two logs, or of groups of sessions."""

    _page = "comparison.html"

    @property
    def measures(self) -> Any:
        """Every measure on both sides, the difference, its interval and a verdict."""
        return self.tables["compare"]

    @property
    def findings(self) -> Any:
        """The findings of both sides: new, gone, on both."""
        return self.tables["compare_findings"]

    def _lines(self) -> List[str]:
        def side(value: Mapping[str, Any]) -> str:
            return f"{value['label']} ({value['users']:,} users)"

        compared = self.outcome["comparisons"]
        return [*(f"{side(one['after'])} next to {side(one['before'])}" for one in compared), f"Worse: {self.outcome.get('worse', 0)} measures."]
