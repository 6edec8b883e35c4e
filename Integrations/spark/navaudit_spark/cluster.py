"""From a data frame to reports."""
import atexit
import functools
import hashlib
import math
import os
import re
import shutil
import subprocess
import tarfile
import tempfile

from pyspark import cloudpickle
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from . import process, rows
from .process import NavauditError

_STATES = "state binary"


def analyze(
    source, output="Reports", *, map=None, key=None, buckets=None, columns=None, user="user", format=None, log_format=None, segment=None, minimum_group=None,
    gap=None, longest_pause=None, memory="1G", fan_in=64, binary="navaudit", worker_binary=None, options=(), spark=None,
):
    """Writes the reports on all users of a data frame into a folder on the driver.

    source: a data frame, or a path of Parquet files or JSON lines (or of what format names).
    output: the folder for the reports.
    map: the app map, a file on the driver.
    key: the passphrase of the pseudonyms. Default: it follows from all users.
    buckets: how many tasks, and states, there are. Default: one for each partition of the source, at least two for each core.
    columns: the columns to read, or a dictionary of fields and expressions. Default: the native fields, or all columns if any of time, user and event
        is missing. JSON lines are read as they are.
    user: the column of the user after columns, or an expression; in JSON lines, the path of a field, such as properties.user.
    format: what Spark calls the format of a path, such as delta.
    log_format, segment, minimum_group, gap, longest_pause: as the options of `navaudit map` (log_format: --format).
    memory: the memory limit of each task's navaudit.
    fan_in: how many states a task merges.
    binary: navaudit on the driver. It is sent to the workers with the folder lib beside it, if there is one.
    worker_binary: navaudit on all workers. Nothing is sent then.
    options: more arguments of `navaudit reduce`, such as ["--fail-on", "error"].

    Returns what `navaudit reduce` ended with: its returncode (1 where --fail-on found something, else 0) and its stdout.
    Raises NavauditError where navaudit refuses. Spark retries a task that fails as usual.
    """
    # Workers need not have this package.
    cloudpickle.register_pickle_by_value(process)
    program = shutil.which(binary)
    if program is None:
        raise NavauditError(f"navaudit: {binary}: there is no such program on the driver; name it with binary=")
    spark = spark or getattr(source, "sparkSession", None) or SparkSession.builder.getOrCreate()
    if isinstance(source, (str, os.PathLike)):
        lines = rows.read(spark, os.fspath(source), format, columns, user)
    else:
        lines = rows.log_lines(source, columns, user)
    buckets = buckets or max(lines.rdd.getNumPartitions(), 2 * spark.sparkContext.defaultParallelism)
    lines = rows.in_buckets(lines, buckets)
    worker = worker_binary or _sent(spark.sparkContext, program)
    files = {"navaudit.yml": _contents(map)} if map else {}
    shared = {"memory": memory, "key": key, "gap": gap, "longest-pause": longest_pause, "format": log_format, "map": "navaudit.yml" if map else None}

    with tempfile.TemporaryDirectory(prefix="navaudit-") as scratch:

        def states(command, file, **options):
            """The file of all states that tasks make, merged until there are few."""
            arguments = [command, "-", *_arguments(shared | options)]
            frame = lines.mapInArrow(process.bucket_task(worker, arguments, files, buckets), _STATES)
            return _collect(_merged(frame, buckets, worker, fan_in), os.path.join(scratch, file))

        survey = os.path.join(scratch, "all.survey.state")
        _reduce(program, states("survey", "surveys.state"), survey)
        files["survey.state"] = _contents(survey)
        own = {"survey": "survey.state", "segment": segment, "minimum-group": minimum_group}
        return _reduce(program, states("map", "all.state", **own), output, *_arguments({"map": map}), *options)


def _arguments(options):
    return [word for name, value in options.items() if value is not None for word in (f"--{name}", str(value))]


def _contents(path):
    with open(path, "rb") as file:
        return file.read()


def _sent(context, program):
    """Sends navaudit to the workers, once for each application."""
    archive = _archive(program, hashlib.sha256(_contents(program)).hexdigest()[:16])
    _add(context, archive)
    return "sent:" + os.path.basename(archive)


@functools.cache
def _archive(program, digest):
    """navaudit and its libraries as a file that stays as long as this process: each new worker asks for it."""
    folder = tempfile.mkdtemp(prefix="navaudit-sent-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = os.path.join(folder, f"navaudit-{digest}.tgz")
    libraries = os.path.join(os.path.dirname(os.path.realpath(program)), "lib")
    with tarfile.open(path, "w:gz", compresslevel=1, dereference=True) as archive:
        archive.add(program, "navaudit")
        if os.path.isdir(libraries):
            archive.add(libraries, "lib")
    return path


@functools.cache
def _add(context, archive):
    context.addArchive(archive)


def _merged(states, count, worker, fan_in):
    """The states, merged in rounds of tasks until the driver can take them."""
    while count > fan_in:
        count = math.ceil(count / fan_in)
        states = states.repartition(count).mapInArrow(process.merge_task(worker), _STATES)
    return states


def _collect(states, path):
    """Writes states into one file on the driver, one after the other."""
    states = states.persist()
    try:
        # All tasks run here; the iterator would run one at a time.
        if states.count() == 0:
            raise NavauditError("navaudit: no events; check the source")
        with open(path, "wb") as file:
            file.writelines(row["state"] for row in states.toLocalIterator())
    except PySparkException as error:
        told = re.search(r"NavauditError: (.*)", str(error))
        if told is None:
            raise
        raise NavauditError(told[1].strip()) from None
    finally:
        states.unpersist()
    return path


def _reduce(program, states, output, *options):
    done = subprocess.run([program, "reduce", states, "--output", os.fspath(output), *options], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode not in (0, 1):
        raise NavauditError(process.message(done.stderr, done.returncode))
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
