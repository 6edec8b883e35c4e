"""From a data frame to reports."""
import atexit
import hashlib
import math
import os
import shutil
import subprocess
import tempfile

from . import process
from .columns import in_buckets, selected, with_times_as_text
from .process import NavauditError

_SCHEMA = "bucket int, state binary"


def analyze(
    source, output="Reports", *, map=None, key=None, buckets=None, columns=None, user="user", binary=None, ship=True, format=None, segment=None, minimum_group=None,
    gap=None, longest_pause=None, memory="1G", fan_in=64, options=(), spark=None,
):
    """Writes the reports on all users of a data frame into a folder on the driver.

    source: a data frame, or a path of Parquet files or JSON lines (or of what format names).
    output: the folder for the reports.
    map: the app map, a file on the driver.
    key: the passphrase of the pseudonyms. Default: it follows from all users.
    buckets: how many tasks, and states, there are. Default: one for each partition of the source, at least two for each core.
    columns: the columns to read, or a dictionary of fields and expressions. Default: the native fields.
    user: the column of the user, after columns.
    binary: navaudit. Default: the one on PATH.
    ship: whether the binary of the driver is sent to the workers; False where it is a path that they all have.
    segment, minimum_group, gap, longest_pause: as the options of `navaudit map`.
    memory: the memory limit of each task's navaudit.
    fan_in: how many states a task merges.
    options: more arguments of `navaudit reduce`, such as ["--fail-on", "error"].

    Returns what `navaudit reduce` prints. Raises NavauditError where it refuses; a task that fails is retried by Spark as usual.
    """
    from pyspark import StorageLevel
    from pyspark.sql import DataFrame, SparkSession

    spark = spark or (source.sparkSession if hasattr(source, "sparkSession") else SparkSession.getActiveSession())
    if spark is None:
        raise NavauditError("there is no Spark session; make one, or pass it as spark=")
    program = shutil.which(binary or "navaudit")
    if ship and program is None:
        raise NavauditError(f"navaudit: {binary or 'navaudit'}: there is no such program on the driver; name it with binary=")
    frame = source if not isinstance(source, (str, os.PathLike)) else _read(spark, os.fspath(source), format)
    frame = with_times_as_text(selected(frame, columns))
    if user not in frame.columns:
        raise NavauditError(f"there is no column `{user}`; name the column of the user with user=, or make one with columns=")
    buckets = buckets or max(frame.rdd.getNumPartitions(), 2 * spark.sparkContext.defaultParallelism)
    dealt = in_buckets(frame, user, buckets)

    def shipped(path):
        return _ship(spark.sparkContext, path)

    with tempfile.TemporaryDirectory(prefix="navaudit-") as scratch:
        worker_binary = shipped(program) if ship else (binary or "navaudit")
        shared = [("--memory", memory)]
        for option, value in [("--key", key), ("--gap", gap), ("--longest-pause", longest_pause)]:
            if value is not None:
                shared.append((option, str(value)))
        own = [("--segment", segment), ("--minimum-group", None if minimum_group is None else str(minimum_group))]
        own = [(option, value) for option, value in own if value is not None]
        files = [shipped(os.fspath(map))] if map else []

        def states(command, more, more_files):
            # What stands for a file is its place among the files.
            arguments = [(0, command), (0, "-")] + [(0, word) for pair in shared + more for word in pair]
            if map:
                arguments += [(0, "--map"), (0, None)]
            for index, (option, _) in enumerate(more_files):
                arguments += [(0, option), (len(files) + index, None)]
            task = process.task(worker_binary, files + [file for _, file in more_files], arguments, buckets)
            return dealt.mapInArrow(task, _SCHEMA)

        survey = os.path.join(scratch, "navaudit-survey.state")
        _reduce(program, worker_binary, states("survey", [], []), survey, fan_in, scratch)
        all_states = states("map", own, [("--survey", shipped(survey))])
        return _reduce(program, worker_binary, all_states, output, fan_in, scratch, options, map)


def _read(spark, path, format):
    if format:
        return spark.read.format(format).load(path)
    if path.rstrip("/").endswith((".json", ".ndjson", ".jsonl", ".json.gz", ".ndjson.gz", ".jsonl.gz", ".json.zst", ".ndjson.zst")):
        return spark.read.json(path)
    return spark.read.parquet(path)


# What was sent to the workers stays as long as this process: Spark asks for it again for each new worker.
_SHIPPED = {}


def _ship(context, path):
    """Sends a file to the workers once, by a name that follows from its contents."""
    with open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else hashlib.sha256(file.read()).hexdigest()
    name = f"navaudit-{digest[:16]}-{os.path.basename(path)}"
    if (context.applicationId, name) not in _SHIPPED:
        if "folder" not in _SHIPPED:
            _SHIPPED["folder"] = tempfile.mkdtemp(prefix="navaudit-shipped-")
            atexit.register(shutil.rmtree, _SHIPPED["folder"], ignore_errors=True)
        own = os.path.join(_SHIPPED["folder"], name)
        if not os.path.exists(own):
            shutil.copy(path, own)
            os.chmod(own, 0o755)
        context.addFile(own)
        _SHIPPED[context.applicationId, name] = own
    return "addfile:" + name


def _reduce(program, worker_binary, states, output, fan_in, scratch, options=(), map=None):
    """Merges states in rounds of tasks until the driver can take them, and reduces those on the driver."""
    states = states.persist()
    try:
        count = states.count()
        while count > fan_in:
            count = math.ceil(count / fan_in)
            states = states.repartition(count).mapInArrow(process.reducing(worker_binary), _SCHEMA)
        files = []
        for number, row in enumerate(states.toLocalIterator()):
            files.append(os.path.join(scratch, f"{number}.state"))
            with open(files[-1], "wb") as file:
                file.write(row["state"])
    except Exception as error:
        raise _told(error) from None
    finally:
        states.unpersist()
    done = subprocess.run([program, "reduce", *files, *(["--map", os.fspath(map)] if map else []), "--output", output, *options], stdin=subprocess.DEVNULL, capture_output=True)
    for file in files:
        os.remove(file)
    if done.returncode not in (0, 1):
        raise NavauditError(process.message(done.stderr, done.returncode))
    return done.stdout.decode()


def _told(error):
    """What navaudit had to say, where it was a task of it that failed."""
    for line in str(error).splitlines():
        if "NavauditError: " in line:
            return NavauditError(line.split("NavauditError: ", 1)[1].strip())
    return error
