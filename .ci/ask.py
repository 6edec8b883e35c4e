#!/usr/bin/env python3
"""Asks a report's page, in Chromium, and holds its answers against the tables and against SQL on the store.

    .ci/ask.py REPORTS… [--questions 10000] [--seed 1]

REPORTS has report.html, its CSV files and navigation.sqlite. Then it uses the first page by keyboard alone, reads its accessibility tree, and runs axe;
the first is that of the sample logs.
"""
import argparse, csv, datetime, json, os, pathlib, random, sqlite3, subprocess, sys, tempfile, venv

root = pathlib.Path(__file__).resolve().parent.parent
AXE = "axe-core-python==0.1.0"


class Browser:
    """Chromium, driven through its pipe."""

    def __init__(self, page, width=1280, dark=False):
        (theirs, self.send), (self.receive, back) = os.pipe(), os.pipe()

        def connect():
            # Away from 3 and 4 first, which may be among them.
            one, two = os.dup2(theirs, 103), os.dup2(back, 104)
            os.dup2(one, 3)
            os.dup2(two, 4)

        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}",
             f"--window-size={width},900"],
            preexec_fn=connect, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(theirs)
        os.close(back)
        self.rest, self.number, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Page.navigate", url=page.resolve().as_uri())
        while not self.evaluate("document.readyState === 'complete' && location.protocol === 'file:'"):
            pass

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.send, data):]
        while True:
            while b"\0" not in self.rest:
                self.rest += os.read(self.receive, 1 << 20)
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def evaluate(self, script, wait=False):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=wait)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description"))
        return result["result"].get("value")

    def key(self, name, text="", shift=False):
        code = {"Tab": 9, "Enter": 13}.get(name, ord(name[0].upper()))
        if name == "Enter":
            text = "\r"
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, modifiers=8 if shift else 0,
                      **({"text": text} if text and kind == "keyDown" else {}))

    def type(self, words):
        for letter in words:
            self.key(letter, letter)

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.send)
        os.close(self.receive)
        self.profile.cleanup()


# MARK: What is right: the tables, which SQL reproduces


