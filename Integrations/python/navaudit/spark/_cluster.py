"""From a data frame to a report."""
import atexit
import contextlib
import functools
import hashlib
import math
import os
import re
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

from pyspark import StorageLevel, cloudpickle
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession, functions as F

from .. import _json_lines, _process
from .._analysis import _columns, _options, _outcome, _with
from .._process import NavauditError, NoFile, WrongType, WrongValue, binary as packaged_binary, first_line
from .._report import Report, Tables
from .._sources import existing, reading
from . import _lines, _tasks

# The rows that the driver looks at first. A log of fewer is its own work: to start tasks takes longer.
_SAMPLE = 5000
# Workers need not have this package.
for module in (_process, _json_lines, _tasks):
    cloudpickle.register_pickle_by_value(module)


def analyze(
    source, output=None, *, map=None, key=None, buckets=None, columns=None, user=None, format=None, log_format=None, minimum_group=None,
    gap=None, time_zone=None, memory="1G", fan_in=64, binary=None, worker_binary=None, options=(), spark=None,
):
    """Finds what is wrong with an app's navigation, from a log that is spread over a cluster.

    source: a data frame, or a path of Parquet files or JSON lines (or of what format names, such as delta).
    output: a folder to save the report to, on the driver, or on a file system of the cluster (s3a://…) where there must be none yet.
    map: the app map: a path on the driver or on a file system of the cluster, or text.
    key: the passphrase of the pseudonyms. Default: it follows from all users.
    buckets: how many tasks, and states, there are. Default: one for each partition of the source, at least two for each core.
    columns: the columns of native fields, such as {"user": "account_id", "time": "at"}.
    user: the column or the path of the field of the user, such as properties.user. Default: that of columns, of the map, or user.
    log_format, minimum_group, gap, time_zone: as the options of `navaudit map` (log_format: --format).
    memory: the memory limit of each task's navaudit.
    fan_in: how many states a task merges.
    binary: navaudit on the driver. Default: that of this package. It is sent to the workers with the folder lib beside it, if there is one.
    worker_binary: navaudit on all workers. Nothing is sent then.
    options: more arguments of `navaudit reduce`, such as ["--select", "depth"].

    Raises NavauditError where navaudit refuses. Spark retries a task that fails as usual.
    """
    program = shutil.which(binary) if binary else packaged_binary()
    if program is None:
        raise NoFile(f"{binary}: there is no such program on the driver; name it with binary=")
    if not isinstance(user, (str, type(None))):
        raise WrongType(f"user= takes the name of a column, not a {type(user).__name__}")
    spark = spark or getattr(source, "sparkSession", None) or SparkSession.builder.getOrCreate()
    _expect_python(spark)
    with _one_line():
        target = _Target(spark, output)
        files = {"navaudit.yml": _map_contents(spark, map)} if map is not None else {}
        given, options = _options(gap=gap, format=log_format, time_zone=time_zone, columns=_columns(columns)), _with([], options)
        user = user or (columns or {}).get("user") or _user_in(files.get("navaudit.yml")) or ("user" if files else None)

        def read():
            if isinstance(source, (str, os.PathLike)):
                return _lines.read(spark, os.fspath(source), format, user)
            return _lines.of_rows(source, user)

        lines = read()
        sample, drafted = _sample(lines), None
        if user is None and not any(row["user"] for row in sample):
            drafted = _drafted(program, sample, given)
            files["navaudit.yml"] = drafted["drafted_map"].encode()
            user = _user_in(files["navaudit.yml"])
            lines = read()
            sample = _sample(lines)
        shared = [*given, *_options(map="navaudit.yml" if files else None)]
        _check(program, sample, shared, files, user or "user")
        # What the driver has seen, it need not ask the workers for.
        is_whole = len(sample) < _SAMPLE and not buckets and not worker_binary
        if not is_whole:
            buckets = buckets or _buckets(spark, lines)
            worker = worker_binary or _sent(spark, program)
        with contextlib.ExitStack() as stack:
            dealt = None if is_whole else stack.enter_context(_kept(_lines.in_buckets(lines, buckets, spark)))
            scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="navaudit-"))

            def states(file, *arguments):
                """The file of all states that tasks make, merged until there are few."""
                path, call = os.path.join(scratch, file), ["map", f"--memory={memory}", *shared, *arguments, "--", "-"]
                if is_whole:
                    with _tasks.scratch_folder(files) as folder:
                        call[1:1] = ["--bucket=0/1", "--quiet", f"--output={path}"]
                        _process.run(program, call, (bytes(row["line"]) for row in sample), scratch=folder, cwd=folder, key=key)
                    return path
                task = _tasks.bucket_task(worker, call, files, buckets, key)
                return _collect(_merged(dealt.mapInArrow(task, _tasks.STATES), buckets, worker, fan_in), path)

            survey = os.path.join(scratch, "all.survey.state")
            _process.run(program, ["reduce", f"--output={survey}", "--quiet", "--", states("surveys.state", "--survey-only")])
            files["survey.state"] = Path(survey).read_bytes()
            own = _options(survey="survey.state", minimum_group=minimum_group)
            folder = _process.Folder()
            # A map that is no file here becomes one, whose name in the report is navaudit.yml.
            is_here = "navaudit.yml" not in files or (map is not None and "\n" not in os.fspath(map) and not _is_remote(os.fspath(map)))
            if not is_here:
                Path(scratch, "navaudit.yml").write_bytes(files["navaudit.yml"])
            merged = states("all.state", *own)
            arguments = ["reduce", *_options(map="navaudit.yml" if not is_here else os.fspath(map) if map else None)]
            arguments += [f"--output={folder.path}", "--json", "--quiet", *options, "--", merged]
            outcome = _outcome(_process.run(program, arguments, cwd=None if is_here else scratch, accept=(0, 1)), True)
            outcome["read_as"] = drafted["read_as"] if drafted else outcome["read_as"]
        report = SparkReport(folder, outcome, spark)
        target.save(report)
    return report


