"""Asks a SQL engine the questions of questions.sql: ask_sql.py duckdb|clickhouse LOG FOLDER"""

import json
import os
import sys
import tempfile
from pathlib import Path

import dialects
from agreement import write

CORES = len(os.sched_getaffinity(0))


def ask_duckdb(log: str, folder: Path) -> None:
    import duckdb

    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with tempfile.TemporaryDirectory(dir=folder) as spill:
        # Above this memory limit the engine spills to disk and does not fail.
        connection = duckdb.connect(config={
            "threads": CORES, "memory_limit": f"{int(memory * 0.65)}B", "temp_directory": spill, "preserve_insertion_order": False})
        for table, statement in dialects.duckdb(log, str(folder / "model.parquet")).statements():
            answer = connection.execute(statement)
            if table:
                write(folder, table, [column[0] for column in answer.description], answer.fetchall())
        connection.close()


def ask_clickhouse(log: str, folder: Path) -> None:
    from chdb.session import Session

    with tempfile.TemporaryDirectory(dir=folder) as store:
        session = Session(store)
        # Names refer to columns, as in other engines, and times are RFC 3339.
        for setting in (f"max_threads = {CORES}", "prefer_column_name_to_alias = 1", "date_time_input_format = 'best_effort'"):
            session.query(f"SET {setting}")
        for table, statement in dialects.clickhouse(log, str(folder / "model.parquet")).statements():
            answer = session.query(statement, "JSONCompact")
            if table:
                answer = json.loads(answer.bytes())
                write(folder, table, [column["name"] for column in answer["meta"]], answer["data"])
        session.close()


if __name__ == "__main__":
    engine, log, folder = sys.argv[1:]
    {"duckdb": ask_duckdb, "clickhouse": ask_clickhouse}[engine](os.path.abspath(log), Path(folder).absolute())
