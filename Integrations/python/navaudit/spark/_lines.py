"""From rows to log lines, with the lines of each user in one bucket."""
import logging

from pyspark.sql import DataFrame, functions as F

from . import _tasks
from .._process import WrongType, WrongValue

_JSON_LINES = tuple(f".{name}{packed}" for name in ("json", "jsonl", "ndjson") for packed in ("", ".bz2", ".gz", ".zst"))
# Spark 4.1 and later.
_NUMBERS_PARTITIONS = hasattr(DataFrame, "repartitionById")


def read(session, path, format, user):
    """The files of a path as log lines: a frame with the line, its user, and its position in the log."""
    if format is None:
        files = session.read.text(path).inputFiles()
        format = "json" if files and all(file.endswith(_JSON_LINES) for file in files) else "parquet"
    if format != "json":
        return of_rows(session.read.format(format).load(path), user)
    # JSON lines stay as they are, to the byte. Spark would guess types, and drop the lines and values that do not fit.
    lines = session.read.option("lineSep", "\n").text(path).select(F.col("value").cast("binary").alias("value"), *_position(True))
    return lines.mapInArrow(_tasks.json_lines_task((user or "user").split(".")), _tasks.LINES)


def of_rows(frame, user):
    """The rows of a frame as log lines. user: none if nobody named it."""
    if not hasattr(frame, "mapInArrow"):
        raise WrongType(f"cannot read a {type(frame).__name__}; pass a path or a data frame of Spark")
    path = [user or "user"] if (user or "user") in frame.columns else user.split(".") if user else None
    kind = frame.schema
    for name in path or ():
        if name not in getattr(kind, "names", ()):
            raise WrongValue(f"no column `{user}` for the user; there are {', '.join(frame.columns)}")
        kind = kind[name].dataType
    cells = [F.col("`" + name.replace("`", "``") + "`") for name in frame.columns]
    positioned = frame.select(*cells, *_position(_knows_files(frame)))
    return positioned.mapInArrow(_tasks.rows_task(path), _tasks.LINES)


def _knows_files(frame):
    """Whether the rows come from files whose names Spark still knows."""
    if "_metadata" in frame.columns:
        return False
    # That there is no such column is an answer, and no error to be logged.
    logger = logging.getLogger("DataFrameQueryContextLogger")
    try:
        logger.disabled = True
        return bool(frame.select("_metadata.file_path", "_metadata.file_block_start").columns)
    except Exception:  # noqa: BLE001 - AnalysisException is another class in each version and kind of session
        return False
    finally:
        logger.disabled = False


def _position(has_files):
    """Where a row is in the log. Of a user's events at the same time, the one that comes first in the log is the first."""
    # Spark reads large files first, so the number says nothing about the order of files.
    columns = [F.col("_metadata.file_path"), F.col("_metadata.file_block_start")] if has_files else [F.lit(""), F.lit(0).cast("long")]
    return [column.alias(f"_navaudit_{name}") for column, name in zip([*columns, F.monotonically_increasing_id()], ("file", "block", "number"))]


def in_buckets(lines, buckets, session):
    """Log lines in partitions: bucket floor(h * buckets / 2^32) of a user, with h the upper half of xxhash64(user), is the partition of that number."""
    upper = F.shiftrightunsigned(F.xxhash64(F.coalesce("user", F.lit(""))), 32)
    bucket = F.shiftright(upper * F.lit(buckets).cast("long"), 32).cast("int")
    if _NUMBERS_PARTITIONS and hasattr(lines, "repartitionById"):
        dealt = lines.repartitionById(buckets, bucket)
    else:
        # Spark hashes what it partitions by: replace each bucket by a number whose hash leads to that partition.
        dealt = lines.repartition(buckets, F.element_at(F.array(*_numbers(session, buckets)), bucket + 1))
    # A shuffle brings lines in any order.
    return dealt.sortWithinPartitions("file", "block", "number").select("line")


def _numbers(session, buckets):
    """For each partition, a number that `repartition` puts there."""
    partition = F.pmod(F.hash(F.col("id").cast("int")), F.lit(buckets)).alias("partition")
    found, tried = {}, 32 * buckets
    while len(found) < buckets:
        found = {row["partition"]: row["id"] for row in session.range(tried).groupBy(partition).agg(F.min("id").alias("id")).collect()}
        tried *= 4
    return [F.lit(found[number]).cast("int") for number in range(buckets)]
