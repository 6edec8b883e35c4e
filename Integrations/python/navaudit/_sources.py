"""What can be analyzed, as log lines: frames, Arrow, Parquet, rows. Paths of other logs are navaudit's own business."""
import collections
import contextlib
import datetime
import decimal
import importlib.util
import itertools
import json
import math
import os
import sys
import urllib.parse
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._process import NavauditError, NoFile, WrongType, WrongValue, first_line

Source = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]], Iterable[Mapping[str, Any]], Any]

_ROWS = 32_768
_FIRST_ROWS = 1_000
_MANY_NAMES = 20
_FIELDS = ("time", "user", "event", "screen", "target")
_PARQUET = (".parquet", ".pq")
_ARROW = (".arrow", ".feather", ".ipc")


class Input:
    """paths: logs that navaudit reads. Otherwise chunks: the bytes of JSON lines, made as they are read. library: that of the frame."""

    def __init__(self, source: Source, progress: Optional[bool] = None, columns: Optional[Mapping[str, str]] = None):
        self.paths: List[str] = []
        self.library: Optional[str] = None
        self.chunks: Optional[Iterator[bytes]] = None
        if _is_path(source) or (isinstance(source, (list, tuple)) and source and all(map(_is_path, source))):
            paths = [existing(path, "source") for path in ([source] if _is_path(source) else source)]
            files = [file for path in paths for file in _columnar(path)]
            if files and any(not _columnar(path) for path in paths):
                raise WrongValue("Parquet or Arrow files and other logs cannot be read together; analyze them separately")
            if not files:
                self.paths = paths
                return
            total = sum(_rows_of(file) for file in files) if all(file.path.endswith(_PARQUET) for file in files) else None
            # Other files may have other columns.
            self._take(itertools.chain.from_iterable(map(_file_batches, files)), total, progress, columns if len(files) == 1 else None)
            return
        kind = type(source)
        library = kind.__module__.split(".")[0]
        total = len(source) if hasattr(kind, "__len__") else None
        if library == "pandas" and hasattr(source, "iloc"):
            self._take(_pandas_batches(source), total, progress, columns)
        elif library == "polars" or library == "pyarrow" or hasattr(kind, "__arrow_c_stream__"):
            self._take(_arrow_batches(source), total, progress, columns)
        elif isinstance(source, Iterable) and not isinstance(source, (str, bytes, Mapping)) and not hasattr(source, "ngroups"):
            first, rows = _peeked(source, _FIRST_ROWS)
            # What later rows have, nobody knows.
            if len(first) < _FIRST_ROWS:
                _expect_columns(columns, list(dict.fromkeys(str(name) for row in first if isinstance(row, Mapping) for name in row)))
            self.chunks = _row_chunks(_counted(rows, total, progress))
        else:
            raise WrongType(f"cannot read a {kind.__name__}; pass a path, a pandas or Polars frame, Arrow data, or an iterable of dictionaries")
        self.library = library if library in ("pandas", "polars", "pyarrow") else None

    def _take(self, batches: Iterator[Any], total: Optional[int], progress: Optional[bool], columns: Optional[Mapping[str, str]]) -> None:
        _require_arrow()
        from ._json_lines import encode

        first, batches = _peeked(batches, 1)
        for batch in first:
            _expect_columns(columns, batch.schema.names)
        parts = (batch.slice(start, _ROWS) for batch in batches for start in range(0, batch.num_rows, _ROWS))
        self.chunks = _side_by_side(encode, _counted(parts, total, progress))


def _expect_columns(columns: Optional[Mapping[str, str]], names: Sequence[str]) -> None:
    for field, path in (columns or {}).items():
        if names and path and "|" not in path and path not in names and path.split(".")[0] not in names:
            shown = ", ".join(names[:_MANY_NAMES]) + (", …" if len(names) > _MANY_NAMES else "")
            turned = f"; write {{{path!r}: {field!r}}}" if path in _FIELDS and field in names else ""
            raise WrongValue(f"no column `{path}`, which columns= gives for {field}{turned}; there are {shown}")


def _peeked(items: Iterable[Any], count: int) -> Tuple[List[Any], Iterator[Any]]:
    """The first items, and all of them."""
    rest = iter(items)
    first = list(itertools.islice(rest, count))
    return first, itertools.chain(first, rest)


