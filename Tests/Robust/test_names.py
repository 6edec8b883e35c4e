"""Malicious names, in every field, against every output."""

import csv
import io
import json
import os
import re
from random import Random

import pytest
from hypothesis import given, strategies

from bench import event, expect_orderly, run, write

HARMFUL = [
    "\x1b[2J\x1b]0;owned\x07", "\u202eevil", "a\u2066b\u2069", "Ho\u200dme", "\u3164", "\u2800x", "\u115f", "\u180e", "x\u00adx", "tab ##[set-env name=PATH]/x",
    "##[stop-commands]t", "::set-env name=A::b", "##vso[task.setvariable variable=A]b", "##teamcity[buildStop]", "=1+1", " =1+1", "＝1+1", "\n=1+1", "a;=1+1", "@SUM(1)", "-2+3",
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "`|`", "a|b", "\r\nSet-Cookie: a", "\ufffe", "\x00x", "%0a::error::x",
]
# Texts that must not appear unchanged in any output.
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\u2060-\u2064\u3164\u2800\u115f\u180e\u00ad\ufeff]")
COMMAND = re.compile(r"##\[|##vso\[|##teamcity\[|^\s*::", re.MULTILINE)
FIELDS = ["screen", "target", "container", "value", "platform", "os_version", "app_version", "device", "locale", "variant"]
KINDS = ["screen_view", "tab_select", "push", "back", "more_open", "more_select", "menu_open", "menu_select", "menu_close", "modal_open", "deep_link", "gesture", "tap",
         "badge", "tabs_shown", "tabs_edit", "tab_bar", "rotate", "app_open", "bogus_event"]


@pytest.mark.parametrize("name", HARMFUL, ids=ascii)
def test_known(bench, name):
    attempt(bench, Random(7), [name])


@given(seed=strategies.integers(0, 1 << 32), names=strategies.lists(
    strategies.lists(strategies.sampled_from(HARMFUL + ["Home", "a", " ", "/"]) | strategies.characters(min_codepoint=1, max_codepoint=0x3000), min_size=1, max_size=4)
    .map("".join), min_size=5, max_size=5))
def test_drawn(bench, seed, names):
    attempt(bench, Random(seed), names)


def log(random, names):
    events = []
    for user in range(14):
        for step, kind in enumerate(KINDS):
            fields = {field: random.choice(names) for field in FIELDS}
            if kind in ("tabs_shown", "tabs_edit"):
                fields["value"] = names + ["Home"]
            events.append(event(user * 1000 + step * 7, f"user-{user}", kind, **fields))
            if kind.startswith("menu") or kind in ("gesture", "tab_select"):
                events.append(event(user * 1000 + step * 7 + 3, f"user-{user}", kind, outcome=random.choice(["failed", "blocked", "ok"]), **fields))
    return events


def attempt(bench, random, names):
    place = bench.place()
    write(f"{place}/one.ndjson", log(random, names))
    write(f"{place}/two.ndjson", log(random, names + ["Home"]))
    app = json.dumps(names[0].replace("\x00", "")[:50])
    with open(f"{place}/map.yml", "w", encoding="utf-8") as file:
        file.write(f"app: {app}\n")
    outputs = [
        run(place, "analyze", "one.ndjson", "--map", "map.yml", "-o", "o", "--sessions", "--write", "sarif=f.sarif", "--write",
                  "junit=f.xml", "--write", "baseline=f.json", environment={"NO_COLOR": "1"}),
        run(place, "report", "o/navigation.sqlite", "-o", "p", environment={"NO_COLOR": "1"}),
        run(place, "compare", "one.ndjson", "two.ndjson", "-o", "c", environment={"NO_COLOR": "1"}),
        run(place, "compare", "one.ndjson", "--by", "app_version", "-o", "d", environment={"NO_COLOR": "1"}),
        run(place, "init", "one.ndjson", "-o", "-", environment={"NO_COLOR": "1"}),
        run(place, "analyze", "one.ndjson", "-o", "j", "--json", environment={"NO_COLOR": "1"}),
    ]
    for number, outcome in enumerate(outputs):
        expect_orderly(outcome, f"{names!r}, command {number}")
        for stream, content in (("output", outcome.output), ("errors", outcome.errors)):
            text = content.decode("utf-8", "replace")
            found = COMMAND.search(text.replace("\n::warning ", "\n").replace("\n::error ", "\n").replace("\n::notice ", "\n")) if not text.startswith("::") else re.search(r"##\[|##vso\[", text)
            assert not found, f"{names!r}, command {number}: a command in its {stream}: {found and text[max(0, found.start() - 40):found.end() + 40]!r}"
            if number not in (4, 5):
                seen = UNSEEN.search(text)
                assert not seen, f"{names!r}, command {number}: {seen and hex(ord(seen.group()))} in its {stream}"
    for folder, _, files in os.walk(place):
        for name in files:
            if name.endswith((".ndjson", ".yml", ".sqlite", ".json")) and name != "f.json":
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            seen = UNSEEN.search(text)
            assert not seen, f"{names!r}: {seen and hex(ord(seen.group()))} in {name}: {seen and text[max(0, seen.start() - 40):seen.end() + 10]!r}"
            if name.endswith(".csv"):
                for row in csv.reader(io.StringIO(text, newline="")):
                    for cell in row:
                        bare = cell.lstrip(" \u00a0\t\r\n")
                        runs = bare[:1] in ("=", "+", "@", "＝", "＋", "－", "＠") and not re.fullmatch(r"[+][0-9.]+", bare) or re.search(r";\s*[=@]", cell)
                        assert not runs, f"{names!r}: a formula in {name}: {cell[:60]!r}"
