"""navaudit as a process of a task: lines go in at one end, a state comes out at the other. No user's events need to fit into Python's memory."""
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading


class NavauditError(RuntimeError):
    """navaudit refused to work; the message is its own."""


def message(errors, status):
    """The last line that navaudit wrote to standard error, or how it ended."""
    lines = [line for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
    if status < 0:
        return f"navaudit was killed ({signal.Signals(-status).name}); if memory is short, lower memory= or give executors more overhead memory"
    return lines[-1] if lines else f"navaudit ended with status {status}"


def run(program, arguments, chunks, folder):
    """Runs navaudit with its files and temporary files in a folder, and writes chunks of bytes to its standard input.

    Returns what it wrote to standard output, which is read side by side with standard error. Raises NavauditError where it fails.
    """
    environment = {**os.environ, "NO_COLOR": "1", "TMPDIR": folder}
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen([program, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder, env=environment)
    except OSError as error:
        raise NavauditError(f"navaudit: {program}: cannot be started ({error.strerror}); install it there, or name another binary") from None
    outputs = {}

    def drain(name, pipe):
        outputs[name] = pipe.read()

    readers = [threading.Thread(target=drain, args=pipe, daemon=True) for pipe in [("output", process.stdout), ("errors", process.stderr)]]
    for reader in readers:
        reader.start()
    try:
        # navaudit may end before it has read everything, and says why.
        with contextlib.suppress(BrokenPipeError), process.stdin:
            for chunk in chunks:
                process.stdin.write(chunk)
        for reader in readers:
            reader.join()
        status = process.wait()
    except BaseException:
        # The rows could not be read: a part of a bucket must not become a state.
        process.kill()
        process.wait()
        raise
    if status != 0:
        raise NavauditError(message(outputs["errors"], status))
    return outputs["output"]


def bucket_task(binary, arguments, files, buckets):
    """The function of a task that surveys or maps the lines of one bucket.

    files: names and contents of files that arguments name.
    """

    def apply(batches):
        from pyspark import TaskContext

        bucket = f"{TaskContext.get().partitionId()}/{buckets}"
        lines = ("".join(line + "\n" for line in batch.column(0).to_pylist()).encode() for batch in batches)
        yield _state(binary, [*arguments, "--bucket", bucket], lines, files, f"bucket {bucket}")

    return apply


def merge_task(binary):
    """The function of a task that merges the states of its partition into one."""

    def apply(batches):
        states = [state for batch in batches for state in batch.column(0).to_pylist()]
        if states:
            yield _state(binary, ["reduce", "-"], states, {}, "states")

    return apply


def _state(binary, arguments, chunks, files, what):
    """A row with the state that navaudit makes of its input."""
    import pyarrow as pa
    from pyspark import TaskContext

    arguments = [*arguments, "--workers", str(TaskContext.get().cpus()), "--quiet", "--output", "-"]
    try:
        with _scratch(files) as folder:
            state = run(_program(binary), arguments, chunks, folder)
    except NavauditError as error:
        raise NavauditError(f"{error} ({what} on {socket.gethostname()})") from None
    return pa.RecordBatch.from_arrays([pa.array([state], pa.binary())], names=["state"])


@contextlib.contextmanager
def _scratch(files):
    """A folder on the disk that Spark uses for its own temporary files."""
    disk = os.environ.get("SPARK_LOCAL_DIRS", tempfile.gettempdir()).split(",")[0]
    try:
        folder = tempfile.mkdtemp(prefix="navaudit-", dir=disk)
        for name, contents in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(contents)
    except OSError as error:
        raise NavauditError(f"navaudit: {disk}: cannot be written ({error.strerror}); free some space, or change spark.local.dir") from None
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
