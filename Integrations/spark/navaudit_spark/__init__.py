"""Runs navaudit on logs that are spread over a Spark cluster.

    from navaudit_spark import analyze
    analyze("s3a://logs/2026-03/", "Reports", map="navaudit.yml", key="...", buckets=500)

The reports are, to the byte, those of `navaudit analyze` on all logs on one machine with the same key. See README.md.
"""
from .cluster import NavauditError, analyze

__all__ = ["NavauditError", "analyze"]