def table(folder, name):
    with open(folder / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


WAYS = """
CREATE TEMP TABLE told AS
SELECT step.session_id, step.user_id, part, step.number, screen, is_visit
FROM step JOIN session ON session.id = step.session_id WHERE session.number <= 50 AND step.number <= 200;
CREATE TEMP TABLE drawn AS
SELECT user_id FROM (
  SELECT user_id, sum(count(*)) OVER (ORDER BY user_id < 0, user_id) - count(*) AS before FROM told GROUP BY user_id
) WHERE before < 40000;
CREATE TEMP TABLE place AS
SELECT session_id, user_id, part, number, row_number() OVER (PARTITION BY session_id, part ORDER BY number) AS place, screen, is_visit FROM told
WHERE user_id IN (SELECT user_id FROM drawn);
INSERT INTO place SELECT DISTINCT session_id, user_id, part, 0, 0, '(start)', 0 FROM place;
INSERT INTO place SELECT session_id, user_id, part, 0, max(place) + 1, '(end)', 0 FROM place GROUP BY 1, 2, 3 HAVING max(number) < 200;
CREATE INDEX place_index ON place (session_id, part, place);
CREATE TEMP TABLE way AS
SELECT a.session_id, a.user_id, a.part, a.place, a.screen AS start, b.screen AS goal, b.place - a.place AS steps
FROM place AS a JOIN place AS b ON b.session_id = a.session_id AND b.part = a.part AND b.place BETWEEN a.place + 1 AND a.place + 6
WHERE a.screen <> b.screen AND NOT EXISTS (
  SELECT 1 FROM place AS c WHERE c.session_id = a.session_id AND c.part = a.part AND c.place > a.place AND c.place < b.place
  AND c.screen IN (a.screen, b.screen));
"""


SESSIONS = "SELECT id, date(start_us / 1000000, 'unixepoch') AS start_day FROM session"


def check_tables(folder):
    """The counts of the tables, by SQL. Returns the number of cells."""
    store = sqlite3.connect(f"file:{folder / 'navigation.sqlite'}?mode=ro", uri=True)
    store.executescript(WAYS)
    cells = 0
    # Without known structure, every step is a visit, and none has a depth.
    visit = "is_visit" if table(folder, "screen_depths") else "screen NOT IN ('(start)', '(end)')"

    def scope(row):
        return next((column for column in ("platform", "app_version", "week") if row.get(column, "(all)") != "(all)"), "")

    def same(name, keys, columns, query, of=None):
        nonlocal cells
        rows = {tuple(row[key] for key in keys): tuple(row[column] for column in columns) for row in table(folder, name) if of is None or scope(row) == of}
        counted = {tuple(map(str, row[:len(keys)])): tuple(map(str, row[len(keys):])) for row in store.execute(query)}
        if rows != counted:
            different = sorted(key for key in rows.keys() | counted.keys() if rows.get(key) != counted.get(key))
            sys.exit(f"{name}.csv: {len(different)} rows differ from SQL, the first for {different[0]}: {rows.get(different[0])}, {counted.get(different[0])}")
        cells += len(rows) * len(columns)

    same("ways", ["from", "to"], ["ways", "users", "direct", "direct_users"], """
        SELECT start, goal, count(*), count(DISTINCT user_id), sum(steps = 1), count(DISTINCT CASE steps WHEN 1 THEN user_id END) FROM way
        GROUP BY 1, 2 HAVING count(DISTINCT user_id) >= 3""", of="")
    for column in {scope(row) for row in table(folder, "ways")} - {""}:
        same("ways", [column, "from", "to"], ["ways", "users", "direct", "direct_users"], f"""
            SELECT {column}, start, goal, count(*), count(DISTINCT way.user_id), sum(way.steps = 1), count(DISTINCT CASE way.steps WHEN 1 THEN way.user_id END)
            FROM way JOIN session ON session.id = way.session_id JOIN segment ON segment.id = session.segment_id
            WHERE {column} IN (
              SELECT {column} FROM place JOIN session ON session.id = place.session_id JOIN segment ON segment.id = session.segment_id
              GROUP BY 1 HAVING count(DISTINCT place.user_id) >= 10) AND (start, goal) IN (
              SELECT start, goal FROM way GROUP BY 1, 2 HAVING count(DISTINCT user_id) >= 3)
            GROUP BY 1, 2, 3 HAVING count(DISTINCT way.user_id) >= 3""", of=column)
    same("ways_through", ["from", "to", "through"], ["ways", "users"], """
        SELECT start, goal, screen, ways, users FROM (
          SELECT start, goal, screen, count(*) AS ways, count(DISTINCT user_id) AS users,
            row_number() OVER (PARTITION BY start, goal ORDER BY count(*) DESC, screen) AS rank
          FROM (SELECT DISTINCT way.user_id, way.session_id, way.part, way.place, start, goal, between_.screen AS screen FROM way
            JOIN place AS between_ ON between_.session_id = way.session_id AND between_.part = way.part
              AND between_.place > way.place AND between_.place < way.place + way.steps)
          GROUP BY 1, 2, 3 HAVING count(DISTINCT user_id) >= 3
        ) WHERE rank <= 5 AND (start, goal) IN (SELECT start, goal FROM way GROUP BY 1, 2 HAVING count(DISTINCT user_id) >= 3)""")
    same("screen_reach", ["screen"], ["visits", "users"], f"""
        SELECT screen, count(*), count(DISTINCT user_id) FROM place WHERE {visit} GROUP BY 1 HAVING count(DISTINCT user_id) >= 3""",
         of="")
    # The Monday of a session's week; in a log of more than 12 weeks, of the first of several.
    mondays = [datetime.date.fromisoformat(row["date"]) for row in table(folder, "daily")]
    mondays = [day - datetime.timedelta(days=day.weekday()) for day in mondays]
    length = ((max(mondays) - min(mondays)).days // 7) // 12 + 1
    weeks = f"CAST(julianday(date(session.start_day, 'weekday 0', '-6 days')) - julianday('{min(mondays)}') AS INT) / 7"
    week = f"date('{min(mondays)}', '+' || ({weeks} / {length} * {length * 7}) || ' days')"
    same("screen_reach", ["week", "screen"], ["visits", "users"], f"""
        SELECT {week}, screen, count(*), count(DISTINCT place.user_id) FROM place JOIN ({SESSIONS}) AS session ON session.id = place.session_id
        WHERE {visit} AND {week} IN (
          SELECT {week} FROM place JOIN ({SESSIONS}) AS session ON session.id = place.session_id GROUP BY 1 HAVING count(DISTINCT place.user_id) >= 10)
        GROUP BY 1, 2 HAVING count(DISTINCT place.user_id) >= 3""", of="week")
    if visit == "is_visit":
        same("screen_depths", ["screen", "depth"], ["visits"], "SELECT screen, depth, count(*) FROM step WHERE is_visit GROUP BY 1, 2")
    same("transitions", ["from", "to"], ["count", "users"], """
        WITH pair AS (
          SELECT user_id, screen, lead(screen) OVER w AS next, row_number() OVER w AS place FROM step WINDOW w AS (PARTITION BY session_id, part ORDER BY number)
        )
        SELECT screen, coalesce(next, '(end)'), count(*), count(DISTINCT user_id) FROM pair GROUP BY 1, 2
        UNION ALL SELECT '(start)', screen, count(*), count(DISTINCT user_id) FROM pair WHERE place = 1 GROUP BY 2""")
    # When findings show: the sessions of one by SQL, and of all as their sums.
    more = {(week,): (count,) for week, count in store.execute(f"""
        SELECT {week}, count(DISTINCT session.id) FROM step JOIN ({SESSIONS}) AS session ON session.id = step.session_id WHERE kind = 'more_item' GROUP BY 1""")}
    rows = table(folder, "finding_sessions")
    told = {(row["week"],): (int(row["sessions"]),) for row in rows if row["rule"] == "tabs.more-toll" and row["week"] != "(all)" and row["sessions"] != "0"}
    if told and told != more:
        sys.exit(f"finding_sessions.csv: tabs.more-toll has {told}, SQL {more}")
    for finding in table(folder, "findings"):
        own = [row for row in rows if all(row[key] == finding[key] for key in ("rule", "subject", "section"))]
        for column in ("week", "platform", "app_version"):
            counts = [int(row["sessions"]) for row in own if row[column] != "(all)"]
            if counts and finding["sessions"] and sum(counts) != int(finding["sessions"]):
                sys.exit(f"finding_sessions.csv: {finding['rule']} {finding['subject']} has {sum(counts)} sessions by {column}, findings.csv {finding['sessions']}")
            cells += len(counts)
    return cells


class Right:
    """What the page has to say, from the tables alone."""

    def __init__(self, folder):
        self.transitions = table(folder, "transitions")
        self.screens = {row["screen"]: row for row in table(folder, "screens")}
        self.depths, self.reach, self.trails = table(folder, "screen_depths"), table(folder, "screen_reach"), table(folder, "forward_trails")
        self.through = table(folder, "ways_through")
        self.ways = {(self.scope(row), row["from"], row["to"]): row for row in table(folder, "ways")}
        self.pairs = {(row["from"], row["to"]): row for row in self.transitions}
        self.sessions = {}
        for row in table(folder, "example_steps"):
            self.sessions.setdefault(row["session"], []).append(row)

    @staticmethod
    def scope(row):
        name = next((row[key] for key in ("platform", "app_version", "week") if row.get(key, "(all)") != "(all)"), "All")
        if row.get("week", "(all)") != "(all)":
            day = datetime.date.fromisoformat(name)
            return f"{day.day} {day:%B %Y}"
        return {"ios": "iOS", "ipados": "iPadOS", "android": "Android", "web": "web"}.get(name, name)

    @staticmethod
    def percent(part, whole):
        if not whole:
            return "–"
        share = part / whole
        if part in (0, whole):
            return "100%" if part else "0%"
        return "under 0.1%" if share < 0.0005 else "over 99.9%" if share > 0.9995 else f"{Right.rounded(share * 1000) / 10:.1f}%"

    @staticmethod
    def rounded(number):
        return int(number + 0.5)

    def interval(self, row, name):
        low, high = row[name + "_low"], row[name + "_high"]
        return f" ({self.rounded(float(low) * 1000) / 10:.1f}–{self.rounded(float(high) * 1000) / 10:.1f})" if low and high else ""

    def share(self, row, count, name):
        return "–" if row is None else self.percent(int(row[count]), int(row["starts"])) + self.interval(row, name)

    @staticmethod
    def seconds(text):
        if not text:
            return "–"
        time = round(float(text) * 1000)
        return f"{Right.rounded(time / 1000):,} s" if time >= 99950 else f"{Right.rounded(time / 100) / 10:.1f} s"

    @staticmethod
    def shown(name):
        return {"(start)": "the start", "(end)": "the end"}.get(name, name)

    def answer(self, question, scopes):
        return self.answer_ways(*question[:2]) if question[1] else self.answer_screen(question[0], scopes if question[2] else [])

    def answer_screen(self, screen, scopes):
        blocks = {}
        for heading, own, other in (("Where people came from", "to", "from"), ("Where people went", "from", "to")):
            rows = [row for row in self.transitions if row[own] == screen]
            if not rows:
                continue
            total = sum(int(row["count"]) for row in rows)
            cells = {}
            for row in rows:
                way = self.ways.get(("All", row["from"], row["to"]))
                more = [self.share(self.ways.get((scope, row["from"], row["to"])), "direct", "direct_share") for scope in scopes]
                if not scopes and own == "from":
                    more = [self.seconds(way["direct_time_p50_s"] if way else "")]
                share = [] if scopes else [self.percent(int(row["count"]), total)]
                everybody = [self.share(way, "direct", "direct_share")] if scopes else []
                cells[self.shown(row[other])] = [f"{int(row['count']):,}", *share, f"{int(row['users']):,}", *everybody, *more]
            blocks["How often each screen led here" if scopes and own == "to" else heading] = cells
        levels = [row for row in self.depths if row["screen"] == screen]
        visits = sum(int(row["visits"]) for row in levels)
        if len(levels) > 1:
            blocks["Levels"] = {row["depth"]: [f"{int(row['visits']):,}", self.percent(int(row["visits"]), visits)] for row in levels}
        trails = [row for row in self.trails if screen in row["trail"].split(" › ")]
        if trails:
            blocks["The usual trails through it, and the longest"] = {row["trail"]: [f"{int(row['count']):,}", f"{int(row['users']):,}"] for row in trails}
        reach = [row for row in self.reach if row["screen"] == screen]
        if reach:
            parts = {"Who": [row for row in reach if row["week"] == "(all)"], "Week by week": [row for row in reach if row["week"] != "(all)"]}
            blocks |= {heading: {
                self.scope(row): [self.percent(int(row["users"]), int(row["eligible_users"])) + self.interval(row, "reach"),
                                  f"{int(row['users']):,} of {int(row['eligible_users']):,}", f"{int(row['visits']):,}"] for row in rows}
                for heading, rows in parts.items() if rows}
        numbers = []
        if screen in self.screens:
            row = self.screens[screen]
            numbers = [f"{int(row['visits']):,} time", f"{int(row['users']):,} user", f"{int(row['sessions']):,} session"]
            if row["dwell_p50_s"]:
                numbers.append(self.seconds(row["dwell_p50_s"]))
        return blocks, numbers

    def answer_ways(self, start, goal):
        row = self.ways.get(("All", start, goal))
        if row is None:
            pair = self.pairs.get((start, goal))
            return {}, [f"{int(pair['count']):,} time"] if pair else []
        ways = int(row["ways"])
        cells = {"Any way": [f"{ways:,}", "100%", f"{int(row['users']):,}"],
                 "Only directly": [f"{int(row['direct']):,}", self.percent(int(row["direct"]), ways), f"{int(row['direct_users']):,}"]}
        for other in self.through:
            if (other["from"], other["to"]) == (start, goal):
                cells["Through " + other["through"]] = [f"{int(other['ways']):,}", self.percent(int(other["ways"]), ways), f"{int(other['users']):,}"]
        people = {}
        for (scope, one, two), own in self.ways.items():
            if (one, two) == (start, goal):
                people[scope] = [self.share(own, "ways", "share"), self.share(own, "direct", "direct_share"), f"{int(own['starts']):,}"]
        numbers = [f"{ways:,}", f"{int(row['starts']):,}", self.share(row, "ways", "share"), f"{row['steps_p50']} step"]
        if row["time_p50_s"]:
            numbers.append(self.seconds(row["time_p50_s"]))
        return {"By which way": cells, "One platform or release beside another": people}, numbers


ASK = """(questions => {
  const source = JSON.parse(document.getElementById("questions").textContent);
  const data = globalThis.loadedQuestions ??= answers.load(source);
  const number = name => data.screens.indexOf(name);
  const words = cell => cell.trail ? cell.trail.map(stop => stop.text).join(" › ") : (cell.before ?? "") + cell.text;
  return questions.map(([screen, to, by]) => {
    const { sentences, blocks } = answers.answer(data, { screen: number(screen), to: to ? number(to) : undefined, by });
    return { sentences, blocks: blocks.map(block => ({
      heading: block.heading, rows: (block.rows ?? []).map(row => row.map(words)),
      strips: (block.strips ?? []).map(strip => [strip.label, strip.steps.map(step => [step.text, step.stay, step.how, step.isMarked]), strip.words]) })) };
  });
})"""


def check_answers(folder, browser, count, seed):
    """Questions drawn at random, each number held against the tables. Returns how many numbers."""
    right = Right(folder)
    source = browser.evaluate("JSON.parse(document.getElementById('questions').textContent)")
    screens = source["screens"]
    draw, numbers = random.Random(seed), 0
    linked = sorted({(row["from"], row["to"]) for row in table(folder, "ways")})
    for first in range(0, count, 250):
        questions = []
        for _ in range(min(250, count - first)):
            by = draw.choice(["", "platform", "app_version"])
            kind = draw.random()
            if kind < 0.4:
                questions.append([draw.choice(screens), None, by])
            elif kind < 0.9:
                questions.append([*draw.choice(linked), by])
            else:
                start, goal = draw.choice(screens), draw.choice(screens)
                if start != goal and start != "(end)" and goal != "(start)":
                    questions.append([start, goal, by])
                else:
                    questions.append([draw.choice(screens), None, by])
        for question, answer in zip(questions, browser.evaluate(f"{ASK}({json.dumps(questions)})")):
            scopes = [label for dimension, label in source["scopes"] if dimension == question[2]]
            blocks, words = right.answer(question, scopes)
            text = " ".join(answer["sentences"])
            for word in words:
                numbers += 1
                if word not in text:
                    sys.exit(f"{question}: {word} is missing in: {text}")
            given = {block["heading"]: {row[0]: row[1:] for row in block["rows"]} for block in answer["blocks"] if block["rows"]}
            for heading, rows in blocks.items():
                shown = given.pop(heading, None)
                if heading.startswith("The usual trails"):
                    longest = max(len(trail.split(" › ")) for trail in rows)
                    if not any(len(trail.split(" › ")) == longest for trail in shown):
                        sys.exit(f"{question}: the longest trail has {longest} screens")
                    rows = {trail: rows.get(trail) for trail in shown}
                if shown != rows:
                    sys.exit(f"{question}, {heading}: the page says {shown}, the tables {rows}")
                numbers += sum(len(row) for row in rows.values())
            if given:
                sys.exit(f"{question}: the page also says {given}")
            for block in answer["blocks"]:
                for label, steps, about in block["strips"]:
                    told = [[row["screen"], self_seconds(row["stay_s"]), HOWS.get(row["kind"], "") if right.depths or "back to" == HOWS.get(row["kind"]) else ""] for row in right.sessions[label]]
                    first = right.sessions[label][0]
                    parts = [f"{first['start'][:10]} {first['start'][11:16]} UTC", first["platform"] and Right.scope(first | {"app_version": "(all)"}),
                             first["app_version"] and f"version {first['app_version']}"]
                    if about != ", ".join(filter(None, parts)):
                        sys.exit(f"{question}: session {label} is said to be of {about}")
                    if told != [step[:3] for step in steps]:
                        sys.exit(f"{question}: session {label} differs")
                    marked = [step[0] for step in steps if step[3]]
                    if question[1] and (question[1] not in ("(end)", marked[-1]) or question[0] not in ("(start)", marked[0])):
                        sys.exit(f"{question}: {marked} is marked in session {label}")
                    numbers += len(steps)
    return numbers


HOWS = {"tab": "tab", "more_item": "More:", "menu_item": "menu:", "modal": "modal", "link": "link to", "back": "back to", "reselect": "back to"}


def self_seconds(text):
    return Right.seconds(text) if text else ""


# MARK: Keyboard, accessibility


def check_keyboard(page):
    """From the top of the page to an answer, and from it to the next, with keys only."""
    browser = Browser(page)

    def focused():
        return browser.evaluate("document.activeElement.id || document.activeElement.textContent")

    def tab(until, most=400):
        for _ in range(most):
            browser.key("Tab")
            if browser.evaluate(until):
                return
        sys.exit(f"by keyboard, nothing reaches {until}")

    tab("document.activeElement.getAttribute('href') === '#ask'")
    browser.key("Enter")
    tab("document.activeElement.id === 'ask-screen'")
    browser.type("Prod")
    tab("document.activeElement.id === 'ask-to'", 1)
    if browser.evaluate("document.querySelector('.answer h3').textContent") != "Product":
        sys.exit(f"by keyboard, no answer about Product: {focused()}")
    browser.type("Cart")
    if browser.evaluate("document.querySelector('.answer h3').textContent") != "From Product to Cart":
        sys.exit("by keyboard, no answer about the ways from Product to Cart")
    tab("document.activeElement.closest('.answer a') && document.activeElement.closest('table') !== null")
    name = focused()
    browser.key("Enter")
    browser.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))", wait=True)
    if browser.evaluate("document.activeElement.tagName + document.activeElement.textContent") != f"H3{name}":
        sys.exit(f"by keyboard, a link to {name} leads to {focused()}")
    if "Product" in browser.evaluate("document.querySelector('.answer h3').textContent") and name != "Product":
        sys.exit("the answer did not change")
    # What a screen reader is told.
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    told = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"] and "role" in node}
    expected = [("heading", "Ask the page"), ("combobox", "Screen"), ("combobox", "and then"), ("heading", name), ("table", "Where people went"),
                ("columnheader", "Of the departures"), ("rowheader", "the end"), ("region", "Ask the page")]
    missing = [one for one in expected if one not in told]
    roles = {role for role, _ in told}
    if missing or not {"status", "list"} <= roles:
        sys.exit(f"the accessibility tree lacks {missing or 'a status or a list'}")
    browser.close()


