"""navaudit on PySpark gives the reports of one machine. Run by ../run_tests, which names the binary in NAVAUDIT."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from pyspark.sql import SparkSession

from navaudit_spark import NavauditError, analyze

ROOT = Path(__file__).resolve().parents[3]
NAVAUDIT = os.environ["NAVAUDIT"]
MAP = ROOT / "SampleLogs/navaudit.yml"
MASTER = os.environ.get("NAVAUDIT_SPARK_MASTER", "local[2]")


def navaudit(*arguments, stdin=None):
    subprocess.run([NAVAUDIT, *map(str, arguments)], check=True, stdin=stdin, stdout=subprocess.DEVNULL)


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file() and path.suffix != ".sqlite"}


class SparkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="navaudit-spark-"))
        builder = SparkSession.builder.master(MASTER).appName("navaudit").config("spark.ui.enabled", "false")
        builder = builder.config("spark.sql.shuffle.partitions", "4").config("spark.driver.memory", "1g").config("spark.driver.bindAddress", "127.0.0.1")
        # Tasks fail for good at the third failure, also in local mode.
        cls.spark = builder.config("spark.task.maxFailures", "3").getOrCreate()
        cls.spark.sparkContext.setLogLevel("OFF")
        cls.log = cls.folder / "log.ndjson"
        with cls.log.open("wb") as log:
            subprocess.run(
                [NAVAUDIT, "simulate", ROOT / "SampleLogs/bazaar.app.yml", "--users", "60", "--days", "6", "--seed", "3", "--duplicates", "0.01"], check=True, stdout=log)
        cls.expected = cls.analyzed(cls.log, cls.folder / "expected")

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        shutil.rmtree(cls.folder)

    @classmethod
    def analyzed(cls, log, output, *options):
        with open(log, "rb") as lines:
            navaudit("analyze", "-", "--map", MAP, "--output", output, "--key", "k", *options, stdin=lines)
        return contents(output)

    def frame(self):
        return self.spark.read.json(str(self.log))

    def reports(self, source, name, **options):
        output = self.folder / name
        analyze(source, str(output), map=str(MAP), key="k", binary=NAVAUDIT, memory="256M", spark=self.spark, **options)
        return contents(output)

    def expect_same(self, found, expected=None):
        expected = expected or self.expected
        self.assertEqual(sorted(found), sorted(expected))
        self.assertEqual([name for name in expected if found[name] != expected[name]], [])

    def test_ndjson(self):
        self.expect_same(self.reports(str(self.log), "ndjson", buckets=3))

    def test_parquet_with_other_columns(self):
        frame = self.frame().withColumnRenamed("user", "person").withColumnRenamed("time", "at")
        path = str(self.folder / "parquet")
        frame.repartition(3).write.parquet(path)
        names = {name: f"`{name}`" for name in frame.columns if name not in ("person", "at")}
        self.expect_same(self.reports(path, "renamed", buckets=4, columns={"user": "person", "time": "at", **names}))

    def test_more_buckets_than_users_and_one_with_nobody(self):
        # Two hundred tasks for sixty users; fan_in makes a tree of merges.
        self.expect_same(self.reports(self.frame(), "many", buckets=200, fan_in=16))

    def test_skewed_buckets(self):
        lines = self.log.read_text().splitlines()
        one = json.loads(lines[0])["user"]
        skewed = self.folder / "skewed.ndjson"
        events = [json.loads(line) for line in lines]
        for event in events[: len(events) * 2 // 3]:
            event["user"] = one
            event.pop("id", None)
        skewed.write_text("".join(json.dumps(event) + "\n" for event in events))
        self.expect_same(self.reports(str(skewed), "skewed-reports", buckets=5), self.analyzed(skewed, self.folder / "skewed-expected"))

    def test_segments_and_small_groups(self):
        expected = self.analyzed(self.log, self.folder / "groups-expected", "--segment", "platform", "--minimum-group", "3")
        self.expect_same(self.reports(self.frame(), "groups", buckets=3, segment="platform", minimum_group=3), expected)

    def test_a_task_that_is_killed_is_tried_again(self):
        if "local[" in MASTER and "," not in MASTER:
            self.skipTest("local mode tries again only with local[cores,failures]")
        marks = self.folder / "marks"
        marks.mkdir()
        flaky = self.folder / "flaky"
        flaky.write_text(
            f'#!/bin/sh\nif [ "$1" = map ] && mkdir "{marks}/killed" 2>/dev/null; then head -c 1000 >/dev/null; kill -9 $$; fi\nexec "{NAVAUDIT}" "$@"\n')
        flaky.chmod(0o755)
        output = self.folder / "killed"
        analyze(self.frame(), str(output), map=str(MAP), key="k", binary=str(flaky), memory="256M", buckets=3, spark=self.spark)
        self.assertTrue((marks / "killed").exists())
        self.expect_same(contents(output))

    def test_a_refusal_is_one_line(self):
        with self.assertRaises(NavauditError) as refused:
            self.reports(self.frame(), "refused", buckets=2, gap=0)
        self.assertIn("--gap takes minutes", str(refused.exception))
        self.assertFalse((self.folder / "refused").exists())

    def test_a_binary_that_no_worker_has(self):
        with self.assertRaises(NavauditError) as refused:
            analyze(self.frame(), str(self.folder / "none"), binary="/no/such/navaudit", ship=False, buckets=2, spark=self.spark)
        self.assertIn("/no/such/navaudit: cannot be started on this worker", str(refused.exception))
        with self.assertRaises(NavauditError):
            analyze(self.frame(), str(self.folder / "none"), binary="/no/such/navaudit", buckets=2, spark=self.spark)


if __name__ == "__main__":
    unittest.main(verbosity=2)
