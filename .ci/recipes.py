"""The checks of .ci/recipes.

    python .ci/recipes.py NAVAUDIT FOLDER

NAVAUDIT is the binary, FOLDER an empty folder for temporary files. Stops with an error at the first recipe that does not work.
"""

import csv
import hashlib
import html
import io
import json
import os
import pathlib
import platform
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tarfile
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


def run(*command, status=0, cwd=ROOT, **variables):
    """The standard output of a command, which must exit with this status."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=os.environ | variables, capture_output=True, text=True)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done.stdout


def check(is_right, what):
    if not is_right:
        sys.exit(f"recipes: {what}")


def code_blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", (RECIPES / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def data_package():
    """datapackage.json describes the tables correctly."""
    report = json.loads(run(TOOLS / "frictionless", "validate", REPORTS / "datapackage.json", "--json"))
    check(report["valid"] and report["stats"]["tasks"] >= 15, f"datapackage.json is not valid: {report['tasks']}")
    return f"{report['stats']['tasks']} tables"


def findings_files():
    """SARIF and JUnit validate against their schemas, with and without a baseline, without a map, and without findings."""
    schema = json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
    sarif = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    junit = xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")
    run(NAVAUDIT, "baseline", STORE, "--output", FOLDER / "known.json", "-q")
    known = json.loads((FOLDER / "known.json").read_text())
    known["findings"] = known["findings"][::2]
    (FOLDER / "known.json").write_text(json.dumps(known))
    cases = {
        "plain": ["analyze", "SampleLogs"],
        "baseline": ["analyze", "SampleLogs", "--baseline", FOLDER / "known.json"],
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


def app_map_schema():
    """The JSON Schema of the app map is valid, accepts the maps of the samples and of the documentation, and finds errors in others."""
    schema = json.loads(run(NAVAUDIT, "schema"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    pages = sorted((ROOT / "Sources/NavigationAudit/NavigationAudit.docc").glob("*.md")) + [ROOT / "README.md"]
    maps = [block for page in pages for block in re.findall(r"^```yaml\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)]
    maps.append((ROOT / "SampleLogs/navaudit.yml").read_text(encoding="utf-8"))
    for text in maps:
        errors = [f"{list(error.path)}: {error.message}" for error in validator.iter_errors(yaml.safe_load(text))]
        check(not errors, f"the schema refuses {text[:60]!r}: {errors[:2]}")
    for text in ["tabz: [Home]", "advice: {slots: 0}", "tasks: [{name: a, start: b}]", "events: [{match: {event: a}, event: nonsense}]",
                 "columns: {user: {first: [a], constant: b}}", "screens_kind: [{pattern: a, kind: b}]", "rules: {depth.over-limit: {warnings: 5}}"]:
        check(list(validator.iter_errors(yaml.safe_load(text))), f"the schema takes {text!r}")
    return f"{len(maps)} maps"


def downloaded(work):
    """Makes a release of the binary, has the action and GitLab's script download it, and returns the PATH with it."""
    name = f"navaudit-0.1.0-{platform.system().lower().replace('darwin', 'macos')}-{platform.machine()}"
    releases = FOLDER / "releases"
    (releases / "v0.1.0").mkdir(parents=True)
    archive = releases / f"v0.1.0/{name}.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(NAVAUDIT, f"{name}/navaudit")
    checksum = archive.with_name(f"{name}.tar.gz.sha256")
    checksum.write_text(f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {name}.tar.gz\n")
    (FOLDER / "runner").mkdir()
    paths = FOLDER / "runner/paths"
    variables = {"RELEASES": releases.as_uri(), "VERSION": "v0.1.0", "RUNNER_TEMP": str(FOLDER / "runner"), "GITHUB_PATH": str(paths)}
    [action] = [step["run"] for step in yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]]
    run("bash", "-eo", "pipefail", "-c", action, **variables)
    script = yaml.safe_load((RECIPES / "gitlab-ci.yml").read_text(encoding="utf-8"))["navigation"]["script"]
    download = "\n".join(line for line in script if " analyze " not in line)
    run("bash", "-euc", download, cwd=work, NAVAUDIT=name, NAVAUDIT_RELEASE=f"{releases.as_uri()}/v0.1.0")
    found = paths.read_text().strip()
    # Whatever else is downloaded is not installed.
    paths.unlink()
    checksum.write_text(checksum.read_text().replace(checksum.read_text()[:8], "01234567"))
    run("bash", "-eo", "pipefail", "-c", action, status=1, **variables)
    run("bash", "-euc", download, status=1, cwd=FOLDER / "runner", NAVAUDIT=name, NAVAUDIT_RELEASE=f"{releases.as_uri()}/v0.1.0")
    check(not paths.exists() and not (FOLDER / "runner" / name).exists(), "an archive with another checksum is installed")
    return found, name