def _is_path(source: Any) -> bool:
    return isinstance(source, (str, os.PathLike))


def existing(path: Any, name: str) -> Any:
    """The path of a file or folder that is there; None stays None. name: the argument that names it."""
    if path is not None and not _is_path(path):
        raise WrongType(f"{name}= takes a path{' or the text of an app map' if name == 'map' else ''}, not a {type(path).__name__}")
    path = path and os.path.expanduser(os.fspath(path))
    if path is not None and not os.path.exists(path):
        raise NoFile(f"{path!r:.200}: no such file or folder")
    return path


def _require_arrow() -> Any:
    try:
        import pyarrow

        return pyarrow
    except ImportError:
        raise NavauditError("frames, Arrow and Parquet need PyArrow; pip install 'navaudit[frames]'") from None


def _counted(items: Iterable[Any], total: Optional[int], progress: Optional[bool]) -> Iterable[Any]:
    """The items, shown by tqdm if it is installed and somebody looks."""
    if progress is None:
        # Without widgets, a notebook keeps what a bar leaves behind.
        is_notebook = "ipykernel" in sys.modules and importlib.util.find_spec("ipywidgets") is not None
        progress = is_notebook or sys.stderr is not None and sys.stderr.isatty()
    if not progress:
        return items
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return items

    def shown() -> Iterator[Any]:
        with tqdm(total=total, unit=" events", unit_scale=True, leave=False) as bar:
            for item in items:
                yield item
                bar.update(getattr(item, "num_rows", 1))

    return shown()


def _side_by_side(encode: Callable[[Any], bytes], batches: Iterable[Any]) -> Iterator[bytes]:
    """Batches are encoded by a few threads, in order; only a few are in memory at a time."""
    workers = min(4, os.cpu_count() or 1)
    pending: "collections.deque[Any]" = collections.deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for batch in batches:
                pending.append(pool.submit(encode, batch))
                if len(pending) > workers:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for waiting in pending:
                waiting.cancel()


# Frames and Arrow


def _pandas_batches(frame: Any) -> Iterator[Any]:
    pa = _require_arrow()
    if frame.ndim == 1:
        frame = frame.to_frame()
    names = [name for name in frame.index.names if name is not None]
    if names:
        frame = frame.reset_index(level=names)
    _expect_unique([str(name) for name in frame.columns])
    for start in range(0, len(frame), _ROWS):
        rows = frame.iloc[start : start + _ROWS]
        columns = []
        for number, name in enumerate(frame.columns):
            values = rows.iloc[:, number]
            try:
                column = pa.array(values, from_pandas=True)
                # Some may have a zone: that of each counts.
                is_mixed = values.dtype == object and pa.types.is_timestamp(column.type)
                columns.append(pa.array([_plain(value) for value in values]) if is_mixed else column)
            except (pa.ArrowException, TypeError, ValueError, OverflowError):
                kinds = sorted({type(value).__name__ for value in values.dropna()})
                raise WrongType(
                    f"column `{name}`: holds values of type {', '.join(kinds)}, which are no column of one type; convert it, such as with "
                    f"frame[{name!r}].astype(str)") from None
        yield from pa.table(columns, names=[str(name) for name in frame.columns]).to_batches()


def _arrow_batches(source: Any) -> Iterator[Any]:
    pa = _require_arrow()
    try:
        if type(source).__name__ in ("LazyFrame", "Series"):
            source = source.collect() if hasattr(source, "collect") else source.to_frame()
        if hasattr(source, "to_arrow"):
            source = source.to_arrow()
        if isinstance(source, pa.RecordBatch):
            source = pa.Table.from_batches([source])
        if hasattr(source, "scanner"):
            # A dataset.
            source = source.scanner(batch_size=_ROWS, batch_readahead=2, fragment_readahead=1)
        if hasattr(source, "to_reader"):
            source = source.to_reader()
        if not hasattr(source, "__arrow_c_stream__"):
            raise WrongType(f"cannot read a {type(source).__name__}; pass a table, a record batch, a reader or a dataset")
        batches = source if isinstance(source, pa.RecordBatchReader) else pa.RecordBatchReader.from_stream(source)
        _expect_unique(batches.schema.names)
        yield from batches
    except Exception as error:  # noqa: BLE001 - each library has its own
        # What a reader's rows raise is theirs.
        if isinstance(error, NavauditError) or isinstance(source, pa.RecordBatchReader) and not isinstance(error, pa.ArrowException):
            raise
        raise WrongValue(f"the rows cannot be read ({first_line(error)})") from None


