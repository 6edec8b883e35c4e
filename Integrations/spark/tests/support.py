"""What the tests share. NAVAUDIT names the binary."""
import atexit
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NAVAUDIT = os.environ["NAVAUDIT"]
MAP = ROOT / "SampleLogs/navaudit.yml"

# Only the driver has the package, as on a cluster.
sys.path.insert(0, str(ROOT / "Integrations/spark"))


def temporary_folder(clean_up):
    folder = tempfile.TemporaryDirectory(prefix="navaudit-spark-")
    clean_up(folder.cleanup)
    return Path(folder.name)


# Spark's own temporary files. A Java process keeps to the first folder that a session names.
LOCAL = temporary_folder(atexit.register)


def navaudit(*arguments, input=None):
    done = subprocess.run([NAVAUDIT, *map(str, arguments)], input=input, capture_output=True)
    if done.returncode:
        raise AssertionError(done.stderr.decode())
    return done.stdout


def simulated(users, *options):
    """A log whose times are whole seconds: the order of its lines decides which event comes first."""
    log = navaudit("simulate", ROOT / "SampleLogs/bazaar.app.yml", "--users", users, "--days", 6, "--seed", 3, "--duplicates", "1%", *options)
    return re.sub(rb'\.\d+Z"', b'Z"', log)


def analyzed(log, folder, *options):
    """The reports of one machine."""
    navaudit("analyze", "-", "--map", MAP, "--output", folder, "--quiet", *options, input=log)
    return contents(folder)


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file() and path.suffix != ".sqlite"}


def differences(found, expected):
    return [name for name in sorted(found.keys() | expected.keys()) if found.get(name) != expected.get(name)]


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
