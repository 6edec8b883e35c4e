"""What the tests share."""
import atexit
import tempfile
from pathlib import Path

import conftest
import navaudit
from conftest import MAP, ROOT, command, contents, differences, simulated  # noqa: F401

NAVAUDIT = navaudit.binary()


def analyzed(log, folder, *options, key=None):
    """The reports of the command on a log. Reports of states have no store, so that example sessions have no steps."""
    return conftest.analyzed(log, folder, "--no-store", *options, key=key)


def temporary_folder(clean_up):
    folder = tempfile.TemporaryDirectory(prefix="navaudit-spark-")
    clean_up(folder.cleanup)
    return Path(folder.name)


# Spark's own temporary files. A Java process keeps to the first folder that a session names.
LOCAL = temporary_folder(atexit.register)


def session(master, **options):
    from pyspark.sql import SparkSession

    options = {
        "spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1", "spark.local.dir": str(LOCAL),
        "spark.sql.session.timeZone": "Asia/Tokyo", "spark.sql.shuffle.partitions": "4", "spark.log.level": "OFF",
        "spark.ui.showConsoleProgress": "false", **options,
    }
    builder = SparkSession.builder.master(master).appName("navaudit")
    for name, value in options.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def script(path, text):
    """A navaudit that does something else first."""
    path.write_text(f'#!/bin/sh\n{text}\nexec "{NAVAUDIT}" "$@"\n')
    path.chmod(0o755)
    return str(path)
