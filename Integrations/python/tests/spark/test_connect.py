"""navaudit through Spark Connect, with a server of its own. Needs Spark 4: its package for Python has the server."""
import unittest

import pyspark
from support import MAP, analyzed, contents, differences, simulated, temporary_folder

from navaudit.spark import NavauditError, analyze


@unittest.skipUnless(int(pyspark.__version__.split(".")[0]) >= 4, "PySpark 3.5 has no Connect server in its package")
class ConnectTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from pyspark.sql import SparkSession

        cls.folder = temporary_folder(cls.addClassCleanup)
        builder = SparkSession.builder.remote("local[2]").config("spark.sql.shuffle.partitions", "3").config("spark.ui.enabled", "false")
        cls.spark = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").config("spark.local.dir", str(cls.folder / "spark")).getOrCreate()
        cls.addClassCleanup(cls.spark.stop)
        assert "connect" in type(cls.spark).__module__
        cls.log = simulated(40)
        cls.path = cls.folder / "log.ndjson"
        cls.path.write_bytes(cls.log)
        cls.expected = analyzed(cls.log, cls.folder / "expected", key="k")

    def assert_same(self, source, **options):
        output = self.folder / self.id()
        report = analyze(source, output, map=MAP, key="k", memory="256M", spark=self.spark, **options)
        self.assertEqual(differences(contents(output), self.expected), [])
        return report

    def test_json_lines(self):
        report = self.assert_same(str(self.path))
        self.assertEqual(report.tables["tabs"].count(), 5)

    def test_data_frame(self):
        self.assert_same(self.spark.read.json(str(self.path)), buckets=5, fan_in=2)

    def test_refusals(self):
        with self.assertRaisesRegex(NavauditError, "^s3a://lake/Reports: Spark Connect cannot write files there"):
            analyze(str(self.path), "s3a://lake/Reports", spark=self.spark)
        with self.assertRaisesRegex(NavauditError, r"^memory .*\(bucket \d/3 on .+\)$"):
            analyze(str(self.path), spark=self.spark, memory="1K", map=MAP)


if __name__ == "__main__":
    unittest.main(verbosity=2)
