"""The results of a benchmark, as tables: peers.md."""

import datetime
import importlib.metadata
import os
import platform
import subprocess
from pathlib import Path


def machine(navaudit: Path, tools, cores: int) -> dict:
    """The date, the hardware and the versions; nothing that identifies the machine."""
    versions = {"navaudit": _said_by([str(navaudit), "--version"])}
    for tool in tools:
        if tool.package:
            name = tool.name if tool.name.lower() == tool.package else f"{tool.name} ({tool.package})"
            versions[name] = importlib.metadata.version(tool.package)
    versions["simdjson"] = _said_by(["pkg-config", "--modversion", "simdjson"])
    versions["Python"] = platform.python_version()
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "machine": {
            "processor": _processor(), "cores": os.cpu_count(), "cores_used": cores,
            "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
            "system": f"{platform.system()} {platform.machine()}",
        },
        "versions": versions,
    }


def write(found: dict, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "peers.md").write_text(markdown(found))


# Markdown


def heading(found: dict) -> str:
    """The machine and the date."""
    here = found["machine"]
    return (
        f"{here['processor']}, {here['cores_used']} of {here['cores']} cores, {here['memory_bytes'] / 1e9:.0f} GB of memory, {here['system']}, {found['date']}; "
        + ", ".join(f"{name} {version}" for name, version in found["versions"].items()) + ".")


def markdown(found: dict) -> str:
    lines = [
        heading(found),
        "Whole processes, started in turns, the log in the file cache; medians of "
        + "; ".join(f"{_most_runs(size)} {'run' if _most_runs(size) == 1 else 'runs'} at {_size(size['events'])} events" for size in found["sizes"]) + ".",
    ]
    for size in found["sizes"]:
        lines += [
            "", f"**{size['events']:,} events**, {_length(size['bytes'])} of NDJSON", "",
            "| | median | times navaudit | range | processor time | an event | MB/s | peak memory | runs |",
            "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
        ]
        own = size["tools"]["navaudit"]["median_seconds"]
        for name, cost in size["tools"].items():
            median, runs = cost["median_seconds"], cost["seconds"]
            lines.append(
                f"| {name} | {_seconds(median)} | {_ratio(median / own)} | {_seconds(min(runs))} – {_seconds(max(runs))} | {_seconds(cost['median_processor_seconds'])} | "
                f"{median / size['events'] * 1e6:.2f} µs | {size['bytes'] / median / 1e6:,.0f} | {cost['peak_memory_bytes'] / 1e6:,.0f} MB | {len(runs)} |")
        for name, failure in size["failures"].items():
            lines.append(f"| {name} | {failure.removeprefix(name).strip()} | | | | | | | |")
    lines += ["", *_navaudit_growth(found["sizes"])]
    return "\n".join(lines).rstrip("\n") + "\n"


def _navaudit_growth(sizes: list[dict]) -> list[str]:
    """The cost per event at each size, relative to that at 4 million events (or the largest size below), up to which it should be constant."""
    anchor = max((size for size in sizes if size["events"] <= 4_000_000), key=lambda size: size["events"], default=sizes[0])

    def per_event(size: dict) -> float:
        return size["tools"]["navaudit"]["median_seconds"] / size["events"]

    return [
        f"navaudit, an event at {_size(size['events'])} events against {_size(anchor['events'])}: {per_event(size) / per_event(anchor) - 1:+.0%}."
        for size in sizes if size["events"] > anchor["events"]]


def _most_runs(size: dict) -> int:
    return max(len(cost["seconds"]) for cost in size["tools"].values())


def _size(events: int) -> str:
    return f"{events / 1e6:g} million" if events >= 1_000_000 else f"{events:,}"


def _length(count: int) -> str:
    return f"{count / 1e6:,.0f} MB" if count >= 1e6 else f"{count / 1e3:,.0f} kB"


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 0.1 else f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"


def _ratio(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio >= 0.95 else f"{ratio:.2f}"


# The machine


def _said_by(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except FileNotFoundError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