def _expect_unique(names: Sequence[str]) -> None:
    for name, count in collections.Counter(names).items():
        if count > 1:
            raise WrongValue(f"{count} columns are called `{name}`; rename all but one")


# Files


class _File(NamedTuple):
    path: str
    #: What the names of its folders say (day=2026-03-01).
    partition: Mapping[str, Optional[str]]


def _columnar(path: str) -> List[_File]:
    """The Parquet and Arrow files that a path names, in the order of their names; none if it is another log."""
    if not os.path.isdir(path):
        return [_File(path, {})] if path.lower().endswith(_PARQUET + _ARROW) else []
    found = []
    for folder, folders, files in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        parts = [part.split("=", 1) for part in Path(folder).relative_to(path).parts if "=" in part]
        partition = {name: None if value == "__HIVE_DEFAULT_PARTITION__" else urllib.parse.unquote(value) for name, value in parts}
        found.extend(
            _File(os.path.join(folder, name), partition)
            for name in files if name.lower().endswith(_PARQUET + _ARROW) and not name.startswith((".", "_")))
    return sorted(found, key=lambda file: file.path)


def _rows_of(file: _File) -> int:
    import pyarrow.parquet as pq

    with reading(file.path):
        return pq.read_metadata(file.path).num_rows


@contextlib.contextmanager
def reading(path: str) -> Iterator[None]:
    """Errors of reading a file in one line."""
    pa = _require_arrow()
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        raise WrongValue(f"{path}: cannot be read ({first_line(error)})") from None


def _file_batches(file: _File) -> Iterator[Any]:
    pa = _require_arrow()
    with reading(file.path):
        for batch in _parquet(file.path) if file.path.lower().endswith(_PARQUET) else _arrow_file(file.path):
            _expect_unique(batch.schema.names)
            columns, names = list(batch.columns), list(batch.schema.names)
            for name, value in file.partition.items():
                if name not in names:
                    columns.append(pa.array([value] * batch.num_rows, pa.string()))
                    names.append(name)
            yield pa.record_batch(columns, names=names)


def _parquet(path: str) -> Iterator[Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pq.read_schema(path)
    texts = [field.name for field in schema if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)]
    with pq.ParquetFile(path, read_dictionary=texts, buffer_size=1 << 20) as file:
        yield from file.iter_batches(_ROWS)


def _arrow_file(path: str) -> Iterator[Any]:
    import pyarrow as pa

    with pa.memory_map(path) as file:
        is_file = file.read(6) == b"ARROW1"
        file.seek(0)
        reader = pa.ipc.open_file(file) if is_file else pa.ipc.open_stream(file)
        yield from map(reader.get_batch, range(reader.num_record_batches)) if is_file else reader


# Rows


def _row_chunks(rows: Iterable[Any]) -> Iterator[bytes]:
    lines = bytearray()
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            raise WrongType(f"row {number}: is a {type(row).__name__}, not a dictionary")
        try:
            lines += json.dumps(_plain(dict(row)), ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
        except (TypeError, ValueError, RecursionError) as error:
            raise WrongValue(f"row {number}: cannot be written as JSON ({error}); leave the value out, or convert it to text") from None
        if len(lines) > 1 << 20:
            yield bytes(lines)
            lines.clear()
    yield bytes(lines)


def _plain(value: Any) -> Any:
    """A value as JSON knows it: times as RFC 3339, numbers that JSON does not have as null; no fields that are None."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        plain = {str(name): _plain(item) for name, item in value.items()}
        return {name: item for name, item in plain.items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, datetime.datetime):
        if value != value:  # pandas' NaT
            return None
        return value.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z") if value.tzinfo else value.isoformat()
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, decimal.Decimal):
        return float(value) if value.is_finite() else None
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, bytes):
        return value.decode()
    if hasattr(value, "tolist"):  # NumPy
        return _plain(value.tolist())
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    raise TypeError(f"a value of type {type(value).__name__}")
