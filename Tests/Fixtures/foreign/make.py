#!/usr/bin/env python3
"""Draws logs in shapes that other programs write, with what a person reads in them: `make.py FOLDER`."""
import csv, datetime as dt, gzip, io, json, os, random, sys, uuid

OUT = sys.argv[1]
os.makedirs(OUT, exist_ok=True)
truth = {}

SHOP = {"home": ["category", "search", "cart", "account"], "category": ["product", "product", "home", "category"], "search": ["product", "product", "home"],
        "product": ["cart", "category", "product", "search", "home"], "cart": ["checkout", "product", "home"], "checkout": ["confirmation", "cart"],
        "confirmation": ["home", "account"], "account": ["orders", "home"], "orders": ["account", "home"]}
APP = {"Feed": ["Post", "Profile", "Inbox", "Settings"], "Post": ["Comments", "Feed", "Profile"], "Comments": ["Post"], "Profile": ["Feed", "Followers", "Post"],
       "Followers": ["Profile"], "Inbox": ["Chat", "Feed"], "Chat": ["Inbox", "Profile"], "Settings": ["Privacy", "Feed", "Notifications"],
       "Privacy": ["Settings"], "Notifications": ["Settings", "Feed"]}
CLINIC = {"Worklist": ["Chart", "Schedule", "Messages"], "Chart": ["Labs", "Orders", "Notes", "Worklist"], "Labs": ["Chart", "LabTrend"], "LabTrend": ["Labs"],
          "Orders": ["Chart", "OrderEntry"], "OrderEntry": ["Orders", "Chart"], "Notes": ["Chart"], "Schedule": ["Worklist"], "Messages": ["Worklist", "Chart"]}
COURSE = {"Dashboard": ["Course", "Calendar", "Grades"], "Course": ["Quiz", "Forum", "File", "Dashboard", "Assignment"], "Quiz": ["Course"], "Forum": ["Discussion", "Course"],
          "Discussion": ["Forum"], "File": ["Course"], "Assignment": ["Course"], "Calendar": ["Dashboard"], "Grades": ["Dashboard", "Course"]}
WIKI = {"/": ["/docs", "/blog", "/pricing"], "/docs": ["/docs/install", "/docs/api", "/"], "/docs/install": ["/docs/api", "/docs"], "/docs/api": ["/docs/api/events", "/docs"],
        "/docs/api/events": ["/docs/api", "/docs/install"], "/blog": ["/blog/launch", "/"], "/blog/launch": ["/blog", "/pricing"], "/pricing": ["/signup", "/"], "/signup": ["/"]}


class Visit:
    """One appearance of a screen."""
    def __init__(self, user, session, time, screen, previous, first):
        self.user, self.session, self.time, self.screen, self.previous, self.first = user, session, time, screen, previous, first


def walk(seed, graph, users=14, sessions=3, length=8, start=dt.datetime(2026, 3, 2, 7, tzinfo=dt.timezone.utc), days=28, order="time", gap=(3, 90)):
    rng = random.Random(seed)
    first = next(iter(graph))
    visits, number = [], 0
    for user in range(users):
        for _ in range(max(1, int(rng.gauss(sessions, 1.2)))):
            number += 1
            time = start + dt.timedelta(days=rng.randrange(days), seconds=rng.randrange(50_000), milliseconds=rng.randrange(1000))
            screen, previous = first, None
            for step in range(max(2, int(rng.gauss(length, 3)))):
                visits.append(Visit(user, number, time, screen, previous, step == 0))
                time += dt.timedelta(seconds=rng.uniform(*gap))
                previous, screen = screen, rng.choice(graph[screen])
    if order == "time": visits.sort(key=lambda v: (v.time, v.session))
    if order == "user": visits.sort(key=lambda v: (v.user, v.time, v.session))
    if order == "shuffled": rng.shuffle(visits)
    return visits, rng


def say(name, visits=None, status="read", user=None, session=None, **more):
    """What a person reads in the log."""
    entry = {"status": status}
    if visits is not None:
        entry |= {"users": len({(user or (lambda v: v.user))(v) for v in visits}), "screens": len({v.screen for v in visits}), "views": len(visits)}
        if session is not False: entry["sessions"] = len({v.session for v in visits})
    truth[name] = entry | more


