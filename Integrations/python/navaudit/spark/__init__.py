"""Runs navaudit on logs that are spread over a Spark cluster.

    from navaudit.spark import analyze

    report = analyze("s3a://logs/2026-03/", map="navaudit.yml", key="...", buckets=500)
    report.tables["tabs"].write.saveAsTable("navaudit.tabs")

The tables are those of `navaudit analyze` on all logs on one machine with the same key.
"""
from .._process import NavauditError
from ._cluster import SparkReport, analyze

__all__ = ["NavauditError", "SparkReport", "analyze"]