def check_axe(page):
    """No violation of axe, on a wide and on a narrow screen, light and dark, with answers. Returns how many rules passed."""
    folder = root / ".build/axe"
    script = next(folder.glob("lib/python*/site-packages/axe_core_python/axe.min.js"), None)
    if script is None:
        venv.create(folder, with_pip=True)
        subprocess.run([folder / "bin/pip", "install", "-q", AXE], check=True)
        script = next(folder.glob("lib/python*/site-packages/axe_core_python/axe.min.js"))
    passed = 0
    for width in (1280, 390):
        for dark in (False, True):
            browser = Browser(page, width, dark)
            browser.evaluate(script.read_text(encoding="utf-8"))
            for question in ("", "#ask?screen=Product&by=platform", "#ask?screen=Home&to=Cart"):
                browser.evaluate(f"location.hash = {json.dumps(question)}")
                browser.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
                browser.evaluate("new Promise(done => setTimeout(done, 300))", wait=True)
                result = browser.evaluate("axe.run().then(found => ({ passed: found.passes.length, wrong: found.violations.map("
                                          "one => `${one.id}: ${one.nodes.map(node => node.html).slice(0, 3).join(' ')}`) }))", wait=True)
                if result["wrong"]:
                    sys.exit(f"axe, {width} pixels{', dark' if dark else ''}, {question or 'nothing asked'}: " + "\n".join(result["wrong"]))
                passed += result["passed"]
            browser.close()
    return passed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reports", type=pathlib.Path, nargs="+")
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    subprocess.run([root / ".ci/apt", "chromium"], check=True)
    for folder in options.reports:
        print(f"{folder}: {check_tables(folder):,} cells of the tables are what SQL counts.")
        browser = Browser(folder / "report.html")
        numbers = check_answers(folder, browser, options.questions, options.seed)
        browser.close()
        print(f"{options.questions:,} questions drawn at random: {numbers:,} numbers, 0 differ from the tables.")
    page = options.reports[0] / "report.html"
    check_keyboard(page)
    print("By keyboard alone, and in the accessibility tree: answered.")
    print(f"axe: {check_axe(page):,} rules passed, 0 violations.")


main()
