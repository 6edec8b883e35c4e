"""The commands of navaudit as functions."""
import datetime
import json
import os
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _process
from ._process import Folder, WrongType, WrongValue, binary, in_python
from ._report import LIBRARIES, Comparison, Report, selected
from ._sources import Input, Source, existing

Words = Union[str, Sequence[str]]
Day = Union[str, datetime.date, None]
Gap = Union[str, float, datetime.timedelta, None]
Zone = Union[str, datetime.tzinfo, None]
Map = Union[str, "os.PathLike[str]", None]

_MAP = "SELECT value FROM meta WHERE key = 'app_map'"


def analyze(
    source: Source, map: Map = None, *, columns: Optional[Mapping[str, str]] = None, format: Optional[str] = None, key: Optional[str] = None,
    reveal_users: bool = False, max_rejected: Union[str, float, None] = None, allow: Words = (), gap: Gap = None,
    infer: bool = False, time_zone: Zone = None, start: Day = None, end: Day = None, minimum_group: Optional[int] = None, select: Words = (), ignore: Words = (), baseline: Map = None, sessions: bool = False,
    store: bool = True, memory: Optional[str] = None, workers: Optional[int] = None, options: Sequence[str] = (), frames: Optional[str] = None,
    progress: Optional[bool] = None,
) -> Report:
    """Finds what is wrong with an app's navigation, from its event log.

    source: paths of logs, Parquet or Arrow files, or folders of them; a pandas or Polars frame; anything with Arrow's stream interface;
        or an iterable of dictionaries. Rows have the columns of a log: see `navaudit help formats`. Others are found, and `read_as` says how.
    map: the app map, as a path, or as text, such as that of `read_map`.
    columns: the columns of native fields, such as {"user": "account_id", "time": "at"}.
    key: the passphrase of pseudonyms.
    reveal_users: name users as the log does, as text, so that `steps` and `sessions` can be joined with it by `user`:
        report.sessions.merge(frame.astype({"account_id": str}), left_on="user", right_on="account_id")
    time_zone: the zone of days, and of times without one.
    start, end: judge only sessions that start within these days.
    store: also make the SQLite store, for `sql`, `steps` and `sessions`; without it a run takes 20% to 40% less time.
    frames: the library of the tables: pandas, polars or pyarrow. Default: that of the source, or the first one that is installed.
    progress: show progress with tqdm. Default: if it is installed and this is a notebook or a terminal.
    options: more arguments of `navaudit analyze`. The others are as its options of the same names.

    Raises NavauditError where navaudit refuses, in one line. It is a ValueError, TypeError or FileNotFoundError too if what is given is wrong.
    """
    arguments = _options(
        columns=_columns(columns), format=format, reveal_users=reveal_users, max_rejected=max_rejected, allow=allow, gap=gap,
        infer=infer, time_zone=time_zone, from_=start, to=end, minimum_group=minimum_group, select=select, ignore=ignore,
        baseline=existing(baseline, "baseline"), sessions=sessions, no_store=store if not isinstance(store, bool) else not store, memory=memory, workers=workers)
    is_here = bool(options) or baseline is not None
    return _reported(Report, "analyze", Input(source, progress, columns), map, _with(arguments, options), key, frames, is_here)


def compare(
    before: Any, after: Any = None, *, labels: Tuple[str, str] = ("before", "after"), by: Optional[str] = None, reference: Optional[str] = None,
    map: Map = None, columns: Optional[Mapping[str, str]] = None, split: Optional[str] = None,
    allow: Words = (), key: Optional[str] = None, gap: Gap = None, infer: bool = False,
    time_zone: Zone = None, minimum_group: Optional[int] = None, select: Words = (), ignore: Words = (), options: Sequence[str] = (),
    frames: Optional[str] = None, progress: Optional[bool] = None,
) -> Comparison:
    """Compares two logs, or the groups of sessions of one.

    before, after: whatever `analyze` takes, its reports, or stores. Reports must have been made with the same key.
    labels: what the two sides are called.
    by: the dimension that tells the groups apart, such as variant or app_version. reference: the value that others are compared with.
    options: more arguments of `navaudit compare`, such as ["--before", "date=..2026-03-14", "--after", "date=2026-03-15.."].

    Raises NavauditError where the sides cannot be compared, with the reason.
    """
    arguments = _with(
        _options(
            by=by, reference=reference, columns=_columns(columns), split=split, allow=allow, gap=gap, infer=infer, time_zone=time_zone, minimum_group=minimum_group, select=select,
            ignore=ignore),
        options)
    if after is None:
        if by is None and not options:
            raise WrongValue("compare takes two sides, or one and the dimension of its groups, such as by='variant'")
        return _reported(Comparison, "compare", _side(before, progress, columns), map, arguments, key, frames, bool(options))
    if not isinstance(labels, (list, tuple)) or len(labels) != 2 or labels[0] == labels[1] or not all(isinstance(label, str) and label and label.isprintable() for label in labels):
        raise WrongValue(f"labels= takes two different texts, such as ('March', 'April'), not {labels!r}")
    with Folder() as folder:
        sides = [_side(side, progress, columns) for side in (before, after)]
        # A map that is drafted for one side is that of both.
        known = map or next((text for one in (before, after) if isinstance(one, Report) for text in selected(one.store, _MAP)[0]), [None])[0]
        for name, side in zip(("before", "after"), sides):
            if side.chunks is None:
                continue
            # Two logs cannot come through one pipe: each becomes a store first.
            key = key if key is not None else os.urandom(16).hex()
            side.paths = [os.path.join(folder, name + ".sqlite")]
            read = _options(map=_map(known, folder), columns=_columns(columns), gap=gap, infer=infer, time_zone=time_zone, store=side.paths[0])
            _process.run(binary(), ["ingest", *read, "--quiet", "--", "-"], side.chunks, scratch=folder, key=key)
            known = known or next(iter(selected(Path(side.paths[0]), _MAP)[0]), [None])[0]
        both = Input([path for side in sides for path in side.paths])
        both.library = next((side.library for side in sides if side.library), None)
        arguments += [f"--label={label}" for label in labels]
        return _reported(Comparison, "compare", both, map, arguments, key, frames, bool(options), folder)


