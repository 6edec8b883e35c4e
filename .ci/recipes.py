"""The checks of .ci/recipes.

    python .ci/recipes.py NAVAUDIT FOLDER

NAVAUDIT is the binary, FOLDER an empty folder for temporary files. Stops with an error at the first recipe that does not work.
"""

import csv
import hashlib
import html
import json
import os
import pathlib
import platform
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import urllib.request

import duckdb
import jsonschema
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
    run(NAVAUDIT, "report", STORE, "--output", FOLDER / "known", f"--write=baseline={FOLDER / 'known.json'}", "-q")
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
        files = [FOLDER / f"{name}.sarif", FOLDER / f"{name}.xml"]
        writes = [f"--write={format}={file}" for format, file in zip(["sarif", "junit"], files)]
        run(NAVAUDIT, *arguments, "--output", FOLDER / name, "-q", *writes)
        log = json.loads(files[0].read_text(encoding="utf-8"))
        errors = [f"{list(error.path)}: {error.message}" for error in sarif.iter_errors(log)]
        check(not errors, f"{files[0].name}: {errors[:3]}")
        junit.validate(files[1])
        results += len(log["runs"][0]["results"])
    return f"{len(cases)} runs, {results} results"


def app_map_schema():
    """The JSON Schema of the app map is valid, accepts the maps of the samples and of the documentation, and finds errors in others."""
    schema = json.loads(run(NAVAUDIT, "help", "schema"))
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


def downloaded():
    """Makes a release of the binary, has the action download it, and returns the PATH with it."""
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
    found = paths.read_text().strip()
    # Whatever else is downloaded is not installed.
    paths.unlink()
    checksum.write_text(checksum.read_text().replace(checksum.read_text()[:8], "01234567"))
    run("bash", "-eo", "pipefail", "-c", action, status=1, **variables)
    check(not paths.exists(), "an archive with another checksum is installed")
    return found


def workflows():
    """The workflow files are valid for their CI systems, and the commands in them run."""
    page = (ROOT / "Sources/NavigationAudit/NavigationAudit.docc/InCI.md").read_text(encoding="utf-8")
    weekly = FOLDER / "weekly.yml"
    weekly.write_text(re.search(r"^```yml\n(.*?)^```", page, re.MULTILINE | re.DOTALL).group(1), encoding="utf-8")
    run(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", RECIPES / "github-workflow.yml", weekly, *(ROOT / ".github/workflows").glob("*.yml"))
    run(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-actions", ROOT / "action.yml")
    work = FOLDER / "repository"
    (work / "logs").mkdir(parents=True)
    shutil.copy(ROOT / "SampleLogs/bazaar.ndjson.gz", work / "logs")
    shutil.copy(ROOT / "SampleLogs/navaudit.yml", work)
    run(NAVAUDIT, "report", STORE, "--output", work / "known", f"--write=baseline={work / 'navaudit-baseline.json'}", "-q")
    variables = {"PATH": f"{downloaded()}:{os.environ['PATH']}"}
    steps = yaml.safe_load((RECIPES / "github-workflow.yml").read_text(encoding="utf-8"))["jobs"]["audit"]["steps"]
    commands = [command for step in steps if " analyze " in (command := step.get("run", ""))]
    check(len(commands) == 1, "the workflow analyzes a log")
    for command in commands:
        run("bash", "-euc", command, cwd=work, **variables)
        # With an empty baseline, the errors of the sample stop the job.
        run("bash", "-euc", command.replace("--baseline navaudit-baseline.json", ""), cwd=work, status=1, **variables)
    for file in ["navigation/report.md", "navigation.sarif"]:
        check((work / file).stat().st_size > 0, f"{file} is written")
    return f"{len(commands)} commands"



def table(file):
    """The rows of a CSV file, by column name."""
    with open(file, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))



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



def datasette():
    """Datasette opens the store, and shows a table with what its columns mean."""
    shown = run(TOOLS / "datasette", STORE, "--get", "/navigation/session_figures.json?_size=1&_shape=array")
    check(json.loads(shown), "datasette shows no session")
    page = html.unescape(run(TOOLS / "datasette", STORE, "--get", "/navigation/step"))
    check("CREATE TABLE" in page and "-- " in page, "datasette does not show what the columns of a step mean")
    return "a table"


def questions():
    """An agent asks the store through Datasette's MCP server, which refuses to write."""
    page = (ROOT / "Sources/NavigationAudit/NavigationAudit.docc/QuestionsToTheStore.md").read_text(encoding="utf-8")
    command = re.search(r"^datasette (.*navigation\.sqlite)$", page, re.MULTILINE).group(1).split()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([TOOLS / "datasette", *command, "--port", str(port)], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def call(method, parameters, session=None):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode()
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        request = urllib.request.Request(f"http://127.0.0.1:{port}/-/mcp", body, headers | ({"mcp-session-id": session} if session else {}))
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.headers.get("mcp-session-id"), json.loads(answer.read())["result"]

    try:
        for wait in range(120):
            try:
                session, _ = call("initialize", {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "recipes", "version": "1"}})
                break
            except OSError:
                time.sleep(0.5)
        ask = lambda sql: call("tools/call", {"name": "execute_sql", "arguments": {"database": "navigation", "sql": sql}}, session)[1]
        asked = re.findall(r"^\| [^|]+\? \| `(SELECT [^`]+)` \|", page, re.MULTILINE)
        check(len(asked) >= 24, "the page has questions")
        for sql in asked:
            answer = ask(sql)
            check(not answer["isError"] and answer["structuredContent"]["rows"], f"no answer: {sql}")
        check(ask("DELETE FROM verdict")["isError"], "an agent can write")
    finally:
        server.terminate()
    return f"{len(asked)} answers"


for step in [data_package, findings_files, app_map_schema, workflows, days_add_up, datasette, questions, snippets]:
    print(f"{step.__name__.replace('_', ' ')}: {step()}", flush=True)
