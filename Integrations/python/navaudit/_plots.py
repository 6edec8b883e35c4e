"""Pictures of a report: drawn by Matplotlib if it is there, otherwise those of the page."""
import collections
import textwrap
from typing import Any, Dict, List

from ._process import WrongType, WrongValue

_KINDS = {"tab": ("#0072b2", "tab"), "more_item": ("#d55e00", "behind More"), "menu_item": ("#cc79a7", "in a menu")}
_BLUE = "#0072b2"
# More screens, or moves, than this are no picture.
_SCREENS, _MOVES = 14, 12


class Picture(str):
    """The SVG of a picture of the page, which a notebook shows."""

    def _repr_svg_(self) -> str:
        return str(self)


def plotted(report: Any, kind: str, ax: Any) -> Any:
    if not isinstance(kind, str) or kind not in _PLOTS:
        raise WrongValue(f"plot takes {', '.join(_PLOTS)}, not {kind!r}")
    draw, picture = _PLOTS[kind]
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        path = report._folder / "pictures" / picture
        if not path.exists():
            raise WrongValue(f"the page has no picture of {kind}; Matplotlib may draw one") from None
        return Picture(path.read_text(encoding="utf-8"))
    if ax is not None and not hasattr(ax, "barh"):
        raise WrongType(f"ax= takes axes of Matplotlib, not a {type(ax).__name__}")
    axes = ax if ax is not None else plt.subplots(figsize=(7, 4), layout="constrained")[1]
    draw(axes, lambda table: report.tables._arrow(table).to_pylist())
    if not axes.has_data():
        said = " ".join(report.outcome["plan"] if kind == "plan" else [])
        axes.text(0.5, 0.5, textwrap.fill(said or f"The log shows no {kind}.", 60), ha="center", transform=axes.transAxes)
    return axes


def _bars(axes: Any, rows: List[Dict[str, Any]], labels: List[str], names: List[str], colors: Any, factor: int = 1) -> None:
    if not rows:
        return
    values, lows, highs = ([factor * row[name] for row in rows] for name in names)
    errors = [[value - low for value, low in zip(values, lows)], [high - value for value, high in zip(values, highs)]]
    axes.barh(labels, values, xerr=errors, color=colors, ecolor="#0008", capsize=2)


def _reach(axes: Any, table: Any) -> None:
    rows = sorted((row for row in table("reach") if row["kind"] in _KINDS and row["reach"] is not None), key=lambda row: row["reach"])
    # The tab More is not chosen, but opened: its items say how many people use it.
    if any(row["kind"] == "more_item" for row in rows):
        rows = [row for row in rows if row["kind"] != "tab" or row["users"]]
    _bars(axes, rows, [row["entry"] for row in rows], ["reach", "reach_low", "reach_high"], [_KINDS[row["kind"]][0] for row in rows], 100)
    for color, label in (_KINDS[kind] for kind in dict.fromkeys(row["kind"] for row in reversed(rows))):
        axes.barh([rows[0]["entry"]], [0], color=color, label=label)
    if rows:
        axes.legend()
    axes.set(xlim=(0, 100), xlabel="people who used it, % (with 95% interval)")


def _depth(axes: Any, table: Any) -> None:
    rows = [row for row in table("depth") if row["visits"]]
    total = sum(row["visits"] for row in rows)
    axes.bar([str(row["depth"]) for row in rows], [100 * row["visits"] / total for row in rows], color=_BLUE)
    axes.set(xlabel="level", ylabel="visits, %")


def _transitions(axes: Any, table: Any) -> None:
    counts = {(row["from"], row["to"]): row["count"] for row in table("transitions") if row["count"]}
    totals: Dict[str, int] = collections.Counter()
    for pair, count in counts.items():
        totals.update(dict.fromkeys(pair, count))
    names = sorted(totals, key=lambda name: (-totals[name], name))[:_SCREENS]
    if not names:
        return
    image = axes.imshow([[counts.get((start, end), float("nan")) for end in names] for start in names], cmap="viridis_r", norm="log")
    axes.set_xticks(range(len(names)), names, rotation=60, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set(xlabel="to", ylabel="from")
    axes.figure.colorbar(image, ax=axes, label="times")


def _plan(axes: Any, table: Any) -> None:
    rows = [row for row in table("plans") if row["recommended"] == "true"]
    labels = [f"{row['platform']}: {row['promotions'] or '–'} for {row['demotions'] or '–'}".replace("|", ", ") for row in rows]
    if not rows:
        # Where no plan saves taps, single moves may.
        rows = sorted((row for row in table("moves") if (row["ci_low"] or 0) > 0), key=lambda row: row["per_100_sessions"])[-_MOVES:]
        labels = [f"{row['entry']} from {row['from'] or '–'} ({row['platform']})" for row in rows]
    _bars(axes, rows, labels, ["per_100_sessions", "ci_low", "ci_high"], _BLUE)
    axes.set(xlabel="taps saved in 100 sessions (with 95% interval)")


_PLOTS = {
    "reach": (_reach, "hierarchy.svg"), "depth": (_depth, "depth.svg"), "transitions": (_transitions, "flows.svg"), "plan": (_plan, "plan-1.svg"),
}
