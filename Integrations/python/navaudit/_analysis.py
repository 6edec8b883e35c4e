"""The commands of navaudit as functions."""
import os
import json
import shutil
from pathlib import Path
from typing import Any, List, Mapping, Optional, Sequence, Union

from . import _process
from ._process import NavauditError
from ._report import Comparison, Output, Report
from ._sources import Input, Source

Words = Union[str, Sequence[str]]


def binary() -> str:
    """The path of the navaudit binary in this package."""
    path = Path(__file__).parent / "bin" / "navaudit"
    if not path.exists():
        raise NavauditError(f"navaudit: {path}: there is no binary in this installation; install a wheel of navaudit for this platform")
    return str(path)


def analyze(
    source: Source, map: Union[str, "os.PathLike[str]", None] = None, *, columns: Optional[Mapping[str, str]] = None, format: Optional[str] = None,
    key: Optional[str] = None, reveal_users: bool = False, max_rejected: Union[str, float, None] = None, allow: Words = (), gap: Union[str, float, None] = None,
    infer: bool = False, time_zone: Optional[str] = None, start: Optional[str] = None,
    end: Optional[str] = None, minimum_group: Optional[int] = None, select: Words = (), ignore: Words = (),
    baseline: Optional["os.PathLike[str] | str"] = None, sessions: bool = False, store: bool = True, memory: Optional[str] = None,
    workers: Optional[int] = None, options: Sequence[str] = (), frames: Optional[str] = None, progress: Optional[bool] = None,
) -> Report:
    """Finds what is wrong with an app's navigation, from its event log.

    source: paths of logs, Parquet or Arrow files, or folders of them; a pandas or Polars frame; anything with Arrow's stream interface;
        or an iterable of dictionaries. Rows have the columns of a log: see `navaudit help formats`.
    map: the app map, as a path, or as text, such as that of `read_map`.
    columns: the columns of native fields, such as {"user": "account_id", "time": "at"}.
    key: the passphrase of pseudonyms.
    start, end: judge only sessions that start within these days (--from, --to).
    store: also make the SQLite store, for SQL; without it a run takes 20% to 40% less time.
    frames: the library of the tables: pandas, polars or pyarrow. Default: that of the source, or the first one that is installed.
    progress: show progress with tqdm. Default: if it is installed and this is a notebook or a terminal.
    options: more arguments of `navaudit analyze`. The others are as its options of the same names.

    Raises NavauditError where navaudit refuses, with its own line.
    """
    given = Input(source, progress)
    arguments = _options(
        columns=_columns(columns), format=format, reveal_users=reveal_users, max_rejected=max_rejected, allow=allow, gap=gap,
        infer=infer, time_zone=time_zone, from_=start, to=end, minimum_group=minimum_group, select=select, ignore=ignore, baseline=baseline,
        sessions=sessions, no_store=not store, memory=memory, workers=workers)
    return _reported(Report, "analyze", given, map, [*arguments, *options], key, frames)


