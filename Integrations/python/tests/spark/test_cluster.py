"""navaudit on a cluster of two workers with processes of their own."""
import os
import unittest

from support import MAP, analyzed, contents, differences, script, session, simulated, temporary_folder

from navaudit.spark import analyze


@unittest.skipUnless(os.path.exists("/proc/self/stat"), "the test finds the processes of workers in /proc")
class ClusterTests(unittest.TestCase):
    def test_lost_workers(self):
        folder = temporary_folder(self.addCleanup)
        log = simulated(60)
        (folder / "log.ndjson").write_bytes(log)
        spark = session("local-cluster[2,1,1024]", **{"spark.executor.memory": "512m", "spark.shuffle.io.retryWait": "500ms"})
        self.addCleanup(spark.stop)
        # Libraries beside the binary are sent with it.
        (folder / "lib").mkdir()
        (folder / "lib/example").touch()
        # A worker loses its Java process in the middle of a survey, and later its Python process in the middle of a state.
        trouble = script(
            folder / "trouble",
            f"""
            [ -f "$(dirname "$0")/lib/example" ] || exit 1
            once() {{ mkdir "{folder}/$1" 2>/dev/null; }}
            parent() {{ sed "s/.*) . //; s/ .*//" "/proc/$1/stat"; }}
            case "$*" in
            map*"--bucket=2/4"*--survey-only*) if once executor; then head -c 1000 >/dev/null; kill -9 "$(parent "$(parent $PPID)")"; fi ;;
            map*"--bucket=3/4"*) if once python; then head -c 1000 >/dev/null; kill -9 $PPID; fi ;;
            esac""")
        output = folder / "Reports"
        analyze(str(folder / "log.ndjson"), output, map=MAP, key="k", binary=trouble, memory="256M", buckets=4, fan_in=3)
        self.assertTrue((folder / "executor").exists() and (folder / "python").exists())
        self.assertEqual(differences(contents(output), analyzed(log, folder / "expected", key="k")), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