def workflows():
    """The workflow files are valid for their CI systems, and the commands in them run."""
    run(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", RECIPES / "github-workflow.yml", *(ROOT / ".github/workflows").glob("*.yml"))
    run(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-actions", ROOT / "action.yml")
    run(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci", RECIPES / "gitlab-ci.yml")
    work = FOLDER / "repository"
    (work / "logs").mkdir(parents=True)
    shutil.copy(ROOT / "SampleLogs/bazaar.ndjson.gz", work / "logs")
    shutil.copy(ROOT / "SampleLogs/navaudit.yml", work)
    run(NAVAUDIT, "baseline", STORE, "--output", work / "navaudit-baseline.json", "-q")
    path, name = downloaded(work)
    variables = {"PATH": f"{path}:{os.environ['PATH']}", "NAVAUDIT": name}
    steps = yaml.safe_load((RECIPES / "github-workflow.yml").read_text(encoding="utf-8"))["jobs"]["audit"]["steps"]
    job = yaml.safe_load((RECIPES / "gitlab-ci.yml").read_text(encoding="utf-8"))["navigation"]
    commands = [command for command in [step.get("run", "") for step in steps] + job["script"] if " analyze " in command]
    check(len(commands) == 2, "each workflow analyses a log")
    for command in commands:
        run("bash", "-euc", command, cwd=work, **variables)
        # With an empty baseline, the errors of the sample stop the job.
        output = run("bash", "-euc", command.replace("--baseline navaudit-baseline.json", ""), cwd=work, status=1, **variables)
        check("--annotations" not in command or output.startswith("::error "), "annotations")
    for file in ["navigation/report.md", "navigation.sarif", "navigation.xml", "navigation.json"]:
        check((work / file).stat().st_size > 0, f"{file} is written")
    return f"{len(commands)} commands"


def described():
    """datasette.yml describes every table, view and column of the store as the store does."""
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


def table(file):
    """The rows of a CSV file, by column name."""
    with open(file, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def same_figures():
    """The recipes give the figures of the report: for the entire log, and for each version and platform."""
    store = sqlite3.connect(f"file:{STORE}?mode=ro", uri=True)
    store.row_factory = sqlite3.Row
    compared = 0

    def compare(value, expected, digits, what):
        nonlocal compared
        check(value is not None and abs(value - float(expected)) <= 0.5001 * 10**-digits, f"{what} is {value}, in the report {expected}")
        compared += 1

    run(NAVAUDIT, "report", STORE, "--output", FOLDER / "segments", "--segment", "app_version,platform", "-q")
    summary = {(row["metric"], row["app_version"], row["platform"]): row["value"] for row in table(FOLDER / "segments/summary.csv")}
    whole = {metric: value for (metric, version, platform), value in summary.items() if version == platform == "(all)"}
    whole["more_extra_taps_per_session"] = int(whole["more_extra_taps"]) / int(next(
        row["n"] for row in table(FOLDER / "segments/summary.csv") if row["metric"] == "depth_mean"))

    dashboard = json.loads((RECIPES / "grafana/dashboard.json").read_text(encoding="utf-8"))
    panels = {panel["title"]: panel["targets"][0]["queryText"] for panel in dashboard["panels"]}
    key = "start_us / 86400000000 * 86400 AS time, coalesce(app_version, '?') AS metric"
    for title, metric in {
        "Sessions by version": "sessions",
        "Sessions deeper than level 5, by version": "sessions_deeper_than_5",
        "Extra taps through More per session, by version": "more_extra_taps_per_session",
        "Steps back, by version": "back_share",
    }.items():
        check(key in panels[title], f"{title} is by day and version")
        sql = panels[title].replace(key, "0 AS time, '' AS metric").replace("$__from", "0").replace("$__to", "4102444800000")
        compare(store.execute(sql).fetchone()["value"], whole[metric], 6, title)
    reach = {row["tab"]: row["reach"] for row in table(REPORTS / "tabs.csv")}
    for row in store.execute(panels["Tabs: share of all users who selected them"]):
        compare(row["value"], reach[row["metric"]], 6, f"reach of {row['metric']} in Grafana")

    queries = yaml.safe_load((RECIPES / "datasette.yml").read_text(encoding="utf-8"))["databases"]["navigation"]["queries"]
    versions = 0
    for row in store.execute(queries["versions"]["sql"]):
        segment = (row["app_version"] or "(not known)", row["platform"] or "(not known)")
        # The report merges segments of few users.
        if ("users", *segment) not in summary:
            continue
        versions += 1
        for metric, digits in [("users", 0), ("sessions", 0), ("depth_mean", 2), ("sessions_deeper_than_5", 3), ("back_share", 3)]:
            compare(row[metric], summary[metric, *segment], digits, f"{metric} of {segment} in Datasette")
    check(versions >= 3, "versions have segments of their own")
    for name, file, key, columns in [
        ("tabs", "tabs.csv", ["tab"], {"selects": 0, "reselects": 0, "blocked": 0, "users": 0, "share_of_all_users": 3}),
        ("more_items", "more.csv", ["item"], {"extra_taps": 0, "users": 0, "share_of_all_users": 3}),
        ("menu_items", "menu_items.csv", ["menu", "item"], {"selects": 0, "users": 0, "share_of_all_users": 3}),
        ("screens", "screens.csv", ["screen"], {"visits": 0, "users": 0, "depth_min": 0, "depth_max": 0}),
    ]:
        report = {tuple(row[column] for column in key): row for row in table(REPORTS / file)}
        for row in store.execute(queries[name]["sql"]):
            subject = tuple(row[column] for column in key)
            for column, digits in columns.items():
                # Everything in the sample app exists for all users, so shares of all users are those of eligible ones.
                compare(row[column], report[subject][column.replace("share_of_all_users", "reach")], digits, f"{column} of {', '.join(subject)} in Datasette")
    days = {}
    for row in table(REPORTS / "daily.csv"):
        for column in ["sessions", "visits", "tab_switches", "more_extra_taps", "menu_opens", "sessions_deeper_than_5"]:
            days[row["date"], column] = days.get((row["date"], column), 0) + int(row[column])
    for row in store.execute(queries["by_day"]["sql"]):
        for column in row.keys()[1:]:
            compare(row[column], days[row["date"], column], 0, f"{column} of {row['date']} in Datasette")
    return f"{compared} figures"


def days_add_up():
    """The counts of daily.csv, added up in DuckDB, give the figures of the report."""
    duckdb.sql((RECIPES / "views.sql").read_text(encoding="utf-8"))
    summary = {row["metric"]: float(row["value"]) for row in table(REPORTS / "summary.csv") if row["value"]}
    shares = {
        "sessions": "sum(sessions)", "steps": "sum(steps)", "visits": "sum(visits)", "tab_switches": "sum(tab_switches)",
        "inferred_steps": "sum(inferred_steps) / sum(steps)", "depth_mean": "sum(depth_sum) / sum(sessions_with_steps)",
        "sessions_deeper_than_5": "sum(sessions_deeper_than_5) / sum(sessions_with_steps)",
        "sessions_deeper_than_6": "sum(sessions_deeper_than_6) / sum(sessions_with_steps)",
        "more_extra_taps": "sum(more_extra_taps)", "more_toll": "sum(more_extra_taps) / sum(more_extra_taps + tab_steps)",
        "menu_opens": "sum(menu_opens)", "menu_abandonment": "sum(menu_abandoned) / sum(explicit_menu_opens)",
        "back_share": "sum(return_steps) / sum(steps)", "quick_back_rate": "sum(quick_backs) / sum(plain_visits)",
        "back_chain_sessions": "sum(back_chain_sessions) / sum(sessions_with_steps)",
        "ping_pong_sessions": "sum(ping_pong_sessions) / sum(sessions_with_steps)",
        "tab_blocked": "sum(tab_blocked)", "state_lost": "sum(state_lost)",
    }
    for metric, sql in shares.items():
        value = duckdb.sql(f"SELECT {sql} FROM daily").fetchall()[0][0]
        check(abs(value - summary[metric]) < 1e-6, f"{metric} of daily.csv is {value}, in the report {summary[metric]}")
    wide = {("tab", "bar", row["tab"]): row["reach"] for row in table(REPORTS / "tabs.csv")}
    wide |= {("more_item", "More", row["item"]): row["reach"] for row in table(REPORTS / "more.csv")}
    wide |= {("menu_item", row["menu"], row["item"]): row["reach"] for row in table(REPORTS / "menu_items.csv")}
    wide |= {("menu", "", row["menu"]): row["reach"] for row in table(REPORTS / "menus.csv")}
    wide |= {("gesture", "", row["gesture"]): row["reach"] for row in table(REPORTS / "gestures.csv")}
    long = {(row["kind"], row["container"], row["entry"]): row["reach"] for row in table(REPORTS / "reach.csv")}
    check(long == wide, "reach.csv says what the wide tables say")
    return f"{len(shares)} figures, {len(long)} rows of reach"


def datasette():
    """Datasette answers each question of datasette.yml."""
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
    """The queries of the dashboard run on the store, with Grafana's values for the time window."""
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
    """The snippets for DuckDB and pandas give results."""
    statements = [statement for block in code_blocks("sql") for statement in block.split(";") if statement.strip()]
    check(len(statements) >= 3, "DuckDB's lines are in README.md")
    for statement in statements:
        check(duckdb.sql(statement).fetchall(), f"DuckDB finds nothing: {statement}")
    blocks = code_blocks("python")
    check(len(blocks) == 1, "pandas' lines are in README.md")
    output = run(sys.executable, "-c", blocks[0])
    check("Orders" in output and "more_extra_taps" in output, f"pandas says: {output}")
    return f"{len(statements)} of SQL, {len(blocks[0].splitlines())} of Python"


def workbook():
    """The workbook holds every table."""
    run(sys.executable, RECIPES / "workbook.py", REPORTS, FOLDER / "navigation.xlsx")
    book = openpyxl.load_workbook(io.BytesIO((FOLDER / "navigation.xlsx").read_bytes()))
    resources = json.loads((REPORTS / "datapackage.json").read_text(encoding="utf-8"))["resources"]
    tables = [resource for resource in resources if "schema" in resource]
    check(book.sheetnames == [table["name"] for table in tables], "a sheet for each table")
    for resource in tables:
        lines = len((REPORTS / resource["path"]).read_text(encoding="utf-8").splitlines())
        check(book[resource["name"]].max_row == lines, f"{resource['name']} has all rows")
    check(isinstance(book["depth"]["B2"].value, int), "numbers are numbers")
    return f"{len(book.sheetnames)} sheets"


for step in [data_package, findings_files, app_map_schema, workflows, described, same_figures, days_add_up, datasette, grafana, snippets, workbook]:
    print(f"{step.__name__.replace('_', ' ')}: {step()}", flush=True)
