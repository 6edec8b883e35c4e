"""Which columns of a data frame are read, and the bucket of each user."""

# The fields of a log in native words (navaudit formats).
FIELDS = [
    "time", "user", "event", "screen", "target", "container", "outcome", "session", "id", "depth", "via", "value", "x", "y", "platform", "os_version",
    "app_version", "device", "width", "locale", "variant",
]
BUCKET = "_navaudit_bucket"


def selected(frame, columns=None):
    """The columns of a frame that navaudit reads.

    columns: a list of names, or a dictionary of a field to the column or expression that holds it. Default: the columns that are called as native
    fields, or all columns where an app map names others.
    """
    from pyspark.sql import functions as F

    if columns is None:
        names = [name for name in frame.columns if name in FIELDS]
        return frame.select(*names) if {"time", "user", "event"} <= set(names) else frame
    if not isinstance(columns, dict):
        return frame.select(*columns)
    return frame.select(*[(F.expr(column) if isinstance(column, str) else column).alias(field) for field, column in columns.items()])


def with_times_as_text(frame):
    """The frame with its timestamps as RFC 3339 in UTC: the JSON of a time otherwise depends on the time zone of the session."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import DateType, TimestampType

    for field in frame.schema.fields:
        if isinstance(field.dataType, (TimestampType, DateType)):
            micros = F.unix_micros(F.col(f"`{field.name}`").cast("timestamp"))
            frame = frame.withColumn(field.name, (micros / 1000).cast("decimal(20,3)") if isinstance(field.dataType, TimestampType) else micros / 1000)
    return frame


def in_buckets(frame, user, buckets):
    """The frame in so many partitions: each user in the one of the bucket floor(h * buckets / 2^32), with h the upper half of the user's xxhash64."""
    from pyspark.sql import functions as F

    column = F.coalesce(F.col(f"`{user}`").cast("string"), F.lit(""))
    upper = F.shiftrightunsigned(F.xxhash64(column), 32)
    bucket = F.shiftright(upper * F.lit(buckets).cast("long"), 32).cast("int")
    frame = frame.withColumn(user, F.col(f"`{user}`").cast("string"))
    if hasattr(frame, "repartitionById"):  # Spark 4.1
        return frame.repartitionById(buckets, bucket)
    # A number for each bucket that Spark's own hash puts into the partition of that number.
    numbers = _numbers_of_partitions(frame.sparkSession, buckets)
    lookup = F.element_at(F.array(*[F.lit(number) for number in numbers]), bucket + 1)
    return frame.repartition(buckets, lookup)


def _numbers_of_partitions(session, buckets):
    from pyspark.sql import functions as F

    numbers = {}
    most = buckets * 30 + 200
    while len(numbers) < buckets:
        rows = session.range(most).select(F.col("id").cast("int").alias("id")).select("id", F.pmod(F.hash("id"), F.lit(buckets)).alias("partition"))
        for row in rows.groupBy("partition").agg(F.min("id").alias("id")).collect():
            numbers[row["partition"]] = row["id"]
        most *= 4
    return [numbers[partition] for partition in range(buckets)]
