"""Tests of the benchmark's own code: python3 -m unittest discover Benchmarks/peers"""

import sys
import tempfile
import unittest
from pathlib import Path

import dialects
import results
from agreement import KEYS, differences, write
from processes import Failure, run


class Agreement(unittest.TestCase):
    def differences(self, peer, navaudit, columns=("tab", "selects", "reach")):
        with tempfile.TemporaryDirectory() as here, tempfile.TemporaryDirectory() as there:
            write(Path(here), "tabs", list(columns), peer)
            write(Path(there), "tabs", ["tab", "selects", "users", "reach"], navaudit)
            return differences(Path(here), Path(there), ["tabs"])

    def test_equal_cells_agree_in_any_order_and_to_six_decimals(self):
        self.assertEqual([], self.differences([("B", 3, 2 / 3), ("A", 1, None)], [("A", 1, 9, ""), ("B", 3, 9, 0.666667)]))

    def test_a_cell_that_differs_is_told(self):
        self.assertEqual(["tabs.csv: B: selects is 4, navaudit says 3"], self.differences([("B", 4, 0.5)], [("B", 3, 9, 0.5)]))
        self.assertEqual(["tabs.csv: B: reach is 0.50001, navaudit says 0.5"], self.differences([("B", 3, 0.50001)], [("B", 3, 9, 0.5)]))
        self.assertEqual(["tabs.csv: B: reach is empty, navaudit says 0.5"], self.differences([("B", 3, None)], [("B", 3, 9, 0.5)]))

    def test_rows_must_be_the_same_save_those_that_count_nothing(self):
        ours = [("A", 1, 9, 0.5), ("B", 3, 9, 0.5), ("Idle", 0, 0, 0)]
        self.assertEqual(["tabs.csv: B: missing"], self.differences([("A", 1, 0.5)], ours))
        self.assertEqual(["tabs.csv: C: navaudit has no such row"], self.differences([("A", 1, 0.5), ("B", 3, 0.5), ("C", 1, 0.5)], ours))

    def test_no_answer_is_no_agreement(self):
        self.assertEqual(["tabs.csv: no rows"], self.differences([], [("Idle", 0, 0, 0)]))
        self.assertEqual(["tabs.csv: navaudit has no column taps"], self.differences([("A", 1)], [("A", 1, 9, 0.5)], ("tab", "taps")))


class Questions(unittest.TestCase):
    def test_both_dialects_answer_every_table_and_leave_no_gap(self):
        for dialect in (dialects.duckdb("a.ndjson", "m.parquet"), dialects.clickhouse("a.ndjson", "m.parquet")):
            statements = dialect.statements()
            self.assertEqual(sorted(KEYS), sorted(table for table, _ in statements if table))
            for word in dialect.words:
                self.assertNotIn(f"{{{word}", "".join(text for _, text in statements))

    def test_arguments_take_their_places(self):
        self.assertEqual("min(a) IF b", dialects.Dialect({"least": "min($1) IF $2"}).translate("{least(a, b)}"))


class Processes(unittest.TestCase):
    def run_python(self, program, memory=1 << 30, seconds=20.0):
        return run([sys.executable, "-c", program], {0}, memory, seconds, Path("/"))

    def test_cost_is_measured(self):
        cost = self.run_python("import time; x = bytearray(50_000_000); time.sleep(0.2)")
        self.assertGreater(cost.seconds, 0.2)
        self.assertGreater(cost.memory, 50_000_000)
        self.assertLess(cost.processor_seconds, cost.seconds)

    def test_what_goes_wrong_is_told_in_one_line(self):
        with self.assertRaisesRegex(Failure, "^ended with status 1: no such log$"):
            self.run_python("import sys; sys.exit('no such log')")
        with self.assertRaisesRegex(Failure, "^needs more than 0.1 GB of memory$"):
            self.run_python("import time; x = bytearray(200_000_000); time.sleep(20)", memory=100_000_000)
        with self.assertRaisesRegex(Failure, "^takes longer than 0.3 s$"):
            self.run_python("import time; time.sleep(20)", seconds=0.3)
        with self.assertRaisesRegex(Failure, "^/nowhere could not be started: No such file or directory$"):
            run(["/nowhere"], {0}, 1 << 30, 1, Path("/"))


class Results(unittest.TestCase):
    def test_the_table_tells_ratios_growth_and_failures(self):
        def tool(seconds):
            return {"seconds": seconds, "median_seconds": sorted(seconds)[len(seconds) // 2], "median_processor_seconds": 1.0, "peak_memory_bytes": 2e8}

        text = results.markdown({
            "date": "2026-11-21", "machine": {"processor": "P", "cores": 4, "cores_used": 2, "memory_bytes": 24e9, "system": "Linux"}, "versions": {"a": "1"},
            "sizes": [
                {"events": 4_000_000, "bytes": 1e9, "tools": {"navaudit": tool([2.0, 1.9, 2.2]), "slow": tool([5.0])}, "failures": {}},
                {"events": 40_000_000, "bytes": 1e10, "tools": {"navaudit": tool([22.0])}, "failures": {"slow": "slow needs more than 20 GB of memory"}},
            ]})
        self.assertIn("| navaudit | 2.00 s | 1.0 | 1.90 s – 2.20 s | 1.00 s | 0.50 µs | 500 | 200 MB | 3 |", text)
        self.assertIn("| slow | 5.00 s | 2.5 |", text)
        self.assertIn("| slow | needs more than 20 GB of memory |", text)
        self.assertIn("navaudit, an event at 40 million events against 4 million: +10%.", text)


if __name__ == "__main__":
    unittest.main()