class SparkReport(Report):
    """A report whose tables are data frames of Spark."""

    def __init__(self, folder, outcome, spark):
        super().__init__(folder, outcome, "pyarrow")
        self.tables = SparkTables(folder, "pyarrow")
        self.tables._spark = spark


class SparkTables(Tables):
    """The tables of a report by name, with the types of the data package."""

    def __getitem__(self, name):
        # Also what is the same in all rows: tables of several logs may be written to one place.
        table = self._arrow(name)
        kinds = {"int64": "long", "double": "double", "bool": "boolean", "date32[day]": "date", "timestamp[us, tz=UTC]": "timestamp"}
        schema = ", ".join(f"`{field.name}` {kinds.get(str(field.type), 'string')}" for field in table.schema)
        return self._spark.createDataFrame([tuple(row.values()) for row in table.to_pylist()], schema)


# Before the run


def _is_connect(spark):
    return "connect" in type(spark).__module__


def _is_remote(path):
    return "://" in path and not path.startswith("file:")


def _map_contents(spark, map):
    """The app map: of the driver, of a file system of the cluster, or text."""
    if isinstance(map, str) and "\n" in map:
        return map.encode()
    if isinstance(map, str) and _is_remote(map):
        rows = spark.read.format("binaryFile").load(map).select("content").head(1)
        if not rows:
            raise NoFile(f"{map}: no such file")
        return bytes(rows[0]["content"])
    path = existing(map, "map")
    with reading(path):
        return Path(path).read_bytes()


def _user_in(map):
    """The user's column in an app map. What is wrong with the map, navaudit says."""
    import yaml

    try:
        user = yaml.safe_load(map or b"")["columns"]["user"]
        return user if isinstance(user, str) else None
    except (yaml.YAMLError, LookupError, TypeError, UnicodeDecodeError):
        return None


def _expect_python(spark):
    """Local workers run this Python, unless somebody named another one."""
    if not _is_connect(spark) and "PYSPARK_PYTHON" not in os.environ and spark.sparkContext.master.startswith("local"):
        spark.sparkContext.pythonExec = sys.executable


def _sample(lines):
    """The first rows, in the order of the log."""
    half = F.shiftrightunsigned(F.xxhash64(F.coalesce("user", F.lit(""))), 63).alias("half")
    sample = lines.select("user", "line", half, "file", "block", "number").limit(_SAMPLE).collect()
    if not sample:
        raise WrongValue("no events; pass a log with one event in each row")
    return sorted(sample, key=lambda row: (row["file"], row["block"], row["number"]))


def _drafted(program, sample, arguments):
    """How navaudit reads the first rows without a map."""
    with _tasks.scratch_folder({}) as folder:
        read = ["analyze", *arguments, "--no-store", "--json", "--quiet", "--output=Reports", "--", "-"]
        outcome = _outcome(_process.run(program, read, [bytes(row["line"]) for row in sample], scratch=folder, cwd=folder), True)
    if not outcome["drafted_map"]:
        raise WrongValue("none of the first rows has a user; name its field with user=, or in the map's columns")
    return outcome


def _check(program, sample, arguments, files, user):
    """Has navaudit read the first rows on the driver: what it refuses there, it would refuse after hours."""
    first = f"the first {len(sample):,} rows" if len(sample) == _SAMPLE else "the rows"
    if not any(row["user"] for row in sample):
        raise WrongValue(f"none of {first} has a user in `{user}`; name its field with user=, or in the map's columns")
    with _tasks.scratch_folder(files) as folder:
        read = False
        for number in sorted({row["half"] for row in sample if row["user"]}):
            chunks = [bytes(row["line"]) for row in sample if row["half"] == number]
            options = ["map", "--survey-only", f"--bucket={number}/2", *arguments, "--output=-", "--", "-"]
            try:
                said = _process.run(program, options, chunks, scratch=folder, cwd=folder).stderr
                read |= not re.search(rb"\b0 users,", said)
            except NavauditError as error:
                if "belong to other buckets" in str(error):
                    raise WrongValue(f"`{user}` is not where the user is read from in {first}; name the same field with user= and in the map's columns") from None
                raise
        if not read:
            # What none of these rows has, navaudit says.
            _process.run(program, ["analyze", *arguments, "--quiet", "--output=Reports", "--", "-"], [bytes(row["line"]) for row in sample], scratch=folder, cwd=folder)


