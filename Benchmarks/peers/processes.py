"""Runs a command as a process and measures its cost: wall-clock time, processor time, and peak memory."""

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cost:
    seconds: float
    processor_seconds: float
    memory: int
    """The largest resident size, in bytes (`ru_maxrss`)."""


class Failure(Exception):
    """A failed command, with a message of one line."""


def run(command: list[str], cores: set[int], memory_limit: int, time_limit: float, folder: Path) -> Cost:
    """Runs the command on these cores only, in this working folder. Raises `Failure` if it fails, uses more memory or takes longer than allowed."""
    with tempfile.TemporaryFile() as errors:
        started = time.perf_counter()
        try:
            process = subprocess.Popen(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True,
                preexec_fn=lambda: os.sched_setaffinity(0, cores))
        except OSError as error:
            raise Failure(f"{command[0]} could not be started: {error.strerror}") from error
        guard = Guard(process.pid, memory_limit, time_limit)
        guard.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        finally:
            guard.end()
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if guard.verdict:
            raise Failure(guard.verdict)
        if process.returncode != 0:
            errors.seek(0)
            lines = errors.read().decode(errors="replace").strip().splitlines() or ["no message"]
            raise Failure(f"ended with status {process.returncode}: {lines[-1]}")
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


class Guard(threading.Thread):
    """Kills a process that uses too much memory or takes too long."""

    def __init__(self, process: int, memory_limit: int, time_limit: float):
        super().__init__(daemon=True)
        self.process, self.memory_limit, self.time_limit = process, memory_limit, time_limit
        self.verdict: str | None = None
        self.is_over = threading.Event()

    def run(self) -> None:
        deadline = time.monotonic() + self.time_limit
        while not self.is_over.wait(0.1):
            if self._memory() > self.memory_limit:
                self.verdict = f"needs more than {self.memory_limit / 1e9:.2g} GB of memory"
            elif time.monotonic() > deadline:
                self.verdict = f"takes longer than {self.time_limit:g} s"
            if self.verdict:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.process, signal.SIGKILL)
                return

    def end(self) -> None:
        self.is_over.set()
        self.join()

    def _memory(self) -> int:
        try:
            pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        except (FileNotFoundError, ProcessLookupError):
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")
