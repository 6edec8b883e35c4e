"""navaudit on PySpark gives the reports of one machine."""
import json
import unittest
from unittest import mock

from pyspark.sql import functions as F
from support import LOCAL, MAP, NAVAUDIT, analyzed, contents, differences, script, session, simulated, temporary_folder

from navaudit.spark import NavauditError, _lines, _tasks, analyze


def split(log, folder):
    """Three files, the second of which Spark reads first because it is the largest, with events of each user in all. Returns all three together."""
    lines = log.splitlines(keepends=True)
    parts = [lines[0::4], [line for number, line in enumerate(lines) if number % 4 in (1, 2)], lines[3::4]]
    folder.mkdir()
    for number, part in enumerate(parts, 1):
        (folder / f"{number}.ndjson").write_bytes(b"".join(part))
    return b"".join(line for part in parts for line in part)


class SparkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = temporary_folder(cls.addClassCleanup)
        # Two threads. A task may fail twice.
        cls.spark = session("local[2,3]")
        cls.addClassCleanup(cls.stop)
        cls.logs = cls.folder / "logs"
        cls.log = split(simulated(60), cls.logs)
        cls.file = cls.folder / "log.ndjson"
        cls.file.write_bytes(cls.log)
        cls.expected = analyzed(cls.log, cls.folder / "expected", key="k")

    @classmethod
    def stop(cls):
        cls.spark.stop()
        # A task that Spark kills because another failed cannot clean up; its folder goes with Spark's own.
        assert not list(LOCAL.glob("blockmgr-*/navaudit-*")), "nothing is left behind"

    def frame(self):
        return self.spark.read.json(str(self.file))

    def analyze(self, source, **options):
        """The reports on a source."""
        options = {"map": MAP, "key": "k", "binary": NAVAUDIT, "memory": "256M", "buckets": 3, **options}
        output = self.folder / self.id()
        self.report = analyze(source, output, **options)
        return contents(output)

    def assert_same(self, found, expected=None):
        self.assertEqual(differences(found, expected or self.expected), [])

    def scratch_folders(self):
        self.assertTrue(list(LOCAL.glob("blockmgr-*")))
        return set(LOCAL.glob("blockmgr-*/navaudit-*"))

    def assert_refused(self, message, source=None, **options):
        before = self.scratch_folders()
        with self.assertRaises(NavauditError) as refused:
            self.analyze(source or self.frame(), **options)
        self.assertRegex(str(refused.exception), message)
        self.assertNotIn("\n", str(refused.exception))
        self.assertFalse((self.folder / self.id()).exists(), "nothing is written")
        self.assertEqual(self.scratch_folders(), before, "a task that fails cleans up")

    # Input

    def test_json_lines(self):
        self.assert_same(self.analyze(str(self.logs)))

    def test_broken_lines(self):
        log = split(simulated(60, broken=100), self.folder / "broken-logs")
        found, expected = self.analyze(str(self.folder / "broken-logs")), analyzed(log, self.folder / "broken", key="k")
        # The reports name the first rejected lines, and datapackage.json has the sizes of the reports.
        self.assertEqual(set(differences(found, expected)) - {"datapackage.json", "report.html", "report.md"}, set())

    def test_data_frame(self):
        frame = self.spark.read.json(str(self.logs)).filter("event IS NOT NULL").withColumn("more", F.rand())
        self.assert_same(self.analyze(frame))

    def test_parquet_with_other_columns(self):
        frame = self.frame().withColumnRenamed("user", "person").selectExpr("*", "CAST(time AS TIMESTAMP) AS at").drop("time")
        frame.coalesce(1).write.option("maxRecordsPerFile", 4000).parquet(str(self.folder / "parquet"))
        self.assert_same(self.analyze(str(self.folder / "parquet"), columns={"user": "person", "time": "at"}))

    def test_a_table(self):
        self.frame().createOrReplaceTempView("events")
        self.assert_same(self.analyze(self.spark.table("events"), map=str(MAP)))

    def test_small_groups(self):
        expected = analyzed(self.log, self.folder / "groups", "--minimum-group", "3", key="k")
        self.assert_same(self.analyze(self.frame(), minimum_group=3), expected)

    def test_the_key_follows_from_all_users(self):
        self.assert_same(self.analyze(self.frame(), key=None), analyzed(self.log, self.folder / "no-key"))

    # Buckets

    def test_many_buckets_with_nobody(self):
        # Two hundred tasks for sixty users; a small fan_in makes a tree of merges.
        self.assert_same(self.analyze(self.frame(), buckets=200, fan_in=16))

    def test_skewed_buckets(self):
        events = [json.loads(line) for line in self.log.splitlines()]
        for event in events[: len(events) * 2 // 3]:
            event["user"] = events[0]["user"]
            # Sessions that overlap would tell that this is not one person, who is not judged on one machine.
            for name in ("id", "session"):
                event.pop(name, None)
        skewed = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events).encode()
        (self.folder / "skewed.ndjson").write_bytes(skewed)
        self.assert_same(self.analyze(str(self.folder / "skewed.ndjson"), buckets=5), analyzed(skewed, self.folder / "skewed", key="k"))

    def test_buckets_of_earlier_versions_of_spark(self):
        with mock.patch.object(_lines, "_NUMBERS_PARTITIONS", False):
            self.assert_same(self.analyze(self.frame(), buckets=7))

    def test_attempts_give_the_same_bytes(self):
        def states():
            lines = _lines.in_buckets(_lines.read(self.spark, str(self.file), None, "user"), 3, self.spark)
            task = _tasks.bucket_task(NAVAUDIT, ["map", "-"], {}, 3, "k")
            return [bytes(row["state"]) for row in lines.mapInArrow(task, "state binary").collect()]

        self.assertEqual(states(), states())

    # Failures

    def test_killed_tasks_are_tried_again(self):
        flaky = script(
            self.folder / "flaky",
            f"""
            once() {{ mkdir "{self.folder}/$1" 2>/dev/null; }}
            case "$*" in
            map*"--bucket=1/3"*--survey-only*) if once worker; then head -c 1000 >/dev/null; kill -9 $PPID; fi ;;
            map*"--bucket=2/3"*) if once navaudit; then head -c 1000 >/dev/null; kill -9 $$; fi ;;
            esac""")
        self.assert_same(self.analyze(self.frame(), binary=flaky))
        self.assertTrue((self.folder / "worker").exists() and (self.folder / "navaudit").exists())

    def test_a_refusal_is_one_line(self):
        self.assert_refused(r"^gap takes a duration .*, not `0`$", gap=0)

    def test_no_binary(self):
        missing = "/no/such/navaudit"
        self.assert_refused(f"^{missing}: there is no such program on the driver", binary=missing)
        message = rf"^{missing}: cannot be started \(No such file or directory\); .* \(bucket 0/1 on .+\)$"
        self.assert_refused(message, worker_binary=missing, buckets=1)

    def test_a_full_disk(self):
        # Files may not grow beyond 64 kB. Users with long names leave little memory for events.
        full = script(self.folder / "full", "trap '' XFSZ; ulimit -f 128")
        user = f"concat('{'long' * 125}', id) AS user"
        users = self.spark.range(100_000).selectExpr("1772000000 + id AS time", user, "'screen_view' AS event", "'Home' AS screen")
        message = r"^.+: cannot spill events to disk \(.+\); .* \(bucket 0/1 on .+\)$"
        self.assert_refused(message, users, map=None, memory="64M", buckets=1, binary=full)

    def test_nobody(self):
        self.assert_refused("^no events; pass a log with one event in each row$", self.frame().limit(0))


if __name__ == "__main__":
    unittest.main(verbosity=2)
