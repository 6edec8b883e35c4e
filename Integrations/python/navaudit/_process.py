"""navaudit as a child process: rows go in at one end, what it prints comes out at the other.

Needs only the standard library: Spark sends this module to its workers as it is.
"""
import atexit
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from typing import Dict, Iterable, Optional, Sequence

# Outlives this process for a moment, however it ends: then the pipe closes, what still runs is killed, and the folder goes.
_GUARD = """
trap '' HUP INT TERM
cat > /dev/null
for pid in "$1"/*/.pid; do [ -f "$pid" ] && kill -9 "$(cat "$pid")"; done
rm -rf "$1" || { sleep 1; rm -rf "$1"; }
"""


class NavauditError(RuntimeError):
    """navaudit refused to work; the message is its own line."""


def message(errors: bytes, status: int) -> str:
    """The last line that navaudit wrote to standard error, or how it ended."""
    lines = [line for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
    if status < 0:
        return f"navaudit: killed ({signal.Signals(-status).name}); if memory is short, lower memory= or give the process more"
    return lines[-1] if lines else f"navaudit: ended with status {status}"


def run(
    program: str, arguments: Sequence[str], chunks: Optional[Iterable[bytes]] = None, *,
    scratch: Optional[str] = None, cwd: Optional[str] = None, key: Optional[str] = None, accept: Sequence[int] = (0,),
) -> "subprocess.CompletedProcess[bytes]":
    """Runs navaudit, and writes chunks of bytes to its standard input.

    scratch: the folder for its temporary files. key: the passphrase, which no command line shows.
    Raises NavauditError unless it ends with a status to accept. Whatever the chunks raise ends navaudit first: a part of a log is no log.
    """
    environment: Dict[str, str] = {**os.environ, "NO_COLOR": "1"}
    if scratch:
        environment["TMPDIR"] = scratch
    if key is not None:
        environment["NAVAUDIT_KEY"] = key
    source = subprocess.DEVNULL if chunks is None else subprocess.PIPE
    try:
        process = subprocess.Popen([program, *arguments], stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, env=environment)
    except OSError as error:
        raise NavauditError(f"navaudit: {program}: cannot be started ({error.strerror}); install it there, or name another binary") from None
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
        raise NavauditError(message(outputs["errors"], status))
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


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)
