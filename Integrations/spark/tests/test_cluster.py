"""navaudit on a cluster of two workers with processes of their own. Run by ../run_tests."""
import tempfile
import unittest
from pathlib import Path

from support import MAP, analyzed, contents, differences, script, session, simulated

from navaudit_spark import analyze


class ClusterTests(unittest.TestCase):
    def test_lost_and_slow_tasks(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="navaudit-cluster-")))
        log = simulated(60)
        (folder / "log.ndjson").write_bytes(log)
        # A task that takes longer than the others is started once more on the other worker.
        speculation = {"spark.speculation": "true", "spark.speculation.interval": "100ms", "spark.speculation.multiplier": "1.5", "spark.speculation.quantile": "0.5"}
        spark = session("local-cluster[2,1,1024]", folder, **{"spark.executor.memory": "512m"}, **speculation)
        self.addCleanup(spark.stop)
        # One worker loses its process with a survey. The first map of another bucket takes an hour.
        trouble = script(
            folder / "trouble",
            f"""
            once() {{ mkdir "{folder}/$1" 2>/dev/null; }}
            case "$*" in
            survey*--bucket\\ 3/6*) if once lost; then kill -9 $(ps -o ppid= -p $PPID); kill -9 $PPID; fi ;;
            map*--bucket\\ 5/6*) if once slow; then exec sleep 3600; fi ;;
            esac""")
        output = folder / "Reports"
        analyze(str(folder / "log.ndjson"), output, map=MAP, key="k", binary=trouble, memory="256M", buckets=6, fan_in=2)
        self.assertTrue((folder / "lost").exists() and (folder / "slow").exists())
        self.assertEqual(differences(contents(output), analyzed(log, folder / "expected", "--key", "k")), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
