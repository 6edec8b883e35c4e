"""A secret of one user in each field of each kind of event, with small groups hidden."""

import os

import pytest
from hypothesis import given, strategies

from bench import event, run, small_log, write
from test_names import FIELDS, KINDS

SECRET = "Anna Schmidt"


@pytest.mark.parametrize("field", FIELDS + ["event"])
@pytest.mark.parametrize("kind", KINDS)
def test_known(bench, kind, field):
    plant(bench, [(kind, field)], [], users=1)


@given(
    planted=strategies.lists(strategies.tuples(strategies.sampled_from(KINDS), strategies.sampled_from(FIELDS)), min_size=1, max_size=4),
    more=strategies.sampled_from([[], ["--infer"]]), users=strategies.sampled_from([1, 2, 5, 9]))
def test_drawn(bench, planted, more, users):
    plant(bench, planted, more, users)


def plant(bench, planted, more, users):
    what = f"{planted} of {users}, {more}"
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
    outputs = [run(place, "analyze", log, "-o", "o", "--minimum-group", "10", "--write", "sarif=f.sarif", "--write", "junit=f.xml", "--write", "baseline=f.json", *more),
               run(place, "analyze", log, "-o", "j", "--minimum-group", "10", "--json", *more),
               run(place, "compare", log, "two.ndjson", "-o", "c", "--minimum-group", "10", "--allow", "overlap")]
    run(place, "init", log, "-o", "draft.yml")
    outputs.append(run(place, "analyze", log, "--map", "draft.yml", "-o", "m", "--minimum-group", "10"))
    secret = SECRET.encode()
    for number, outcome in enumerate(outputs):
        assert outcome.status == 0, f"{what}, command {number}: ended with {outcome.status}: {outcome.errors[:200]}"
        assert secret not in outcome.output + outcome.errors, f"{what}, command {number}: told on the terminal"
    for folder, _, files in os.walk(place):
        for name in files:
            if name.endswith(".ndjson") or name == "draft.yml":
                continue
            with open(os.path.join(folder, name), "rb") as file:
                assert secret not in file.read(), f"{what}: told in {os.path.basename(folder)}/{name}"