def compare(
    before: Any, after: Any = None, *, by: Optional[str] = None, reference: Optional[str] = None, map: Union[str, "os.PathLike[str]", None] = None,
    split: Optional[str] = None, allow: Words = (),
    key: Optional[str] = None, gap: Union[str, float, None] = None, infer: bool = False,
    time_zone: Optional[str] = None, minimum_group: Optional[int] = None, select: Words = (), ignore: Words = (), options: Sequence[str] = (),
    frames: Optional[str] = None, progress: Optional[bool] = None,
) -> Comparison:
    """Compares two logs, or the groups of sessions of one.

    before, after: whatever `analyze` takes, its reports, or stores. Reports must have been made with the same key.
    by: the dimension that tells the groups apart, such as variant or app_version. reference: the value that others are compared with.
    options: more arguments of `navaudit compare`, such as ["--before", "date=..2026-03-14", "--after", "date=2026-03-15.."].

    Raises NavauditError where the sides cannot be compared, with the reason.
    """
    arguments = [
        *_options(
            by=by, reference=reference, split=split, allow=allow, gap=gap,
            infer=infer, time_zone=time_zone, minimum_group=minimum_group, select=select, ignore=ignore),
        *options,
    ]
    if after is None:
        given = _side(before, progress)
        return _reported(Comparison, "compare", given, map, arguments, key, frames)
    with _Folder() as folder:
        sides = [_side(side, progress) for side in (before, after)]
        paths: List[str] = []
        if any(side.chunks is not None for side in sides):
            # Two logs cannot come through one pipe: each becomes a store first.
            key = key if key is not None else os.urandom(16).hex()
        for name, side in zip(("before", "after"), sides):
            if side.chunks is None:
                paths.extend(side.paths)
                continue
            os.symlink("/dev/stdin", os.path.join(folder, name))
            chosen = _map(map, folder)
            ingested = ["ingest", os.path.join(folder, name), "--store", os.path.join(folder, name + ".sqlite"), *_options(map=chosen, gap=gap, infer=infer), "--quiet"]
            _process.run(binary(), ingested, side.chunks, scratch=folder, key=key)
            paths.append(os.path.join(folder, name + ".sqlite"))
        both = Input("")
        both.paths, both.library = paths, next((side.library for side in sides if side.library), None)
        return _reported(Comparison, "compare", both, map, arguments, key, frames)


def read_map(source: Source, map: Union[str, "os.PathLike[str]", None] = None, *, columns: Optional[Mapping[str, str]] = None, format: Optional[str] = None,
             progress: Optional[bool] = None) -> str:
    """A draft of the app map of a log, as YAML to review, edit and pass to `analyze`: events, names with ids, and the structure of the app.

    map: an app map whose columns, events and names are used to read the log.
    """
    given = Input(source, progress)
    with _Folder() as folder:
        arguments = ["init", *(given.paths or ["-"]), *_options(columns=_columns(columns), format=format, map=_map(map, folder)), "--output", "-", "--quiet"]
        return _process.run(binary(), arguments, given.chunks, scratch=folder).stdout.decode()


class _Folder:
    """A temporary folder for a run."""

    def __enter__(self) -> str:
        self.path = _process.temporary_folder()
        return self.path

    def __exit__(self, *_: Any) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


def _side(source: Any, progress: Optional[bool]) -> Input:
    if not isinstance(source, Report):
        return Input(source, progress)
    if source.store is None:
        raise NavauditError("navaudit: the report has no store to compare; analyze with store=True")
    given = Input(str(source.store))
    given.library = source.tables.library
    return given


def _reported(kind: type, command: str, given: Input, map: Any, arguments: Sequence[str], key: Optional[str], frames: Optional[str]) -> Any:
    """Runs a command that writes a folder of reports."""
    if frames not in (None, "pandas", "polars", "pyarrow"):
        raise NavauditError(f"navaudit: frames takes pandas, polars or pyarrow, not `{frames}`")
    scratch, folder = _process.temporary_folder(), None
    try:
        folder = _process.temporary_folder()
        chosen = _map(map, scratch)
        output = ["--output", folder, "--json", "--quiet"]
        done = _process.run(
            binary(), [command, *(given.paths or ["-"]), *_options(map=chosen), *arguments, *output], given.chunks, scratch=scratch, key=key, accept=(0, 1))
        return kind(folder, json.loads(done.stdout), frames or given.library)
    except BaseException:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _map(map: Any, folder: str) -> Optional[str]:
    """The path of an app map; a text of several lines becomes a file."""
    if map is None:
        return None
    if isinstance(map, str) and "\n" in map:
        path = os.path.join(folder, "navaudit.yml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(map)
        return path
    return os.path.expanduser(os.fspath(map))


def _columns(columns: Optional[Mapping[str, str]]) -> Optional[str]:
    return ",".join(f"{field}={column}" for field, column in columns.items()) if columns else None


def _options(**values: Any) -> List[str]:
    """The options of a command line. A number of seconds or a share is as the command takes it."""
    words: List[str] = []
    for name, value in values.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False and value != () and value != []:
            words += [option, value if isinstance(value, str) else ",".join(value) if isinstance(value, (list, tuple)) else str(value)]
    return words
