"""navaudit as a child process: rows go in at one end, what it prints comes out at the other.

Needs only the standard library: Spark sends this module to its workers as it is.
"""
import atexit
import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import weakref
from typing import Dict, Iterable, List, Optional, Sequence

# Outlives this process for a moment, however it ends: then the pipe closes, what still runs is killed, and the folder goes.
_GUARD = """
trap '' HUP INT TERM
cat > /dev/null
for pid in "$1"/*/.pid; do [ -f "$pid" ] && kill -9 "$(cat "$pid")"; done
rm -rf "$1" || { sleep 1; rm -rf "$1"; }
"""


class NavauditError(RuntimeError):
    """navaudit refused to work; the message is one line, and so is what a notebook shows."""

    def _render_traceback_(self) -> List[str]:
        return [f"{type(self).__name__}: {self}"]


class WrongValue(NavauditError, ValueError):
    """An argument has a value that it cannot have."""


class WrongType(NavauditError, TypeError):
    """An argument is of another type."""


class NoFile(NavauditError, FileNotFoundError):
    """A path names nothing."""


def binary() -> str:
    """The path of the navaudit binary in this package."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "navaudit")
    if not os.path.exists(path):
        raise NavauditError(f"{path}: there is no binary in this installation; install a wheel of navaudit for this platform")
    return path


# What the command calls otherwise than this package.
_WORDS = [
    (r"^navaudit: ", ""), (r"\S*/navaudit-\w{8}/(\w{8}/)?", ""), (r"^(-|standard input): ", ""), (r"; see `navaudit [\w-]+ --help`", ""), (r"^--columns:1: ", "columns: "),
    (r"`navaudit init[^`]*`|\bnavaudit init [^`,]+(?=,)", "`navaudit.read_map`"), (r"[,;]( or)? write (one|it again) with `--write [^`]*`", ""), (r" with --output\b", ""), (r" among ;", ";"),
    (r"--columns '?(\w+)=([^\s',;]+)'?", r'columns={"\1": "\2"}'), (r"--allow (truncated|unassessed|old-times|overlap)", r'allow="\1"'),
    (r"the file standard input is on", "the same rows are on"), (r"standard input", "the rows"), (r"--no-store\b", "store=False"), (r"--from\b", "start"), (r"--to\b", "end"),
    (r"'?--([a-z][a-z-]*)( <[^>]+>)?'?", lambda found: found[1].replace("-", "_")),
]
_WORDS_OF_ROWS = [
    (r"standard input:(\d+)", r"row \1"), (r"(?<=\d )line(s?)\b", r"row\1"), (r"^Read as: (ndjson|json)\b", "Read as: rows"),
    (r"name a log with one event per line", "pass a log with one event in each row"),
]


def message(errors: bytes, status: int, has_rows: bool = False) -> str:
    """The last line that navaudit wrote to standard error, in the terms of this package, or how it ended."""
    lines = [line for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
    if status < 0:
        return f"navaudit was killed ({signal.Signals(-status).name}); if memory is short, lower memory= or give the process more"
    return in_python(lines[-1], has_rows) if lines else f"navaudit ended with status {status}"


def first_line(error: object) -> str:
    """What an error of a library says, in one line."""
    return next(iter(str(getattr(error, "java_exception", error)).strip().splitlines()), type(error).__name__).rstrip(".")


def in_python(line: str, has_rows: bool = False) -> str:
    """A sentence of the command in the terms of this package. has_rows: whether it read rows, not the lines of files."""
    for pattern, words in (_WORDS_OF_ROWS if has_rows else []) + _WORDS:
        line = re.sub(pattern, words, line)
    return line


def run(
    program: str, arguments: Sequence[str], chunks: Optional[Iterable[bytes]] = None, *,
    scratch: Optional[str] = None, cwd: Optional[str] = None, key: Optional[str] = None, accept: Sequence[int] = (0,),
) -> "subprocess.CompletedProcess[bytes]":
    """Runs navaudit, and writes chunks of bytes to its standard input.

    scratch: the folder for its temporary files. key: the passphrase, which no command line shows.
    Raises NavauditError unless it ends with a status to accept. Whatever the chunks raise ends navaudit first: a part of a log is no log.
    """
    environment: Dict[str, str] = {**os.environ, "NO_COLOR": "1", **({"TMPDIR": scratch} if scratch else {})}
    if key is not None:
        if not isinstance(key, str) or not key:
            raise WrongType(f"key= takes a text, not {'an empty one' if key == '' else f'a {type(key).__name__}'}")
        environment["NAVAUDIT_KEY"] = key
    source = subprocess.DEVNULL if chunks is None else subprocess.PIPE
    try:
        process = subprocess.Popen([program, *arguments], stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, env=environment)
    except OSError as error:
        raise NavauditError(f"{program}: cannot be started ({error.strerror}); install it there, or name another binary") from None
    except ValueError as error:
        raise WrongValue(f"an argument cannot be passed to navaudit ({error})") from None
    outputs = {}

    def drain(name, pipe):
        with pipe:
            outputs[name] = pipe.read()

    readers = [threading.Thread(target=drain, args=pipe, daemon=True) for pipe in [("output", process.stdout), ("errors", process.stderr)]]
    note = os.path.join(scratch, ".pid") if scratch else os.devnull
    try:
        with open(note, "w", encoding="ascii") as file:
            file.write(str(process.pid))
        for reader in readers:
            reader.start()
        if process.stdin:
            # navaudit may end before it has read everything, and says why.
            with contextlib.suppress(BrokenPipeError), process.stdin:
                for chunk in chunks or ():
                    process.stdin.write(chunk)
        for reader in readers:
            reader.join()
        status = process.wait()
    except BaseException:
        process.kill()
        process.wait()
        raise
    finally:
        if scratch:
            with contextlib.suppress(FileNotFoundError):
                os.remove(note)
    if status not in accept:
        line = message(outputs["errors"], status, chunks is not None)
        # What was given cannot be read, or is wrong usage.
        raise (NoFile if ": no such file" in line else WrongValue if status in (2, 64) else NavauditError)(line)
    return subprocess.CompletedProcess(process.args, status, outputs["output"], outputs["errors"])


class _Scratch:
    """The temporary folder of this process, which goes with it, even if it is killed."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="navaudit-")
        self.owner = os.getpid()
        self.guard = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "navaudit", self.folder], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            cwd="/", start_new_session=True)

    def close(self):
        if os.getpid() == self.owner:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.guard.stdin.close()
            self.guard.wait()


_scratch: Optional[_Scratch] = None
_lock = threading.Lock()


def _forget_after_fork():
    """A forked process leaves its parent's folder alone: its copy of the pipe must not keep the guard waiting."""
    global _scratch, _lock
    _lock = threading.Lock()
    if _scratch:
        _scratch.guard.stdin.close()
        # Its parent waits for the guard.
        _scratch.guard.returncode = 0
        _scratch = None


def temporary_folder() -> str:
    """A new folder that goes when this process ends."""
    global _scratch
    with _lock:
        if _scratch is None:
            _scratch = _Scratch()
            atexit.register(_scratch.close)
        os.makedirs(_scratch.folder, mode=0o700, exist_ok=True)
        return tempfile.mkdtemp(dir=_scratch.folder, prefix="")


class Folder:
    """A temporary folder that goes with this object."""

    def __init__(self) -> None:
        self.path = temporary_folder()
        self.remove = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)

    def __enter__(self) -> str:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.remove()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)