def _buckets(spark, lines):
    if _is_connect(spark):
        return int(spark.conf.get("spark.sql.shuffle.partitions"))
    return max(lines.rdd.getNumPartitions(), 2 * spark.sparkContext.defaultParallelism)


@contextlib.contextmanager
def _kept(lines):
    """The lines, kept by the workers between the two passes, so that they are shuffled once."""
    try:
        kept = lines.persist(StorageLevel.MEMORY_AND_DISK)
    except PySparkException:
        # Serverless clusters keep nothing: they shuffle twice.
        kept = lines
    try:
        yield kept
    finally:
        with contextlib.suppress(PySparkException):
            kept.unpersist()


# The binary


def _sent(spark, program):
    """Sends navaudit to the workers, once for each session."""
    archive = _archive(program, hashlib.sha256(Path(program).read_bytes()).hexdigest()[:16])
    _add(spark if _is_connect(spark) else spark.sparkContext, archive)
    return "sent:" + os.path.basename(archive)


@functools.lru_cache(maxsize=None)
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


@functools.lru_cache(maxsize=None)
def _add(to, archive):
    if hasattr(to, "addArchive"):
        to.addArchive(archive)
    else:
        to.addArtifacts(archive, archive=True)


# States


def _merged(states, count, worker, fan_in):
    """The states, merged in rounds of tasks until the driver can take them."""
    while count > fan_in:
        count = math.ceil(count / fan_in)
        states = states.repartition(count).mapInArrow(_tasks.merge_task(worker), _tasks.STATES)
    return states


def _collect(states, path):
    """Writes states into one file on the driver, one after the other."""
    with _kept(states) as kept, open(path, "wb") as file:
        # All tasks run here; the iterator would run one at a time.
        kept.count()
        file.writelines(row["state"] for row in kept.toLocalIterator())
    return path


@contextlib.contextmanager
def _one_line():
    """Errors of Spark that hold a refusal of navaudit's, or say that a path is not there, as that one line."""
    try:
        yield
    except NavauditError:
        raise
    except Exception as error:  # noqa: BLE001 - PySparkException, or what Java raised
        told = re.search(r"(?:NavauditError|NoFile|WrongValue|WrongType): (.*)", str(error))
        if told:
            raise WrongValue(told[1].strip()) from None
        lacking = re.search(r"No module named '(\w+)'|PYTHON_VERSION_MISMATCH", str(error))
        if lacking:
            what = f"have no {lacking[1]}" if lacking[1] else "have another Python"
            raise NavauditError(f"the workers {what}; before Spark starts, set PYSPARK_PYTHON to the path of a Python that has it: {sys.executable}") from None
        if re.search(r"PATH_NOT_FOUND|UNSUPPORTED_DATA_TYPE_FOR_ARROW|UNSUPPORTED_FILE_SYSTEM|No FileSystem for scheme", str(error)):
            raise (NoFile if "PATH_NOT_FOUND" in str(error) else WrongValue)(first_line(error)) from None
        raise


# The report


class _Target:
    """Where the report is saved: nowhere, on the driver, or on a file system of the cluster. What is there is noticed before the run."""

    def __init__(self, spark, output):
        self.path = None if output is None else re.sub("^file:(//)?", "", os.fspath(output))
        self.files = None
        if self.path and _is_remote(self.path):
            if _is_connect(spark):
                raise NavauditError(f"{self.path}: Spark Connect cannot write files there; leave output out, and write report.tables or report.save() instead")
            hadoop = spark._jvm.org.apache.hadoop.fs
            try:
                self.folder = hadoop.Path(self.path)
                self.files = self.folder.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
                exists = self.files.exists(self.folder)
            except Exception as error:  # noqa: BLE001 - whatever the file system raises in Java
                raise WrongValue(f"{self.path}: cannot be reached ({first_line(error)})") from None
            if exists:
                raise WrongValue(f"{self.path}: exists; name a folder that does not")
            self.hadoop = hadoop

    def save(self, report):
        if self.path is None:
            return
        if self.files is None:
            report.save(self.path)
            return
        try:
            self.files.mkdirs(self.folder)
            for file in sorted(path for path in report._folder.rglob("*") if path.is_file()):
                relative = file.relative_to(report._folder).as_posix()
                self.files.copyFromLocalFile(False, True, self.hadoop.Path(file.as_uri()), self.hadoop.Path(f"{self.path.rstrip('/')}/{relative}"))
        except Exception as error:  # noqa: BLE001
            raise NavauditError(f"{self.path}: cannot be written ({first_line(error)}); the report is not complete there") from None
