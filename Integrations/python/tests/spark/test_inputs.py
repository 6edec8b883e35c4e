"""Logs as teams have them: each gives the tables of `navaudit analyze`, or is refused in one line."""
import datetime
import json
import math
import sys
import tempfile
import unittest

from support import MAP, command, contents, differences, session, simulated, temporary_folder

from navaudit.spark import NavauditError, _tasks, analyze

MARK = "\ufeff"


def tables(files):
    """The tables and pictures. Reports name the first rejected lines, whose numbers depend on how the log is cut; the package has their sizes."""
    return {name: data for name, data in files.items() if name not in ("datapackage.json", "report.html", "report.md")}


class InputTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = temporary_folder(cls.addClassCleanup)
        # A file system other than that of the driver, as s3a: would be.
        lake = {f"spark.hadoop.fs.viewfs.mounttable.lake.link./{name}": f"file://{cls.folder}/lake-{name}" for name in ("in", "out")}
        for name in ("in", "out"):
            (cls.folder / f"lake-{name}").mkdir()
        cls.spark = session("local[2]", **lake)
        cls.addClassCleanup(cls.spark.stop)
        cls.lines = simulated(40).splitlines()
        cls.map = MAP.read_text()

    def path(self, name, lines):
        path = self.folder / f"{self.id()}-{name}"
        path.write_bytes(b"\n".join(lines) + b"\n")
        return path

    def analyze(self, source, **options):
        options = {"map": MAP, "key": "k", "memory": "256M", "buckets": 3, **options}
        self.report = analyze(source, **options)
        return contents(self.report.save(self.folder / f"{self.id()}-Saved"))

    def assert_same(self, source, lines, *arguments, map=MAP, **options):
        """The tables on Spark are those of the command on the lines."""
        log = b"\n".join(lines) + b"\n"
        output = self.folder / f"{self.id()}-Expected"
        command("analyze", "-", "--map", map, "--output", output, "--quiet", "--max-rejected", "50%", *arguments, input=log, key="k")
        found = self.analyze(source, map=map, options=["--max-rejected", "50%"], **options)
        self.assertEqual(differences(tables(found), tables(contents(output))), [])

    def assert_refused(self, message, source, **options):
        with self.assertRaises(NavauditError) as refused:
            self.analyze(source, **options)
        self.assertRegex(str(refused.exception), message)
        self.assertNotIn("\n", str(refused.exception))

    # Lines

    def test_bytes_that_are_not_utf_8(self):
        lines = [*self.lines[:900], self.lines[900].replace(b'"event":"', b'"event":"\xff'), *self.lines[901:]]
        self.assert_same(str(self.path("bytes.ndjson", lines)), lines)
        self.assertEqual(self.report.tables["summary"].where("metric = 'events_rejected'").first()["value"], 1.0)

    def test_odd_users_are_those_of_navaudit(self):
        odd = [
            '"user":"first","user":"last"', '"user":1.50', '"user":1e3', '"user":-0', '"user":12345678901234567890123', '"user":"a\\u0000b"', '"user":"\\ud83d\\ude00"',
            '"user":true', '"user":null', '"user":""', '"user":["a"]', '"user":{"a":1}', '"user":" padded "', '"user":"half \\ud800"', '"user":NaN', '"user":01',
            '"user":"\u2028"', '"u\\u0073er":"escaped"',
        ]
        lines = [
            *(f'{{"time":"2026-03-02T06:0{number % 10}:00Z",{user},"event":"screen_view","screen":"Home"}}'.encode() for number, user in enumerate(odd)),
            b'{"time":"2026-03-02T06:00:00Z","user":"trailing","event":"screen_view","screen":"Home"} x',
            b' {"time":"2026-03-02T06:00:00Z","user":"spaces","event":"screen_view","screen":"Home"}\t',
            (MARK + '{"time":"2026-03-02T06:00:00Z","user":"mark","event":"screen_view","screen":"Home"}').encode(), b"[]", b"7", b'"user"', b"",
        ]
        self.assert_same(str(self.path("odd.ndjson", [*self.lines, *lines])), [*self.lines, *lines])

    def test_a_mark_at_the_beginning_of_each_file(self):
        half = len(self.lines) // 2
        folder = self.folder / self.id()
        folder.mkdir()
        for number, part in enumerate((self.lines[:half], self.lines[half:])):
            (folder / f"{number}.ndjson").write_bytes(MARK.encode() + b"\n".join(part) + b"\n")
        self.assert_same(str(folder), self.lines)

    def test_users_of_a_line(self):
        self.assertEqual(_tasks.user_of(b'{"properties":{"user":17}}', ["properties", "user"]), "17")
        self.assertEqual(_tasks.user_of(b'{"properties.user":"flat"}', ["properties", "user"]), "flat")
        for line in (b'{"user":', b"\xff", b"[" * 100_000, b"7"):
            self.assertIsNone(_tasks.user_of(line, ["user"]))

    # Columns

    def renamed(self):
        return [line.replace(b'"user":', b'"account_id":') for line in self.lines]

    def test_the_column_of_the_map_is_the_user(self):
        map = self.folder / "renamed.yml"
        map.write_text(self.map + "\ncolumns: {user: account_id}\n")
        path = self.path("renamed.ndjson", self.renamed())
        self.assert_same(str(path), self.renamed(), map=map)
        found = self.analyze(self.spark.read.json(str(path)), map=map.read_text())
        self.assertEqual(differences(tables(found), tables(contents(self.folder / f"{self.id()}-Expected"))), [])

    def test_columns_are_those_of_navaudit(self):
        path = self.path("renamed.ndjson", self.renamed())
        self.assert_same(str(path), self.renamed(), "--columns", "user=account_id", columns={"user": "account_id"})

    def test_the_wrong_user_is_noticed_before_the_run(self):
        path = str(self.path("renamed.ndjson", self.renamed()))
        self.assert_refused("^none of the first 5,000 rows has a user in `user`; name its field with user=, or in the map's columns$", path)
        self.assert_refused("^no column `user` for the user; there are ", self.spark.read.json(path))
        other = str(self.path("log.ndjson", self.lines))
        self.assert_refused("^`session` is not where the user is read from in the first 5,000 rows; name the same field", other, user="session")

    def test_a_frame_of_other_columns_is_read(self):
        path = str(self.path("renamed.ndjson", self.renamed()))
        for source in (self.spark.read.json(path), path):
            found = self.analyze(source, map=None)
            self.assertEqual(self.report.outcome["users"], 40)
            self.assertIn("user = account_id", self.report.read_as)
            self.assertIn("report.html", found)

    def test_a_little_log_is_the_work_of_the_driver(self):
        lines = self.lines[:2000]
        self.assert_same(str(self.path("little.ndjson", lines)), lines, buckets=None)

    def test_the_time_zone_is_that_of_naive_times(self):
        rows = [(datetime.datetime(2026, 3, 2, 8, minute), f"u{minute % 30}", "screen_view", "Home") for minute in range(60)]
        frame = self.spark.createDataFrame(rows, "time timestamp_ntz, user string, event string, screen string")
        self.analyze(frame, map=None, time_zone="Europe/Helsinki", buckets=None)
        self.assertEqual(self.report.period[0], datetime.datetime(2026, 3, 2, 6, 0, tzinfo=datetime.timezone.utc))

    def test_workers_without_arrow_are_named(self):
        bare = self.folder / "python"
        bare.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "raise ModuleNotFoundError(\\"No module named \'pyarrow\'\\")"\n')
        bare.chmod(0o755)
        own, self.spark.sparkContext.pythonExec = self.spark.sparkContext.pythonExec, str(bare)
        try:
            self.assert_refused("^the workers .*; before Spark starts, set PYSPARK_PYTHON to the path of a Python that has it: ", self.spark.range(9).selectExpr(
                "1772000000 + id AS time", "id AS user", "'screen_view' AS event", "'Home' AS screen"))
        finally:
            self.spark.sparkContext.pythonExec = own

    def test_lists_that_spark_reads_as_text(self):
        frame = self.spark.read.json(str(self.path("log.ndjson", self.lines)))
        self.assertEqual(dict(frame.dtypes)["value"], "string")
        self.assert_same(frame, self.lines)

    def test_days_alone_are_refused(self):
        frame = self.spark.read.json(str(self.path("log.ndjson", self.lines))).selectExpr("CAST(time AS DATE) AS time", "user", "event", "screen")
        self.assert_refused("^(?!.*/tmp).*", frame)

    def test_frames_of_rows(self):
        rows = [json.loads(line) for line in self.lines]
        data = [
            (datetime.datetime.fromisoformat(row["time"].replace("Z", "+00:00")), {"user": row["user"]}, row["event"], row.get("screen"), row.get("target"))
            for row in rows if row["event"] in ("tab_select", "push", "back", "screen_view")
        ]
        frame = self.spark.createDataFrame(data, "time timestamp, account struct<user: string>, event string, screen string, target string")
        lines = [json.dumps({
            "time": time.isoformat(), "account": account, "event": event, **{name: value for name, value in (("screen", screen), ("target", target)) if value}}).encode()
            for time, account, event, screen, target in data]
        map = self.folder / "nested.yml"
        map.write_text(self.map + "\ncolumns: {user: account.user}\n")
        self.assert_same(frame, lines, map=map)

    # File systems

    def test_other_file_systems(self):
        (self.folder / "lake-in/log.ndjson").write_bytes(b"\n".join(self.lines) + b"\n")
        (self.folder / "lake-in/navaudit.yml").write_text(self.map)
        options = {"map": "viewfs://lake/in/navaudit.yml", "key": "k", "memory": "256M", "buckets": 2}
        report = analyze("viewfs://lake/in/log.ndjson", "viewfs://lake/out/Reports", **options)
        # Hadoop puts a checksum beside each file on a local disk.
        saved = {name: data for name, data in contents(self.folder / "lake-out/Reports").items() if not name.endswith(".crc")}
        self.assertEqual(differences(saved, contents(report.save(self.folder / "Local"))), [])
        self.assertIn("report.html", saved)
        with self.assertRaisesRegex(NavauditError, "^viewfs://lake/out/Reports: exists; name a folder that does not$"):
            analyze("viewfs://lake/in/log.ndjson", "viewfs://lake/out/Reports", **options)

    def test_what_is_not_there(self):
        path = str(self.path("log.ndjson", self.lines))
        self.assert_refused("^.*viewfs://lake/in/no-map.yml", path, map="viewfs://lake/in/no-map.yml")
        self.assert_refused("^'no-map.yml': no such file or folder$", path, map="no-map.yml")
        self.assert_refused("^.*no-such.ndjson", str(self.folder / "no-such.ndjson"))
        self.assert_refused("^nowhere://lake/out: cannot be reached", path, output="nowhere://lake/out")

    def test_wrong_calls(self):
        frame = self.spark.createDataFrame([json.loads(line) for line in self.lines[:50]], "time string, user string, event string, screen string")
        for kind, message, options in (
            (TypeError, "^cannot read a list; pass a path or a data frame of Spark$", {"source": []}),
            (TypeError, "^columns= takes a dictionary of fields and columns", {"columns": "user=user"}),
            (TypeError, "^user= takes the name of a column, not a int$", {"user": 7}),
            (TypeError, "^options= takes a list of arguments", {"options": "--select=depth"}),
            (TypeError, "^map= takes a path or the text of an app map, not a int$", {"map": 7}),
            (TypeError, "^key= takes a text, not an empty one$", {"key": ""}),
            (ValueError, "^no column `user.name` for the user; there are time, user", {"user": "user.name"}),
            (ValueError, "^options= keeps navaudit from writing a report$", {"options": ["--help"]}),
            (FileNotFoundError, "^no-such: there is no such program on the driver", {"binary": "no-such"}),
            (FileNotFoundError, "^.*no-such.parquet", {"source": "no-such.parquet"}),
        ):
            with self.subTest(message), self.assertRaisesRegex(kind, message) as refused:
                analyze(**{"source": frame, **options})
            self.assertNotIn("\n", str(refused.exception))

    # Results

    def test_tables_are_data_frames(self):
        self.analyze(str(self.path("log.ndjson", self.lines)))
        tabs = self.report.tables["tabs"]
        self.assertEqual(dict(tabs.dtypes)["selects"], "bigint")
        self.assertEqual(dict(tabs.dtypes)["period_start"], "timestamp")
        target = str(self.folder / "tabs.parquet")
        tabs.write.parquet(target)
        self.assertEqual(self.spark.read.parquet(target).count(), 5)
        self.assertEqual(self.report.summary.where("metric = 'users'").first()["value"], 40)
        self.assertTrue(self.report.verdict.startswith("About 1 in "))

    def test_the_log_is_read_and_shuffled_once(self):
        read = self.folder / "read"
        read.mkdir()
        folder = str(read)

        def noticed(batches):
            for batch in batches:
                tempfile.mkstemp(dir=folder)
                yield batch

        frame = self.spark.read.json(str(self.path("log.ndjson", self.lines))).coalesce(1)
        self.analyze(frame.mapInArrow(noticed, frame.schema))
        # Once for the first rows, which are a batch, and once for all.
        self.assertEqual(len(list(read.iterdir())), 1 + math.ceil(len(self.lines) / 10_000))


if __name__ == "__main__":
    unittest.main(verbosity=2)
