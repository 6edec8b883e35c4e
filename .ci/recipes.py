"""The checks of .ci/recipes.

    python .ci/recipes.py NAVAUDIT FOLDER

NAVAUDIT is the binary, FOLDER an empty folder for what is written on the way. Ends with an error at the first recipe that does not work.
"""

import html
import io
import json
import pathlib
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import duckdb
import jsonschema
import openpyxl
import xmlschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECIPES = ROOT / "Reports/recipes"
REPORTS = ROOT / "Reports"
STORE = REPORTS / "navigation.sqlite"
SCHEMAS = ROOT / "Tests/Fixtures/schemas"
NAVAUDIT = str(pathlib.Path(sys.argv[1]).resolve())
FOLDER = pathlib.Path(sys.argv[2]).resolve()
TOOLS = pathlib.Path(sys.executable).parent


def run(*command, status=0, cwd=ROOT):
    """What a command writes to standard output; it must end with this status."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done.stdout


def check(is_right, what):
    if not is_right:
        sys.exit(f"recipes: {what}")


def code_blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", (RECIPES / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def data_package():
    """datapackage.json describes the tables as they are."""
    report = json.loads(run(TOOLS / "frictionless", "validate", REPORTS / "datapackage.json", "--json"))
    check(report["valid"] and report["stats"]["tasks"] >= 15, f"datapackage.json is not valid: {report['tasks']}")
    return f"{report['stats']['tasks']} tables"


def findings_files():
    """SARIF and JUnit validate against their schemas, with and without a baseline, without a map, and without findings."""
    schema = json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
    sarif = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    junit = xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")
    run(NAVAUDIT, "baseline", STORE, "--output", FOLDER / "baseline.json", "-q")
    known = json.loads((FOLDER / "baseline.json").read_text())
    known["findings"] = known["findings"][::2]
    (FOLDER / "baseline.json").write_text(json.dumps(known))
    cases = {
        "plain": ["analyze", "SampleLogs"],
        "baseline": ["analyze", "SampleLogs", "--baseline", FOLDER / "baseline.json"],
        "no-map": ["analyze", "SampleLogs/bazaar.ndjson.gz"],
        "no-findings": ["analyze", "SampleLogs", "--select", "gesture"],
        "store": ["report", STORE],
    }
    results = 0
    for name, arguments in cases.items():
        files = [FOLDER / f"{name}.sarif", FOLDER / f"{name}.xml", FOLDER / f"{name}.json"]
        writes = [f"--write={format}={file}" for format, file in zip(["sarif", "junit", "codequality"], files)]
        run(NAVAUDIT, *arguments, "--output", FOLDER / name, "-q", *writes)
        log = json.loads(files[0].read_text(encoding="utf-8"))
        errors = [f"{list(error.path)}: {error.message}" for error in sarif.iter_errors(log)]
        check(not errors, f"{files[0].name}: {errors[:3]}")
        junit.validate(files[1])
        issues = json.loads(files[2].read_text(encoding="utf-8"))
        check(all({"description", "check_name", "fingerprint", "severity", "location"} <= issue.keys() for issue in issues), "code quality")
        check(len(issues) == len(log["runs"][0]["results"]), f"{name}: as many issues as results")
        results += len(issues)
    return f"{len(cases)} runs, {results} results"


def workflows():
    """The workflow files are what the CI systems take, and the commands in them run."""
    run(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", RECIPES / "github-workflow.yml")
    run(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci", RECIPES / "gitlab-ci.yml")
    work = FOLDER / "repository"
    (work / "logs").mkdir(parents=True)
    shutil.copy(ROOT / "SampleLogs/bazaar.ndjson.gz", work / "logs")
    shutil.copy(ROOT / "SampleLogs/navaudit.yml", work)
    run(NAVAUDIT, "baseline", STORE, "--output", work / "navaudit-baseline.json", "-q")
    steps = yaml.safe_load((RECIPES / "github-workflow.yml").read_text(encoding="utf-8"))["jobs"]["audit"]["steps"]
    job = yaml.safe_load((RECIPES / "gitlab-ci.yml").read_text(encoding="utf-8"))["navigation"]
    commands = [command for command in [step.get("run", "") for step in steps] + job["script"] if " analyze " in command]
    check(len(commands) == 2, "each workflow analyses a log")
    for command in commands:
        run("bash", "-euc", command.replace(".navaudit/.build/release/navaudit", NAVAUDIT), cwd=work)
        # With an empty baseline, the errors of the sample stop the job.
        strict = command.replace("--baseline navaudit-baseline.json", "")
        output = run("bash", "-euc", strict.replace(".navaudit/.build/release/navaudit", NAVAUDIT), cwd=work, status=1)
        check("--annotations" not in command or output.startswith("::error "), "annotations")
    for file in ["navigation/report.md", "navigation.sarif", "navigation.xml", "navigation.json"]:
        check((work / file).stat().st_size > 0, f"{file} is written")
    return f"{len(commands)} commands"


def described():
    """datasette.yml says of every table, view and column of the store what the store itself says."""
    tables = yaml.safe_load((RECIPES / "datasette.yml").read_text(encoding="utf-8"))["databases"]["navigation"]["tables"]
    store = sqlite3.connect(f"file:{STORE}?mode=ro", uri=True)
    right = {"grdb_migrations": {"hidden": True}}
    for name, sql in store.execute("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'grdb%'"):
        meaning, *comments = [line.split("-- ", 1)[1] for line in sql.splitlines() if line.strip().startswith("-- ")]
        columns = dict(comment.split(": ", 1) for comment in comments)
        right[name] = {"description": meaning, "columns": {column: text[0].upper() + text[1:] for column, text in columns.items()}}
    check(sorted(tables) == sorted(right), f"datasette.yml and the store do not both hold {sorted(set(tables) ^ set(right))}")
    for name in sorted(right):
        should = yaml.safe_dump({name: right[name]}, allow_unicode=True, sort_keys=False, width=1000)
        check(tables[name] == right[name], f"datasette.yml does not say of {name} what the store says:\n{should}")
    return f"{sum(len(table.get('columns', {})) for table in right.values())} columns"


def datasette():
    """Each question of datasette.yml has an answer, asked of Datasette itself."""
    database = yaml.safe_load((RECIPES / "datasette.yml").read_text(encoding="utf-8"))["databases"]["navigation"]
    queries, tables = database["queries"], database["tables"]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [TOOLS / "datasette", STORE, "--metadata", RECIPES / "datasette.yml", "--setting", "sql_time_limit_ms", "30000", "--port", str(port)]
    log = open(FOLDER / "datasette.log", "w")
    server = subprocess.Popen([str(word) for word in command], stdout=log, stderr=log)
    try:
        session = sqlite3.connect(f"file:{STORE}?mode=ro", uri=True).execute("SELECT session FROM session_figures WHERE depth > 5").fetchone()[0]
        for attempt in range(120):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/-/versions.json", timeout=5)
                break
            except (urllib.error.URLError, ConnectionError):
                check(server.poll() is None and attempt < 119, f"datasette does not start: {(FOLDER / 'datasette.log').read_text()}")
                time.sleep(0.5)
        for name, query in queries.items():
            parameters = {"_shape": "array"} | ({"session": session} if ":session" in query["sql"] else {})
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/navigation/{name}.json?{urllib.parse.urlencode(parameters)}", timeout=60) as answer:
                rows = json.load(answer)
            check(isinstance(rows, list) and rows, f"{name} has no answer")
        for table in ["step", "session_figures", "finding"]:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/navigation/{table}", timeout=60) as page:
                shown = html.unescape(page.read().decode())
                check(all(text in shown for text in tables[table]["columns"].values()), f"{table} is shown with what its columns mean")
    finally:
        server.terminate()
        server.wait()
    return f"{len(queries)} questions"


def grafana():
    """The queries of the dashboard run on the store, with what Grafana puts in for the window of time."""
    dashboard = json.loads((RECIPES / "grafana/dashboard.json").read_text(encoding="utf-8"))
    store = sqlite3.connect(f"file:{STORE}?mode=ro", uri=True)
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            check(target["queryText"] == target["rawQueryText"], panel["title"])
            sql = target["queryText"].replace("$__from", "0").replace("$__to", "4102444800000")
            rows = store.execute(sql)
            names = [column[0] for column in rows.description]
            check(rows.fetchone() is not None, f"{panel['title']} is empty")
            check(set(target["timeColumns"]) <= set(names), f"{panel['title']} has no column for the time")
    yaml.safe_load((RECIPES / "grafana/datasource.yml").read_text(encoding="utf-8"))
    return f"{len(dashboard['panels'])} panels"


def snippets():
    """The lines for DuckDB and pandas give something."""
    statements = [statement for block in code_blocks("sql") for statement in block.split(";") if statement.strip()]
    check(len(statements) >= 3, "DuckDB's lines are in README.md")
    for statement in statements:
        check(duckdb.sql(statement).fetchall(), f"DuckDB finds nothing: {statement}")
    blocks = code_blocks("python")
    check(len(blocks) == 1, "pandas' lines are in README.md")
    output = run(sys.executable, "-c", blocks[0])
    check("Wishlist" in output and "more_extra_taps" in output, f"pandas says: {output}")
    return f"{len(statements)} of SQL, {len(blocks[0].splitlines())} of Python"


def workbook():
    """The workbook holds every table."""
    run(sys.executable, RECIPES / "workbook.py", REPORTS, FOLDER / "navigation.xlsx")
    book = openpyxl.load_workbook(io.BytesIO((FOLDER / "navigation.xlsx").read_bytes()))
    resources = json.loads((REPORTS / "datapackage.json").read_text(encoding="utf-8"))["resources"]
    check(book.sheetnames == [resource["name"] for resource in resources], "a sheet for each table")
    for resource in resources:
        lines = len((REPORTS / resource["path"]).read_text(encoding="utf-8").splitlines())
        check(book[resource["name"]].max_row == lines, f"{resource['name']} has all rows")
    check(isinstance(book["depth"]["B2"].value, int), "numbers are numbers")
    return f"{len(book.sheetnames)} sheets"


for step in [data_package, findings_files, workflows, described, datasette, grafana, snippets, workbook]:
    print(f"{step.__name__.replace('_', ' ')}: {step()}", flush=True)