def read_map(source: Source, map: Map = None, *, columns: Optional[Mapping[str, str]] = None, format: Optional[str] = None,
             progress: Optional[bool] = None) -> str:
    """A draft of the app map of a log, as YAML to review, edit and pass to `analyze`: columns, events, names with ids, and the structure of the app.

    map: an app map whose columns, events and names are used to read the log.
    """
    with Folder() as folder:
        arguments = ["init", *_options(columns=_columns(columns), format=format, map=_map(map, folder)), "--output=-", "--quiet", "--"]
        given = Input(source, progress, columns)
        return _process.run(binary(), [*arguments, *(given.paths or ["-"])], given.chunks, scratch=folder).stdout.decode().replace("# Read as ndjson: standard input\n", "# Read as rows\n", 1)


def _side(source: Any, progress: Optional[bool], columns: Optional[Mapping[str, str]]) -> Input:
    is_report = isinstance(source, Report)
    if is_report and source.store is None:
        raise WrongValue("the report has no store to compare; analyze with store=True")
    given = Input(str(source.store) if is_report else source, progress, columns)
    if len(given.paths) > 1:
        raise WrongValue("a side of a comparison is one path; put the logs into a folder")
    given.library = source.tables.library if is_report else given.library
    return given


def _reported(
    kind: type, command: str, given: Input, app_map: Any, arguments: Sequence[str], key: Optional[str], frames: Optional[str], is_here: bool,
    files: Optional[str] = None,
) -> Any:
    """Runs a command that writes a folder of reports. is_here: whether arguments may name files from here. files: a folder of temporary files."""
    if frames is not None and frames not in LIBRARIES:
        raise WrongValue(f"frames= takes {', '.join(LIBRARIES)}, not {frames!r}")
    folder = Folder()
    with Folder() as scratch:
        scratch = files or scratch
        path = _map(app_map, scratch)
        words = [command, *_options(map=path), *arguments, f"--output={folder.path}", "--json", "--quiet", "--", *(given.paths or ["-"])]
        # A report names no temporary path: the command runs in that folder.
        cwd = None if is_here or not all(map(os.path.isabs, filter(None, (path, *given.paths)))) else scratch
        words = [word.replace(scratch + os.sep, "") if cwd else word for word in words]
        done = _process.run(binary(), words, given.chunks, scratch=scratch, cwd=cwd, key=key, accept=(0, 1))
    return kind(folder, _outcome(done, given.chunks is not None), frames or given.library)


def _outcome(done: Any, has_rows: bool) -> Dict[str, Any]:
    """What a command printed with --json, in the terms of this package."""
    try:
        outcome = json.loads(done.stdout)
    except ValueError:
        raise WrongValue("options= keeps navaudit from writing a report") from None
    said = {name: [in_python(line, has_rows) for line in outcome.get(name) or []] for name in ("read_as", "plan")}
    return {**outcome, **said, "verdict": in_python(outcome.get("verdict") or "")}


def _map(map: Any, folder: str) -> Optional[str]:
    """The path of an app map; a text of several lines becomes a file."""
    if isinstance(map, str) and "\n" in map:
        path = Path(folder, "navaudit.yml")
        path.write_text(map, encoding="utf-8")
        return str(path)
    return existing(map, "map")


def _columns(columns: Optional[Mapping[str, str]]) -> Optional[str]:
    if columns is not None and not (isinstance(columns, Mapping) and all(isinstance(text, str) for pair in columns.items() for text in pair)):
        raise WrongType("columns= takes a dictionary of fields and columns, such as {'user': 'account_id'}")
    return ",".join(f"{field}={column}" for field, column in columns.items()) if columns else None


def _options(**values: Any) -> List[str]:
    """The options of a command line, each in one word: a value is never taken for an option."""
    words: List[str] = []
    for name, value in values.items():
        name, is_flag = name.rstrip("_"), name in ("reveal_users", "infer", "sessions", "no_store")
        option = "--" + name.replace("_", "-")
        if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
            value = ",".join(value) or None
        elif isinstance(value, datetime.date):
            value = value.isoformat()[:10]
        elif isinstance(value, datetime.timedelta):
            value = f"{value.total_seconds():.0f}s"
        elif isinstance(value, (datetime.tzinfo, os.PathLike)):
            value = str(value)
        if value is not None and (not isinstance(value, (str, int, float)) or isinstance(value, bool) != is_flag):
            name = {"from": "start", "to": "end", "no_store": "store"}.get(name, name)
            raise WrongType(f"{name}= takes {'True or False' if is_flag else 'a text or a number'}, not {value!r}")
        if value is not None and value is not False:
            words.append(option if is_flag else f"{option}={value}")
    return words


def _with(arguments: List[str], options: Sequence[str]) -> List[str]:
    """The arguments of a call, and those in `options`."""
    if not isinstance(options, (list, tuple)) or not all(isinstance(option, str) for option in options):
        raise WrongType("options= takes a list of arguments, each of them a text")
    for option in options:
        name = option.split("=")[0]
        if name == "--output" or option.startswith("-o"):
            raise WrongValue("options= names no folder; save() writes one")
        if name.startswith("--") and any(word.split("=")[0] == name for word in arguments):
            raise WrongValue(f"{name[2:].replace('-', '_')} is given twice: as an argument, and in options=")
    return [*arguments, *options]
