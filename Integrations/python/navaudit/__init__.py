"""navaudit finds what is wrong with an app's navigation, from its event logs.

    import navaudit

    report = navaudit.analyze(frame)
    report.verdict
    report.findings
    report.save("Reports")

`navaudit.spark.analyze` does the same on a Spark cluster.
"""
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._process import NavauditError, binary, run

if TYPE_CHECKING:
    from ._analysis import analyze, compare, read_map
    from ._report import Comparison, Report

    __version__: str

#: The folder of a log to try things on, and of its app map: bazaar.ndjson.gz and navaudit.yml.
SAMPLE = Path(__file__).parent / "sample"

__all__ = ["SAMPLE", "__version__", "Comparison", "NavauditError", "Report", "analyze", "binary", "compare", "read_map"]


def __getattr__(name: str) -> Any:
    # The command starts without them.
    from importlib import import_module

    if name == "__version__":
        return run(binary(), ["--version"]).stdout.decode().strip()
    if name in __all__:
        return getattr(import_module("._report" if name in ("Comparison", "Report") else "._analysis", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
