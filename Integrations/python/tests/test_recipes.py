"""The recipes of the documentation without Spark: a shell, and DuckDB through a pipe."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from conftest import ROOT, contents, differences, simulated

import navaudit

ARTICLE = (ROOT / "Sources/NavigationAudit/NavigationAudit.docc/LargeLogs.md").read_text(encoding="utf-8")


def recipe(heading):
    """The commands below a heading of the article."""
    return re.search(rf"^## {heading}\n.*?^```\w+\n(.*?)^```", ARTICLE, re.MULTILINE | re.DOTALL)[1]


class RecipeTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/navaudit").symlink_to(navaudit.binary())
        (self.folder / "log.ndjson").write_bytes(simulated(40))

    def run_shell(self, script):
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=self.folder, env={**os.environ, "PATH": path}, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def assert_same(self):
        self.assertEqual(differences(contents(self.folder / "Reports"), contents(self.folder / "Expected")), [])

    def split(self):
        """Puts each user into the file of the last character of the id."""
        self.run_shell(
            """
            NAVAUDIT_KEY=secret navaudit analyze - --no-store --output Expected < log.ndjson
            mkdir parts
            awk 'match($0, /"user":"[^"]*"/) { print > ("parts/" substr($0, RSTART + RLENGTH - 2, 1) ".ndjson") }' log.ndjson
            """)
        self.assertGreater(len(list(self.folder.glob("parts/*"))), 9)

    def test_xargs(self):
        self.split()
        self.run_shell(recipe("With a shell"))
        self.assert_same()

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_parallel(self):
        self.split()
        commands, count = re.subn(r"ls (\S+) \| xargs -P 8 -I {} sh -c ('.*')", r"parallel -j 2 \2 ::: \1", recipe("With a shell"))
        self.assertEqual(count, 2)
        self.run_shell(commands)
        self.assert_same()

    def test_duckdb(self):
        self.run_shell(
            """
            navaudit analyze - --output Expected < log.ndjson
            mkdir log
            duckdb -c "CREATE TABLE log AS SELECT * REPLACE (strftime(time, '%Y-%m-%dT%H:%M:%SZ') AS time) FROM read_json('log.ndjson');
              COPY (FROM log LIMIT 3000) TO 'log/1.parquet'; COPY (FROM log OFFSET 3000) TO 'log/2.parquet'"
            """)
        self.run_shell(recipe("With DuckDB"))
        self.assert_same()

    def test_duckdb_with_timestamps(self):
        self.run_shell(
            """
            navaudit analyze - --output Expected < log.ndjson
            mkdir log
            duckdb -c "COPY (FROM read_json('log.ndjson')) TO 'log/1.parquet'"
            """)
        self.run_shell(recipe("With DuckDB").replace("SELECT *", "SELECT * REPLACE (epoch_us(time) AS time)"))
        self.assert_same()


if __name__ == "__main__":
    unittest.main(verbosity=2)
