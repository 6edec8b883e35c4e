"""The recipes of the documentation without Spark: a shell with xargs, and DuckDB through a pipe. Run by ../run_tests."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NAVAUDIT = os.environ["NAVAUDIT"]


def shell(script, folder, **more):
    environment = {**os.environ, "NAVAUDIT": NAVAUDIT, "PATH": f"{Path(NAVAUDIT).parent}:{os.environ['PATH']}", **more}
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file() and path.suffix != ".sqlite"}


class RecipeTests(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        shell(f"navaudit simulate {ROOT}/SampleLogs/bazaar.app.yml --users 40 --days 4 --seed 5 > log.ndjson; cp {ROOT}/SampleLogs/navaudit.yml .", self.folder)
        shell("navaudit analyze - --map navaudit.yml --key k --output Whole < log.ndjson", self.folder)

    def tearDown(self):
        self.scratch.cleanup()

    def test_xargs(self):
        # Each user's lines go to one of eight files.
        shell(
            """
            mkdir parts
            awk -v n=8 '{ match($0, /"user":"[^"]*"/); user = substr($0, RSTART, RLENGTH); h = 0
              for (i = 1; i <= length(user); i++) h = (h * 31 + index("0123456789abcdefghijklmnopqrstuvwxyz\\"-_:", substr(user, i, 1))) % 65521
              print > ("parts/" h % n ".ndjson") }' log.ndjson
            ls parts/*.ndjson | xargs -P 2 -I {} sh -c 'navaudit survey - --map navaudit.yml --key k --quiet --output {}.survey < {}'
            navaudit reduce parts/*.survey --allow overlap --quiet --output all.state
            ls parts/*.ndjson | xargs -P 2 -I {} sh -c 'navaudit map - --map navaudit.yml --key k --survey all.state --quiet --output {}.state < {}'
            navaudit reduce parts/*.state --allow overlap --quiet --output Reports
            """,
            self.folder)
        self.assertEqual(contents(self.folder / "Reports"), contents(self.folder / "Whole"))

    def test_duckdb_through_a_pipe(self):
        query = """
import duckdb, sys
duckdb.sql("COPY (SELECT * FROM read_json('log.ndjson', format='newline_delimited', maximum_object_size=1000000)) TO 'log.parquet' (FORMAT parquet)")
duckdb.sql("COPY (SELECT * FROM 'log.parquet') TO '/dev/stdout' (FORMAT json)")
"""
        (self.folder / "query.py").write_text(query)
        shell("\"$PYTHON\" query.py | navaudit analyze - --map navaudit.yml --key k --quiet --output Piped", self.folder, PYTHON=sys.executable)
        piped, whole = contents(self.folder / "Piped"), contents(self.folder / "Whole")
        self.assertEqual([name for name in whole if name.endswith(".csv") and piped[name] != whole[name]], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
