"""The differences between DuckDB and ClickHouse in questions.sql: how a log is read, and the names of some functions."""

import re
from dataclasses import dataclass
from pathlib import Path

QUESTIONS = Path(__file__).with_name("questions.sql")


@dataclass(frozen=True)
class Dialect:
    """The replacements for braces in questions.sql: `{name}`, or `{name(1, 2, …)}` with `$1`, `$2`, … in the replacement."""

    words: dict[str, str]

    def statements(self) -> list[tuple[str | None, str]]:
        """Each statement with the name of its table, or None if it only prepares."""
        found = []
        for part in re.split(r";\s*$", QUESTIONS.read_text(), flags=re.MULTILINE):
            headings = re.findall(r"^-- (\w+)\.csv$", part, flags=re.MULTILINE)
            statement = re.sub(r"^\s*--.*$", "", part, flags=re.MULTILINE).strip()
            if statement:
                found.append((headings[-1] if headings else None, self.translate(statement)))
        return found

    def translate(self, text: str) -> str:
        def word(match: re.Match) -> str:
            replacement = self.words[match["name"]]
            for place, argument in enumerate((match["arguments"] or "").split(","), start=1):
                replacement = replacement.replace(f"${place}", argument.strip())
            return replacement

        return re.sub(r"\{(?P<name>\w+)(\((?P<arguments>[^{}]*)\))?\}", word, text)


def three_digits(milliseconds: str) -> str:
    """Rounded down to three significant digits, as all times whose quantiles are reported."""
    unit = f"CAST(pow(10, greatest(0, floor(log10(greatest({milliseconds}, 1))) - 2)) AS BIGINT)"
    return f"({milliseconds} - {milliseconds} % {unit})"


def duckdb(log: str, model: str) -> Dialect:
    return Dialect({
        "storage": "",
        "read": f"""
            SELECT DISTINCT ON ("user", id) id, "user", coalesce(session, '') AS session, epoch_ms(time) AS time, event,
              coalesce(screen, '') AS screen, coalesce(target, '?') AS target, coalesce(container, 'menu') AS container,
              coalesce(via, '') AS via, coalesce(outcome, '') AS outcome, coalesce(platform, '') AS platform,
              coalesce(app_version, '') AS app_version
            FROM read_json('{log}', format = 'newline_delimited', ignore_errors = true, columns = {{
              id: 'VARCHAR', "user": 'VARCHAR', session: 'VARCHAR', time: 'TIMESTAMP', event: 'VARCHAR', screen: 'VARCHAR',
              target: 'VARCHAR', container: 'VARCHAR', via: 'VARCHAR', outcome: 'VARCHAR', platform: 'VARCHAR', app_version: 'VARCHAR'}})
            WHERE "user" IS NOT NULL AND time IS NOT NULL AND event IS NOT NULL""",
        "hash": "hash($1, $2)",
        "last_known": "last_value($1 IGNORE NULLS)",
        "arg_min_if": "arg_min($1, $2) FILTER (WHERE $3)",
        "quantile": "quantile_disc($2, $1)",
        "median_if": "quantile_disc($1, 0.5) FILTER (WHERE $2)",
        "median_time_if": three_digits("(quantile_disc($1, 0.5) FILTER (WHERE $2))"),
        "day": "CAST(epoch_ms($1) AS DATE)",
        "keep_start": "COPY (",
        "keep_end": f") TO '{model}' (FORMAT parquet)",
    })


def clickhouse(log: str, model: str) -> Dialect:
    return Dialect({
        "storage": "ENGINE = Memory",
        "read": f"""
            SELECT id, user, session, toUnixTimestamp64Milli(time) AS time, event, screen, target, container, via, outcome, platform, app_version
            FROM file('{log}', 'JSONEachRow',
              'id String, user String, session String, time DateTime64(3, ''UTC''), event LowCardinality(String), screen LowCardinality(String),
               target LowCardinality(String) DEFAULT ''?'', container LowCardinality(String) DEFAULT ''menu'', via LowCardinality(String),
               outcome LowCardinality(String), platform LowCardinality(String), app_version LowCardinality(String)')
            WHERE user <> '' AND event <> ''
            LIMIT 1 BY user, id""",
        "hash": "cityHash64($1, $2)",
        "last_known": "last_value($1) IGNORE NULLS",
        "arg_min_if": "argMinIf($1, $2, $3)",
        "quantile": "quantileExactWeighted($1)($2, 1)",
        "median_if": "quantileExactLowIf(0.5)($1, $2)",
        "median_time_if": three_digits("quantileExactLowIf(0.5)($1, $2)"),
        "day": "toDate(fromUnixTimestamp64Milli($1, 'UTC'))",
        "keep_start": f"INSERT INTO FUNCTION file('{model}', 'Parquet')",
        "keep_end": "",
    })
