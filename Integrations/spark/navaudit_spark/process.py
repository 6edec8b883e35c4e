"""navaudit as a process of a task: rows go in at one end, a state comes out at the other. No user's events need to fit into Python's memory."""
import json
import os
import subprocess
import threading


class NavauditError(RuntimeError):
    """navaudit refused to work; the message is its own."""


def message(errors, status):
    """The last line that navaudit has to say."""
    lines = [line for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
    return lines[-1] if lines else f"navaudit ended with status {status}"


def run(binary, arguments, chunks=()):
    """Runs navaudit, writes chunks of bytes to its standard input, and reads standard output and standard error side by side.

    Returns what it wrote to standard output and standard error. Raises NavauditError where it fails.
    """
    try:
        process = subprocess.Popen([binary, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "NO_COLOR": "1"})
    except OSError as error:
        raise NavauditError(f"navaudit: {binary}: cannot be started on this worker ({error.strerror}); name the binary with binary=") from None
    outputs = [b"", b""]

    def drain(index, pipe):
        outputs[index] = pipe.read()

    readers = [threading.Thread(target=drain, args=(index, pipe), daemon=True) for index, pipe in enumerate([process.stdout, process.stderr])]
    for reader in readers:
        reader.start()
    try:
        try:
            for chunk in chunks:
                process.stdin.write(chunk)
            process.stdin.close()
        except BrokenPipeError:
            # It has ended before it had read everything, and says why.
            pass
        for reader in readers:
            reader.join()
        status = process.wait()
    except BaseException:
        # The task was killed, or its rows could not be read: half of a bucket must not become a state.
        process.kill()
        process.wait()
        raise
    if status != 0:
        raise NavauditError(message(outputs[1], status))
    return outputs[0], outputs[1]


def _plain(value):
    if isinstance(value, (bytes, bytearray)):
        return value.decode("utf-8", "replace")
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if type(value).__name__ == "Decimal":
        return int(value) if value == value.to_integral_value() else float(value)
    return str(value)


def lines(batches):
    """Arrow record batches as NDJSON, without what is null."""
    for batch in batches:
        names = batch.schema.names
        rows = zip(*[column.to_pylist() for column in batch.columns])
        text = [
            json.dumps({name: value for name, value in zip(names, row) if value is not None}, ensure_ascii=False, separators=(",", ":"), default=_plain)
            for row in rows
        ]
        if text:
            yield ("\n".join(text) + "\n").encode()


def task(binary, files, arguments, bucket_count):
    """The function of a task: maps or surveys the rows of its partition, and gives one row with the state."""
    import pyarrow as pa

    def path(file):
        if not file.startswith("addfile:"):
            return file
        from pyspark import SparkFiles

        shipped = SparkFiles.get(file[len("addfile:") :])
        if not os.access(shipped, os.X_OK):
            # A worker that was given the file may have lost the right to run it.
            try:
                os.chmod(shipped, 0o755)
            except OSError:
                pass
        return shipped

    def apply(batches):
        from pyspark import TaskContext

        bucket = TaskContext.get().partitionId()
        named = [value if value is not None else path(files[index]) for index, value in arguments]
        state, _ = run(path(binary), [*named, "--bucket", f"{bucket}/{bucket_count}", "--quiet", "--output", "-"], lines(batches))
        yield pa.RecordBatch.from_arrays([pa.array([bucket], pa.int32()), pa.array([state], pa.binary())], names=["bucket", "state"])

    return apply


def reducing(binary):
    """The function of a task that merges the states of its partition into one."""
    import pyarrow as pa

    def apply(batches):
        from pyspark import SparkFiles, TaskContext

        states = [state for batch in batches for state in batch.column("state").to_pylist()]
        if not states:
            return
        if len(states) > 1:
            program = SparkFiles.get(binary[len("addfile:") :]) if binary.startswith("addfile:") else binary
            merged, _ = run(program, ["reduce", "-", "--quiet", "--output", "-"], states)
        else:
            merged = states[0]
        yield pa.RecordBatch.from_arrays(
            [pa.array([TaskContext.get().partitionId()], pa.int32()), pa.array([merged], pa.binary())], names=["bucket", "state"])

    return apply
