"""From rows to log lines, with the lines of each user in one bucket."""
from pyspark.sql import DataFrame, functions as F

# The fields of a log in native words (navaudit formats).
FIELDS = [
    "time", "user", "event", "screen", "target", "container", "outcome", "session", "id", "depth", "via", "value", "x", "y", "platform", "os_version",
    "app_version", "device", "width", "locale", "variant",
]
_JSON_LINES = tuple(f".{name}{packed}" for name in ("json", "jsonl", "ndjson") for packed in ("", ".bz2", ".gz", ".zst"))
# Timestamps as RFC 3339 in UTC, whatever the time zone of the session.
_TIMES = {"timeZone": "UTC", "timestampFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX"}
# Spark 4.1 and later.
_NUMBERS_PARTITIONS = hasattr(DataFrame, "repartitionById")


def read(session, path, format, columns, user):
    """The files of a path as log lines; see log_lines()."""
    if format is None:
        files = session.read.text(path).inputFiles()
        format = "json" if files and all(file.endswith(_JSON_LINES) for file in files) else "parquet"
    if format != "json" or columns is not None:
        return log_lines(session.read.format(format).load(path), columns, user)
    # JSON lines stay as they are. Spark would guess types, and drop the lines and values that do not fit.
    frame = session.read.option("lineSep", "\n").text(path)
    field = "$" + "".join(f"['{name}']" for name in user.split("."))
    return _numbered(frame, F.col("value"), F.get_json_object("value", field))


def log_lines(frame, columns, user):
    """The rows of a frame as log lines: a frame with the line, its user, and its place in the log.

    columns: a list of names, or a dictionary of a field to the column or expression that holds it. Default: the columns that are called as native
    fields, or all columns if any of time, user and event is missing.
    user: a column, or an expression of columns.
    """
    if columns is None:
        names = [name for name in frame.columns if name in FIELDS]
        columns = names if {"time", "user", "event"} <= set(names) else frame.columns
    if not isinstance(columns, dict):
        columns = {name: F.col(f"`{name}`") for name in columns}
    cells = {field: F.expr(cell) if isinstance(cell, str) else cell for field, cell in columns.items()}
    for field, kind in frame.select(*_named(cells)).dtypes:
        if kind == "binary":
            cells[field] = cells[field].cast("string")
        elif kind == "string" and field == "value":
            # Spark reads a JSON field as text if it is a list in some lines only. Elsewhere navaudit takes names with vertical bars between them.
            names = F.concat_ws("|", F.from_json(cells[field], "array<string>"))
            cells[field] = F.when(cells[field].startswith("["), names).otherwise(cells[field])
    return _numbered(frame, F.to_json(F.struct(*_named(cells)), _TIMES), cells[user] if user in cells else F.expr(user))


def _named(cells):
    return [cell.alias(field) for field, cell in cells.items()]


def _numbered(frame, line, user):
    """Lines with their users and places. Of a user's events at the same time, the one that comes first in the log is the first."""
    # Spark reads large files first, so the number says nothing about the order of files.
    place = [F.lit(""), F.lit(0)]
    if "_metadata#" in frame._jdf.queryExecution().analyzed().metadataOutput().mkString(" "):
        place = [F.col("_metadata.file_path"), F.col("_metadata.file_block_start")]
    columns = {"user": user.cast("string"), "line": line, "file": place[0], "block": place[1], "number": F.monotonically_increasing_id()}
    return frame.select(*_named(columns))


def in_buckets(lines, buckets):
    """Log lines in partitions: bucket floor(h * buckets / 2^32) of a user, with h the upper half of xxhash64(user), is the partition of that number."""
    upper = F.shiftrightunsigned(F.xxhash64(F.coalesce("user", F.lit(""))), 32)
    bucket = F.shiftright(upper * F.lit(buckets).cast("long"), 32).cast("int")
    if _NUMBERS_PARTITIONS:
        dealt = lines.repartitionById(buckets, bucket)
    else:
        # Spark hashes what it partitions by: replace each bucket by a number whose hash leads to that partition.
        dealt = lines.repartition(buckets, F.element_at(F.array(*_numbers(lines.sparkSession, buckets)), bucket + 1))
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
