"""A secret of one user in each field of each kind of event, with small groups hidden."""

import os

from bench import event, small_log, write
from names import FIELDS, KINDS

SECRET = "Anna Schmidt"


def run(bench, rounds, random):
    for kind in KINDS:
        for field in FIELDS + ["event"]:
            plant(bench, [(kind, field)], f"{kind}.{field}", [])
    for number in range(rounds):
        planted = [(random.choice(KINDS), random.choice(FIELDS)) for _ in range(random.randint(1, 4))]
        more = random.choice([[], ["--segment", "app_version"], ["--segment", "variant,platform"], ["--infer"]])
        plant(bench, planted, f"round {number}, {planted}, {more}", more, users=random.choice([1, 2, 5, 9]))


def plant(bench, planted, what, more, users=1):
    bench.cases += 1
    place = bench.place()
    events = small_log(users=60, sessions=2)
    for user in range(users):
        for step, (kind, field) in enumerate(planted):
            fields = {"screen": "Home", "target": "Home", "platform": "ios", "app_version": "1.0"}
            if kind in ("tabs_shown", "tabs_edit"):
                fields["value"] = ["Home", "Orders"]
            if field == "event":
                kind = SECRET
            else:
                fields[field] = ["Home", SECRET] if field == "value" and kind in ("tabs_shown", "tabs_edit") else SECRET
            for outcome in ("ok", "failed"):
                events.append(event(user * 100 + 60 + step * 2, f"user-{user}", kind, outcome=outcome, **fields))
    log = f"{SECRET}.ndjson"
    write(f"{place}/{log}", events)
    write(f"{place}/two.ndjson", small_log(users=70))
    outputs = [bench.run(place, "analyze", log, "-o", "o", "--minimum-group", "10", "--write", "sarif=f.sarif", "--write", "junit=f.xml", "--write", "codequality=f.json",
                         "--annotations", "github", *more),
               bench.run(place, "analyze", log, "-o", "j", "--minimum-group", "10", "--json", *more),
               bench.run(place, "compare", log, "two.ndjson", "-o", "c", "--minimum-group", "10", "--allow", "overlap", "--users", "different")]
    bench.run(place, "init", log, "-o", "draft.yml")
    outputs.append(bench.run(place, "analyze", log, "--map", "draft.yml", "-o", "m", "--minimum-group", "10"))
    secret = SECRET.encode()
    for number, outcome in enumerate(outputs):
        bench.expect(outcome.status == 0, f"{what}, command {number}: ended with {outcome.status}: {outcome.errors[:200]}")
        bench.expect(secret not in outcome.output + outcome.errors, f"{what}, command {number}: told on the terminal")
    for folder, _, files in os.walk(place):
        for name in files:
            if name.endswith(".ndjson") or name == "draft.yml":
                continue
            with open(os.path.join(folder, name), "rb") as file:
                bench.expect(secret not in file.read(), f"{what}: told in {os.path.basename(folder)}/{name}")
