#!/usr/bin/env python3
"""Looks at reports in Chromium: how long they are on a phone, whether anything sticks out, whether they can be used by keyboard, and axe.

    .ci/page.py SAMPLE SCREENS

SAMPLE is the report on the sample logs; SCREENS that on the same log, where it shows screens alone.
"""
import json, os, pathlib, subprocess, sys, tempfile, venv

root = pathlib.Path(__file__).resolve().parent.parent
AXE = "axe-core-python==0.1.0"
# On a phone, as it opens: CSS pixels and words.
LIMITS = {"SAMPLE": (9000, 1500), "SCREENS": (3500, 1500)}


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


def check_length(page, height, words):
    browser = Browser(page, 390)
    found = browser.evaluate("document.documentElement.scrollHeight")
    said = browser.evaluate("document.body.innerText.split(/\\s+/).filter(Boolean).length")
    if found > height or said > words:
        sys.exit(f"{page}: {found} pixels high on a phone and {said} words, more than {height} and {words}")
    browser.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    if "`" in browser.evaluate("document.body.innerText"):
        sys.exit(f"{page}: shows a backtick where code is meant")
    wide = browser.evaluate("document.documentElement.scrollWidth")
    if wide > 390:
        sys.exit(f"{page}: {wide} pixels wide on a phone")
    browser.close()
    print(f"{page}: {found} pixels high on a phone, {said} words.")


def check_keyboard(page):
    """From the top of the page to the card of a screen, with keys alone."""
    browser = Browser(page)
    for _ in range(400):
        browser.key("Tab")
        if browser.evaluate("document.activeElement.getAttribute('aria-label') === 'Find a screen'"):
            break
    else:
        sys.exit(f"{page}: by keyboard, nothing reaches the field that finds a screen")
    browser.type("Product")
    shown = browser.evaluate("Array.from(document.querySelectorAll('.cards > details:not([hidden])'), card => card.querySelector('b').textContent)")
    if not shown or not all("product" in name.lower() for name in shown):
        sys.exit(f"{page}: Product finds {shown}")
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    told = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"] and "role" in node}
    if ("searchbox", "Find a screen") not in told or "status" not in {role for role, _ in told}:
        sys.exit(f"{page}: the accessibility tree lacks the field or the status")
    browser.close()


def check_axe(page):
    """No violation of axe, on a wide and on a narrow screen, light and dark. Returns how many rules passed."""
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
            browser.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
            browser.evaluate("new Promise(done => setTimeout(done, 300))", wait=True)
            result = browser.evaluate("axe.run().then(found => ({ passed: found.passes.length, wrong: found.violations.map("
                                      "one => `${one.id}: ${one.nodes.map(node => node.html).slice(0, 3).join(' ')}`) }))", wait=True)
            if result["wrong"]:
                sys.exit(f"{page}: axe, {width} pixels{', dark' if dark else ''}: " + "\n".join(result["wrong"]))
            passed += result["passed"]
            browser.close()
    return passed


if len(sys.argv) != 3:
    sys.exit(__doc__)
subprocess.run([root / ".ci/apt", "chromium"], check=True)
sample, screens = (pathlib.Path(folder) / "report.html" for folder in sys.argv[1:])
check_length(sample, *LIMITS["SAMPLE"])
check_length(screens, *LIMITS["SCREENS"])
check_keyboard(sample)
print(f"By keyboard: found. axe: {check_axe(sample) + check_axe(screens):,} rules passed, 0 violations.")
