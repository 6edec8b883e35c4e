"""navaudit finds what is wrong with an app's navigation, from its event logs.

    import navaudit

    report = navaudit.analyze(frame)
    report.verdict
    report.findings
    report.save("Reports")

`navaudit.spark.analyze` does the same on a Spark cluster.
"""
from typing import TYPE_CHECKING, Any

from ._process import NavauditError

if TYPE_CHECKING:
    from ._analysis import analyze, binary, compare, read_map
    from ._report import Comparison, Report

__all__ = ["Comparison", "NavauditError", "Report", "analyze", "binary", "compare", "read_map"]


def __getattr__(name: str) -> Any:
    # The command starts without them.
    from importlib import import_module

    if name in ("analyze", "binary", "compare", "read_map"):
        return getattr(import_module("._analysis", __name__), name)
    if name in ("Comparison", "Report"):
        return getattr(import_module("._report", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