def table(name, header, rows, delimiter=",", prefix="", bom=False, quote=csv.QUOTE_MINIMAL, pack=False, end="\n"):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=quote, lineterminator=end)
    writer.writerow(header)
    writer.writerows(rows)
    put(name, ("\ufeff" if bom else "") + prefix + text.getvalue(), pack)


def put(name, text, pack=False):
    data = text.encode()
    with open(os.path.join(OUT, name), "wb") as file: file.write(gzip.compress(data, mtime=0) if pack else data)


def lines(name, records): put(name, "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records))


def iso(t): return t.strftime("%Y-%m-%dT%H:%M:%S.") + f"{t.microsecond // 1000:03d}Z"


def plain(t): return t.strftime("%Y-%m-%d %H:%M:%S")


def hexid(rng, n=16): return "".join(rng.choice("0123456789abcdef") for _ in range(n))


def ids(rng, visits, make):
    """An id for each user, and each session, of its own kind."""
    return {key: make(rng, key) for key in sorted({v.user for v in visits})}


def _01_ga4_flat_csv(n):
    """A GA4 export that somebody unnested in BigQuery and saved as CSV."""
    v, r = walk(1, APP)
    u = ids(r, v, lambda r, k: f"{r.randrange(10**9)}.{r.randrange(10**9)}")
    rows = []
    for x in v:
        if x.first: rows.append([x.time.strftime("%Y%m%d"), int(x.time.timestamp() * 1e6) - 5, "session_start", u[x.user], int(x.time.timestamp()) // 10, "", "ANDROID", "3.1.0", r.choice(["US", "DE"]), ""])
        rows.append([x.time.strftime("%Y%m%d"), int(x.time.timestamp() * 1e6), "screen_view", u[x.user], "", x.screen, "ANDROID", "3.1.0", "US", r.randrange(1, 90_000)])
        if r.random() < 0.3: rows.append([x.time.strftime("%Y%m%d"), int(x.time.timestamp() * 1e6) + 900, "user_engagement", u[x.user], "", x.screen, "ANDROID", "3.1.0", "US", r.randrange(1, 9_000)])
    table(n, ["event_date", "event_timestamp", "event_name", "user_pseudo_id", "ga_session_start", "firebase_screen", "platform", "app_info_version", "geo_country", "engagement_time_msec"], rows)
    say(n, v, session=False)


def _02_sidebar_experiment(n):
    """A web experiment with a left and a right sidebar."""
    v, r = walk(2, WIKI, users=30)
    u = ids(r, v, lambda r, k: str(uuid.UUID(int=r.getrandbits(128))))
    arm = {k: r.choice(["left", "right"]) for k in u}
    table(n, ["event_timestamp", "event_name", "user_pseudo_id", "variant", "page_location", "page_title", "engagement_time_msec"],
          [[int(x.time.timestamp() * 1e6), "page_view", u[x.user], arm[x.user], "https://docs.example.org" + x.screen + ("?utm_source=mail" if r.random() < .2 else ""), "Docs – " + x.screen, r.randrange(90_000)] for x in v])
    say(n, v, session=False, variants=2)


def _03_clickstream_shop(n):
    """A shop's clickstream: event names are the pages."""
    v, r = walk(3, SHOP, users=20)
    u = ids(r, v, lambda r, k: 500000000 + r.randrange(10**7))
    s = {k: str(uuid.UUID(int=r.getrandbits(128))) for k in sorted({x.session for x in v})}
    table(n, ["event_time", "event_type", "product_id", "category_code", "brand", "price", "user_id", "user_session"],
          [[plain(x.time) + " UTC", x.screen, r.randrange(10**6, 10**7), r.choice(["electronics.phone", "apparel.shoes", ""]), r.choice(["acme", "globex", ""]), f"{r.uniform(1, 900):.2f}", u[x.user], s[x.session]] for x in v])
    say(n, v)


def _04_clinical_interface(n):
    """A clinical interface: operator and case, dwell times."""
    v, r = walk(4, CLINIC, users=14, sessions=7)
    u = ids(r, v, lambda r, k: f"OP{r.randrange(1000, 9999)}")
    table(n, ["case_id", "operator_id", "timestamp", "screen", "dwell_time_s", "clicks"],
          [[f"C{x.session:05d}", u[x.user], plain(x.time), x.screen, f"{r.uniform(1, 80):.1f}", r.randrange(9)] for x in v])
    say(n, v)


def _05_moodle(n):
    """The log of Moodle as it is downloaded."""
    v, r = walk(5, COURSE, users=26, order="user")
    rows = []
    for x in v:
        rows.append([x.time.strftime("%-d/%m/%y, %H:%M:%S"), f"Student {x.user}", "-", f"{x.screen}: Biology", "System" if x.screen == "Dashboard" else x.screen, f"{x.screen} viewed",
                     f"The user with id '{300 + x.user}' viewed the page", "web", f"10.0.{x.user}.7"])
    table(n, ["Time", "User full name", "Affected user", "Event context", "Component", "Event name", "Description", "Origin", "IP address"], rows)
    say(n, v, session=False)


def _06_sdk_batch(n):
    """A batch that an SDK sends, as one object."""
    v, r = walk(6, APP, users=12)
    u = ids(r, v, lambda r, k: hexid(r, 32))
    put(n, json.dumps({"sentAt": iso(v[-1].time), "batch": [
        {"type": "screen", "name": x.screen, "anonymousId": u[x.user], "timestamp": iso(x.time), "messageId": str(uuid.UUID(int=r.getrandbits(128))),
         "context": {"app": {"version": "4.2"}, "os": {"name": "iOS"}}} for x in v]}))
    say(n, v, session=False)


def _07_events_object(n):
    """One object that holds a list of events beside others."""
    v, r = walk(7, APP, users=15)
    put(n, json.dumps({"api_key": "k", "client_upload_time": iso(v[-1].time), "events": [
        {"ts": int(x.time.timestamp() * 1000), "deviceId": f"dev-{x.user:03d}", "name": "page_view", "props": {"page": x.screen, "load_ms": r.randrange(20, 900)}} for x in v]}, indent=1))
    say(n, v, session=False)


def _08_recorded_requests(n):
    """Requests that a proxy recorded: the events are text in `body`."""
    v, r = walk(8, APP, users=10)
    batches = []
    for user in sorted({x.user for x in v}):
        own = [x for x in v if x.user == user]
        for i in range(0, len(own), 6):
            batches.append({"method": "POST", "url": "https://t.example.com/collect", "status": 200, "body": json.dumps({"events": [
                {"time": int(x.time.timestamp() * 1000), "client_id": f"c{user}", "event": "screen_view", "screen_name": x.screen} for x in own[i:i + 6]]})})
    lines(n, batches)
    say(n, v, session=False)


def _09_semicolons_german(n):
    """A study's table from a German spreadsheet: date and time apart."""
    v, r = walk(9, APP, users=16, sessions=2)
    table(n, ["Datum", "Uhrzeit", "Teilnehmer", "Bildschirm", "Dauer"],
          [[x.time.strftime("%d.%m.%Y"), x.time.strftime("%H:%M:%S"), f"TN{x.user + 1:02d}", x.screen, f"{r.uniform(1, 60):.1f}".replace(".", ",")] for x in v], delimiter=";", bom=True)
    say(n, v, session=False)


def _10_us_dates(n):
    """Date and time as a spreadsheet of the United States writes them."""
    v, r = walk(10, CLINIC, users=12)
    table(n, ["Date", "Time", "User", "Page", "Action"], [[x.time.strftime("%m/%d/%Y"), x.time.strftime("%I:%M:%S %p"), f"nurse{x.user}", x.screen, "View"] for x in v])
    say(n, v, session=False)


def _11_dates_only(n):
    """Days without times."""
    v, r = walk(11, APP)
    table(n, ["date", "user_id", "screen", "views"], [[x.time.strftime("%Y%m%d"), f"u{x.user}", x.screen, 1] for x in v])
    say(n, status="refused", cause="days only")


def _12_comments_and_index(n):
    """A data frame with its index, below comments."""
    v, r = walk(12, APP, order="shuffled")
    table(n, ["", "ts", "uid", "route", "ms"], [[i, f"{x.time.timestamp():.3f}", f"{x.user:04d}", "/" + x.screen.lower(), r.randrange(5, 5000)] for i, x in enumerate(v)],
          prefix="# exported 2026-04-01\n# source: warehouse.ui_events\n")
    say(n, v, session=False)


def _13_tabs_route_changes(n):
    """A web router's changes, tab separated, urls with ids."""
    v, r = walk(13, SHOP, users=20)
    def url(x):
        return {"home": "/", "product": f"/products/{r.randrange(1000, 99999)}", "category": f"/products", "orders": f"/account/orders"}.get(x.screen, "/" + x.screen)
    table(n, ["occurred_at", "visitor", "from_url", "to_url", "status"], [[iso(x.time), f"v_{hexid(random.Random(x.user))}", "", "https://shop.example" + url(x) + ("?page=2" if r.random() < .2 else ""), 200] for x in v], delimiter="\t")
    say(n, v, session=False)


def _14_session_only(n):
    """Sessions, and nobody behind them."""
    v, r = walk(14, SHOP, users=20, sessions=2)
    table(n, ["session_id", "time", "page"], [[f"s{x.session:06d}", iso(x.time), x.screen] for x in v])
    say(n, v, user=lambda x: x.session)


def _15_nobody(n):
    """Neither users nor sessions."""
    v, r = walk(15, SHOP)
    table(n, ["time", "page", "referrer", "bytes"], [[iso(x.time), x.screen, x.previous or "", r.randrange(500, 90000)] for x in v])
    say(n, status="refused", cause="user")


def _16_trials(n):
    """One row for each trial of a study."""
    r = random.Random(16)
    table(n, ["participant", "condition", "trial", "target", "reaction_ms", "error"], [[p, c, t, r.choice("ABCD"), r.randrange(300, 2500), int(r.random() < .05)] for p in range(20) for c in ("menu", "tabs") for t in range(8)])
    say(n, status="refused", cause="trial")


def _17_aggregate_days(n):
    """One row for each day and page."""
    r = random.Random(17)
    table(n, ["date", "page", "pageviews", "unique_users", "avg_time_on_page", "bounce_rate"],
          [[f"2026-03-{d:02d}", p, r.randrange(10, 900), r.randrange(5, 400), f"{r.uniform(5, 120):.1f}", f"{r.random():.2f}"] for d in range(1, 29) for p in SHOP])
    say(n, status="refused", cause="not an event log")


def _18_aggregate_users(n):
    """One row for each user."""
    r = random.Random(18)
    table(n, ["user_id", "sessions", "avg_session_s", "screens_seen", "purchases", "country"], [[f"u{i}", r.randrange(1, 40), f"{r.uniform(10, 400):.0f}", r.randrange(1, 20), r.randrange(3), "FR"] for i in range(200)])
    say(n, status="refused", cause="not an event log")


def _19_main_screen_appear(n):
    """Events whose names say which screen appeared."""
    v, r = walk(19, APP)
    lines(n, [{"timestamp": int(x.time.timestamp() * 1000), "userId": hexid(random.Random(x.user), 24), "eventName": x.screen + "ScreenAppear", "appVersion": "2.0.1"} for x in v])
    say(n, v, session=False)


def _20_section_view(n):
    """`section_view` with its name, among tasks and buttons."""
    v, r = walk(20, CLINIC, users=18)
    rows = []
    for x in v:
        rows.append({"at": iso(x.time), "participant_id": f"P{x.user:02d}", "event": "section_view", "section_name": x.screen})
        if r.random() < .15: rows.append({"at": iso(x.time + dt.timedelta(seconds=1)), "participant_id": f"P{x.user:02d}", "event": "task_complete", "task": r.choice(["T1", "T2"])})
    lines(n, rows)
    say(n, v, session=False)


def _21_old_years(n):
    """A clickstream of 2004, as teaching data are."""
    v, r = walk(21, SHOP, start=dt.datetime(2004, 5, 3, 8, tzinfo=dt.timezone.utc), days=60)
    table(n, ["datetime", "customer", "session", "page"], [[plain(x.time), 1000 + x.user, x.session, x.screen] for x in v])
    say(n, v)


def _22_process_mining(n):
    """An event log for process mining: case, activity, resource."""
    v, r = walk(22, COURSE, users=20)
    table(n, ["case:concept:name", "concept:name", "org:resource", "time:timestamp"], [[f"case_{x.session}", x.screen, f"learner-{x.user}", x.time.isoformat()] for x in v])
    say(n, v)


def _23_posthog_flat(n):
    """PostHog's table of page views, saved as CSV."""
    v, r = walk(23, WIKI, users=15)
    table(n, ["uuid", "event", "timestamp", "distinct_id", "properties.$current_url", "properties.$session_id"],
          [[str(uuid.UUID(int=r.getrandbits(128))), "$pageview", iso(x.time), hexid(random.Random(x.user), 20), "https://example.org" + x.screen + ("#top" if r.random() < .1 else ""), f"0190-{x.session}"] for x in v])
    say(n, v)


def _24_mostly_other(n):
    """Sensors; one row in twenty is a screen."""
    v, r = walk(24, APP, users=10, sessions=3)
    rows = []
    for x in v:
        rows.append({"time": iso(x.time), "user": f"u{x.user}", "event": "ui.screen", "screen": x.screen})
        rows += [{"time": iso(x.time + dt.timedelta(milliseconds=30 * i)), "user": f"u{x.user}", "event": r.choice(["accel.sample", "gyro.sample", "zz_tick"]), "v": r.random()} for i in range(1, 13)]
    lines(n, rows)
    say(n, v)


def _25_no_navigation(n):
    """Orders and payments: nothing of navigation."""
    v, r = walk(25, SHOP, users=15)
    table(n, ["created_at", "customer_id", "event", "amount", "currency"], [[iso(x.time), f"cus_{x.user}", r.choice(["charge.succeeded", "invoice.paid", "payout.created", "refund.issued"]), f"{r.uniform(1, 90):.2f}", "EUR"] for x in v])
    say(n, status="no-navigation")


def _26_browser_history(n):
    """One person's history."""
    v, r = walk(26, WIKI, users=1, sessions=30)
    put(n, json.dumps({"Browser History": [{"title": "Docs " + x.screen, "url": "https://docs.example.org" + x.screen, "time_usec": int(x.time.timestamp() * 1e6), "page_transition": "LINK"} for x in v]}))
    say(n, status="refused", cause="user")


def _27_french(n):
    """French names of columns."""
    v, r = walk(27, APP, order="user")
    table(n, ["horodatage", "utilisateur", "écran", "durée", "plateforme", "version"], [[x.time.strftime("%d/%m/%Y %H:%M:%S"), f"util-{x.user}", x.screen, r.randrange(100), r.choice(["iOS", "Android"]), "1.4"] for x in v], delimiter=";")
    say(n, v, session=False)


def _28_spanish_json(n):
    """Spanish names of fields, an array."""
    v, r = walk(28, APP)
    put(n, json.dumps([{"fecha_hora": iso(x.time), "id_usuario": 9000 + x.user, "sesion": x.session, "pantalla": x.screen, "duracion": r.randrange(300)} for x in v], ensure_ascii=False))
    say(n, v)


def _29_ragged(n):
    """A cell too many in line 40."""
    v, r = walk(29, APP)
    rows = [[iso(x.time), f"u{x.user}", x.screen] for x in v]
    rows[38].append("oops")
    table(n, ["time", "user", "screen"], rows)
    say(n, v, session=False, less=1)


def _30_ragged_second(n):
    """A row of another length right below the header."""
    v, r = walk(30, APP)
    table(n, ["timestamp", "user_id", "screen_name"], [[iso(x.time), f"u{x.user}", x.screen] + ([""] if i % 2 == 0 else []) for i, x in enumerate(v)])
    say(n, status="refused", cause="cells")


def _31_datadog_rum(n):
    """Views of a monitoring product, nested."""
    v, r = walk(31, APP, users=16)
    lines(n, [{"type": "view", "date": int(x.time.timestamp() * 1000), "usr": {"id": f"user-{x.user}"}, "session": {"id": f"sess-{x.session}", "type": "user"}, "view": {"id": str(uuid.UUID(int=r.getrandbits(128))), "name": x.screen, "url": "com.example." + x.screen, "time_spent": r.randrange(10**9)}, "application": {"id": "app"}} for x in v])
    say(n, v)


def _32_mixed_interactions(n):
    """Views and clicks in one table, of which only views are screens."""
    v, r = walk(32, APP, users=20)
    rows = []
    for x in v:
        rows.append([int(x.time.timestamp()), f"u-{x.user}", x.session, "view", x.screen, ""])
        if r.random() < .5: rows.append([int(x.time.timestamp()) + 1, f"u-{x.user}", x.session, "click", x.screen, r.choice(["like", "share", "save"])])
    table(n, ["unix_time", "member", "visit", "interaction_type", "page_name", "element"], rows)
    say(n, v)


def _33_containers(n):
    """A single activity for everything; the screen is its fragment."""
    v, r = walk(33, APP)
    lines(n, [{"at": iso(x.time), "device": hexid(random.Random(x.user), 16), "type": "screen", "activity": "MainActivity", "fragment": x.screen + "Fragment"} for x in v])
    say(n, v, session=False)


def _34_apache_like(n):
    """A web server's log as a table: users by cookie."""
    v, r = walk(34, WIKI, users=18)
    table(n, ["ip", "cookie_id", "request_time", "method", "path", "status_code", "bytes", "user_agent"],
          [[f"192.0.2.{x.user}", hexid(random.Random(x.user), 12), x.time.strftime("%Y-%m-%d %H:%M:%S"), "GET", x.screen, 200, r.randrange(300, 90000), "Mozilla/5.0"] for x in v])
    say(n, v, session=False)


def _35_role_column(n):
    """A role that separates people."""
    v, r = walk(35, CLINIC, users=24)
    role = {k: "doctor" if k % 3 else "admin" for k in range(24)}
    table(n, ["log_id", "logged_at", "staff_no", "role", "view_name"], [[10_000 + i, x.time.strftime("%Y/%m/%d %H:%M:%S"), 7000 + x.user, role[x.user], x.screen] for i, x in enumerate(v)])
    say(n, v, session=False)


def _36_gzip_lines(n):
    """Compressed lines with nested fields."""
    v, r = walk(36, APP)
    put(n, "".join(json.dumps({"meta": {"ts": x.time.timestamp(), "uid": f"U{x.user}"}, "data": {"type": "navigation", "route": x.screen, "params": {"id": r.randrange(9)}}}) + "\n" for x in v), pack=True)
    say(n, v, session=False)


def _37_hits(n):
    """Hits of a search engine's index."""
    v, r = walk(37, SHOP, users=18)
    put(n, json.dumps({"took": 5, "timed_out": False, "hits": [{"_id": hexid(r), "_source": {"@timestamp": iso(x.time), "user.name": f"user{x.user}", "event.action": "page_viewed", "page.name": x.screen}} for x in v]}))
    say(n, v, session=False)


def _38_rows_with_case(n):
    """A kiosk: sessions within kiosks, few kiosks."""
    v, r = walk(38, SHOP, users=6, sessions=16)
    table(n, ["Kiosk ID", "Interaction ID", "Start Time", "Screen Title", "Seconds"], [[f"K-{x.user + 1}", f"{hexid(random.Random(x.session), 8)}", x.time.strftime("%Y-%m-%d %H:%M:%S"), x.screen, r.randrange(1, 200)] for x in v])
    say(n, v)


def _39_bigquery_strings(n):
    """A warehouse's table, capital names, times with zone names."""
    v, r = walk(39, APP, order="shuffled")
    table(n, ["EVENT_TS", "ACCOUNT_KEY", "PAGE_KEY", "PAGE_NM", "LOAD_DT"], [[x.time.strftime("%Y-%m-%d %H:%M:%S.%f UTC"), 40_000 + x.user, sorted(APP).index(x.screen), x.screen, "2026-04-01"] for x in v])
    say(n, v, session=False)


def _40_product_ids(n):
    """Paths with ids at two levels, and the list itself."""
    v, r = walk(40, {"/": ["/products", "/cart"], "/products": ["/products/:id", "/"], "/products/:id": ["/products/:id/reviews", "/products", "/cart"], "/products/:id/reviews": ["/products/:id"], "/cart": ["/", "/products"]}, users=15)
    table(n, ["time", "user", "path"], [[iso(x.time), f"u{x.user}", x.screen.replace(":id", str(r.randrange(1000, 9999)))] for x in v])
    say(n, v, session=False)


def _41_opened_titles(n):
    """Things that were opened, in an analyst's own words."""
    v, r = walk(41, APP)
    lines(n, [{"when": iso(x.time), "who": f"p{x.user}@t", "what": "Opened " + x.screen} for x in v])
    say(n, v, session=False)


def _42_app_lifecycle(n):
    """Screens beside lifecycle, purchases, notifications."""
    v, r = walk(42, SHOP, users=25)
    rows = []
    for x in v:
        if x.first: rows.append([int(x.time.timestamp() * 1000) - 40, 100 + x.user, x.session, "app_start", ""])
        rows.append([int(x.time.timestamp() * 1000), 100 + x.user, x.session, "screen_opened", x.screen])
        if r.random() < .1: rows.append([int(x.time.timestamp() * 1000) + 700, 100 + x.user, x.session, "add_to_cart", ""])
    table(n, ["ts_ms", "player_id", "session_no", "evt", "scr"], rows)
    say(n, v)


def _43_single_column_time(n):
    """Elapsed seconds in a session are no times."""
    v, r = walk(43, APP)
    table(n, ["participant", "task", "elapsed_s", "page"], [[f"P{x.user}", "T1", f"{r.uniform(0, 300):.2f}", x.screen] for x in v])
    say(n, status="refused", cause="time")


def _44_many_users(n):
    """More people than rows of a head: most seen once in its beginning."""
    v, r = walk(44, SHOP, users=200, sessions=1, length=4)
    table(n, ["uuid_col", "ts", "person", "view"], [[str(uuid.UUID(int=r.getrandbits(128))), iso(x.time), hexid(random.Random(x.user), 14), x.screen] for x in v])
    say(n, v, session=False)


def _45_spreadsheet_days(n):
    """A spreadsheet's times: days since 1900, with a comma before the fraction."""
    v, r = walk(45, CLINIC)
    days = lambda t: f"{(t - dt.datetime(1899, 12, 30, tzinfo=dt.timezone.utc)).total_seconds() / 86400:.8f}".replace(".", ",")
    table(n, ["Ward", "Staff", "When", "Screen shown", "Key"], [[f"W{x.user % 3}", f"N-{x.user + 1}", days(x.time), x.screen, "OK"] for x in v], delimiter=";", end="\r\n")
    say(n, v, session=False)


def _46_elapsed(n):
    """A study that counts seconds from the start of each participant."""
    v, r = walk(46, CLINIC, sessions=1, order="user")
    start = {}
    table(n, ["participant", "condition", "elapsed_s", "page"], [[f"VP{x.session}", "AB"[x.session % 2], f"{(x.time - start.setdefault(x.session, x.time)).total_seconds():.2f}", x.screen] for x in v])
    say(n, v)


def _47_paths(n):
    """One row for each session, with its screens in one cell."""
    v, r = walk(47, SHOP, users=30, order="user")
    rows = {}
    for x in v: rows.setdefault(x.session, [f"c{x.user}", iso(x.time), []])[2].append(x.screen)
    table(n, ["client", "start", "path"], [[a, b, " > ".join(c)] for a, b, c in rows.values()])
    say(n, status="refused", cause="paths")


def _48_by_user(n):
    """One object with a list for each user."""
    v, r = walk(48, APP)
    people = {}
    for x in v: people.setdefault(f"member-{x.user + 1}", []).append({"t": int(x.time.timestamp()), "view": x.screen})
    put(n, json.dumps(people))
    say(n, v, session=False)


def _49_two_sources(n):
    """A folder of two apps' exports, each with names of its own."""
    v, r = walk(49, APP, users=20)
    os.makedirs(os.path.join(OUT, n), exist_ok=True)
    table(n + "/ios.csv", ["user_id", "timestamp", "screen_name"], [[f"a{x.user}", iso(x.time), x.screen] for x in v if x.user % 2])
    lines(n + "/android.jsonl", [{"uid": f"a{x.user}", "ts": int(x.time.timestamp() * 1000), "screen": x.screen} for x in v if x.user % 2 == 0])
    say(n, v, session=False)


def _50_no_header(n):
    """A table without a header."""
    v, r = walk(50, APP)
    rows = [[i + 1, x.time.strftime("%Y-%m-%d %H:%M:%S.%f+00"), hexid(random.Random(x.user)), hexid(random.Random(-x.session - 1), 12), "screen_view", x.screen] for i, x in enumerate(v)]
    table(n, rows[0], rows[1:])
    say(n, v)


def _51_game(n):
    """A game: a quarter of the events are screens, the others what happens in it."""
    v, r = walk(51, APP, users=10, sessions=2)
    rows = []
    for x in v:
        row = {"player": hexid(random.Random(x.user)), "play_session": x.session, "t_unix_ms": int(x.time.timestamp() * 1000)}
        rows.append(row | {"evt": "ui_screen_enter", "data": {"screen": x.screen}})
        rows += [row | {"t_unix_ms": row["t_unix_ms"] + 80 * k, "evt": r.choice(["shot_fired", "pickup", "respawn"]), "data": {"weapon": "bow"}} for k in range(1, 4)]
    lines(n, rows)
    say(n, v)


def _52_days(n):
    """A folder with a file for each day, whose rows have times of day alone."""
    v, r = walk(52, SHOP, users=8, sessions=2, days=3)
    os.makedirs(os.path.join(OUT, n), exist_ok=True)
    for day in sorted({x.time.date() for x in v}):
        table(f"{n}/usage_{day}.csv", ["Time", "User", "Screen"], [[x.time.strftime("%H:%M:%S"), f"u{x.user}", x.screen] for x in v if x.time.date() == day])
    say(n, status="refused", cause="date")


def _53_short_ids(n):
    """Titles as paths, with short ids behind a prefix."""
    v, r = walk(53, {"Home": ["Home > Projects", "Home > Me"], "Home > Projects": ["Home > Projects > @", "Home"], "Home > Projects > @": ["Home > Projects > @ > Board", "Home > Projects"], "Home > Projects > @ > Board": ["Home > Projects > @"], "Home > Me": ["Home"]}, users=15)
    table(n, ["time", "account", "title"], [[iso(x.time), f"acc{x.user}", x.screen.replace("@", f"prj-{r.randrange(4096, 65536):04x}")] for x in v])
    say(n, v, session=False)


def _54_digits(n):
    """Times in digits alone, and a first screen that only the launch of the app names."""
    v, r = walk(54, APP, users=20)
    v = [x for x in v if x.first or x.screen != "Feed"]
    table(n, ["customer_id", "stamp", "action", "page"], [[f"c{x.user}", x.time.strftime("%Y%m%d%H%M%S"), "launch" if x.first else "show", x.screen] for x in v])
    say(n, v, session=False)


def _55_month_names(n):
    """Times as a web server writes them, and rows that all name the page they lead to."""
    v, r = walk(55, SHOP, users=20)
    words = {"home": "home_tab", "cart": "cart_tab"}
    lines(n, [{"uid": f"m{x.user}", "requestTime": x.time.strftime("%d/%b/%Y:%H:%M:%S +0000"), "what": words.get(x.screen, "link"), "page": x.screen} for x in v])
    say(n, v, session=False)


for key, make in sorted((k, f) for k, f in globals().items() if k[0] == "_" and k[1:3].isdigit()):
    ending = {6: "json", 7: "json", 8: "jsonl", 13: "tsv", 19: "jsonl", 20: "jsonl", 24: "jsonl", 26: "json", 28: "json", 31: "jsonl", 33: "jsonl", 36: "jsonl.gz", 37: "json", 41: "jsonl", 48: "json", 49: "", 51: "ndjson", 52: "", 55: "jsonl"}.get(int(key[1:3]), "csv")
    name = (key[1:].replace("_", "-") + "." + ending).rstrip(".")
    make(name)
    truth[name]["shape"] = make.__doc__
# Logs that are kept as they are, not drawn here.
known = os.path.join(OUT, "expected.json")
if os.path.exists(known): truth = json.load(open(known)) | truth
with open(known, "w") as file: json.dump(truth, file, indent=1, sort_keys=True)
