"""What tasks do: write rows as log lines, and make states of lines. Sent to the workers with the modules that it names: they need no package."""
import contextlib
import json
import os
import shutil
import socket
import tempfile

from .._json_lines import joined_bytes, lines as json_lines, plain_text, with_nested
from .._process import NavauditError, run

#: Lines with their users and their positions in the log.
LINES = "user string, line binary, file string, block long, number long"
STATES = "state binary"

_MARK = b"\xef\xbb\xbf"


def user_of(line, path):
    """The user of a JSON line, as navaudit reads it: a text, or a number as written. None if there is none, or if the line is not JSON."""
    try:
        value = json.loads(line, parse_int=str, parse_float=str, parse_constant=_refuse)
        for name in path if not isinstance(value, dict) or ".".join(path) not in value else [".".join(path)]:
            value = value.get(name) if isinstance(value, dict) else None
        # Half of a surrogate pair is no text: that does not encode.
        return value if isinstance(value, str) and value.encode() else None
    except (ValueError, RecursionError):
        return None


def _refuse(name):
    raise ValueError(f"{name} is not JSON")


def json_lines_task(path):
    """The function of a task that finds the users of JSON lines. The lines pass as they are, whatever bytes they hold."""

    def apply(batches):
        import pyarrow as pa
        import pyarrow.compute as pc

        previous = None
        for batch in batches:
            lines, files, blocks = (batch.column(index).to_pylist() for index in range(3))
            for index, line in enumerate(lines):
                # The mark at the beginning of a file is not part of its first line.
                if line.startswith(_MARK) and blocks[index] == 0 and files[index] != (files[index - 1] if index else previous):
                    lines[index] = line[len(_MARK) :]
            previous = files[-1] if files else previous
            users = pa.array([user_of(line, path) for line in lines], pa.string())
            ended = pc.binary_join_element_wise(pa.array(lines, pa.binary()), b"\n", b"")
            yield pa.RecordBatch.from_arrays([users, ended, *batch.columns[1:]], names=["user", "line", "file", "block", "number"])

    return apply


def rows_task(path):
    """The function of a task that writes rows as JSON lines. The last three columns of a batch are the position.

    path: of the user; none if that is not known.
    """

    def apply(batches):
        import pyarrow as pa
        import pyarrow.compute as pc

        for batch in batches:
            rows = pa.RecordBatch.from_arrays(batch.columns[:-3], names=batch.schema.names[:-3])
            # `spark.read.json` makes text of lists in a field that has none in other lines.
            ready = {name: texts for name, texts in zip(rows.schema.names, map(with_nested, rows.columns)) if texts is not None}
            lines = json_lines(rows, ready).cast(pa.large_binary()).cast(pa.binary())
            user = rows.column(path[0]) if path else pa.nulls(len(lines), pa.string())
            users = plain_text(pc.struct_field(user, path[1:]) if path and path[1:] else user)
            yield pa.RecordBatch.from_arrays([users, lines, *batch.columns[-3:]], names=["user", "line", "file", "block", "number"])

    return apply


def bucket_task(binary, arguments, files, buckets, key):
    """The function of a task that surveys or maps the lines of one bucket.

    files: names and contents of files that arguments name. key: the passphrase, or none.
    """

    def apply(batches):
        from pyspark import TaskContext

        bucket = f"{TaskContext.get().partitionId()}/{buckets}"
        lines = (joined_bytes(batch.column(0)) for batch in batches)
        yield _state(binary, [arguments[0], f"--bucket={bucket}", *arguments[1:]], lines, files, f"bucket {bucket}", key)

    return apply


def merge_task(binary):
    """The function of a task that merges the states of its partition into one."""

    def apply(batches):
        states = [state for batch in batches for state in batch.column(0).to_pylist()]
        if states:
            yield _state(binary, ["reduce", "--", "-"], states, {}, "states", None)

    return apply


def _state(binary, arguments, chunks, files, what, key):
    """A row with the state that navaudit makes of its input."""
    import pyarrow as pa
    from pyspark import TaskContext

    arguments = [arguments[0], f"--workers={TaskContext.get().cpus()}", "--quiet", "--output=-", *arguments[1:]]
    try:
        with scratch_folder(files) as folder:
            state = run(_program(binary), arguments, chunks, scratch=folder, cwd=folder, key=key).stdout
    except NavauditError as error:
        raise type(error)(f"{error} ({what} on {socket.gethostname()})") from None
    return pa.RecordBatch.from_arrays([pa.array([state], pa.binary())], names=["state"])


@contextlib.contextmanager
def scratch_folder(files):
    """A folder on the disk that Spark uses for its own temporary files."""
    disk = os.environ.get("SPARK_LOCAL_DIRS", tempfile.gettempdir()).split(",")[0]
    try:
        folder = tempfile.mkdtemp(prefix="navaudit-", dir=disk)
        for name, contents in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(contents)
    except OSError as error:
        raise NavauditError(f"{disk}: cannot be written ({error.strerror}); free some space, or change spark.local.dir") from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _program(binary):
    """The path of navaudit on this worker: a path that all have, or what was sent."""
    if not binary.startswith("sent:"):
        return shutil.which(binary) or binary
    from pyspark import SparkFiles

    return os.path.join(SparkFiles.get(binary[len("sent:") :]), "navaudit")
