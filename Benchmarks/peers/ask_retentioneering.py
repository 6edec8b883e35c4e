"""Asks retentioneering the questions that it can answer: ask_retentioneering.py LOG FOLDER

It counts transitions between events in sessions cut by gaps; it has no tabs, levels or menus. Selecting the current tab again at its root
leads nowhere, so such events are left out, as its users would drop noise. (In this log the roots are named like their tabs.)"""

import os
import sys
from pathlib import Path

# Disables its telemetry.
os.environ["RETENTIONEERING_NO_TRACK"] = "1"

import pandas as pd  # noqa: E402
from retentioneering import Eventstream  # noqa: E402

from agreement import write  # noqa: E402

MOVES = ["tab_select", "more_open", "more_select", "menu_select", "push", "back", "to_root", "modal_open", "modal_close", "deep_link"]
NAMES = {"path_start": "(start)", "path_end": "(end)"}


def answer(log: str, folder: Path) -> None:
    events = pd.read_json(log, lines=True, dtype=False)
    events = events.drop_duplicates(["user", "id"]).assign(time=pd.to_datetime(events["time"]).dt.tz_localize(None))
    events = events.sort_values(["user", "time"])
    blocked = (events["event"] == "tab_select") & (events["outcome"] == "blocked")
    cold = (events["event"] == "app_open") & (events["via"] == "cold")
    events["launch"] = cold.groupby(events["user"]).cumsum()
    moves = events.loc[events["event"].isin(MOVES) & ~blocked, ["user", "time", "screen", "event", "target", "launch"]]

    schema = {"path_cols": ["user"], "event_col": "screen", "timestamp_col": "time"}
    moves = Eventstream(moves, schema).split_sessions(timeout="30m").to_dataframe()
    # A cold start within a session starts over.
    moves["part"] = moves["session_id"].astype("str") + "/" + moves["launch"].astype("str")
    screens = moves["screen"].astype("str")
    at_root = (moves["event"] == "tab_select") & (moves["target"] == screens)
    again = at_root & (screens == screens.groupby(moves["part"]).shift())
    steps = moves.loc[~again, ["user", "part", "time", "screen"]]
    stream = Eventstream(steps, {**schema, "path_cols": ["user", "part"]})
    write(folder, "summary", ["metric", "value"], {
        "events": len(events), "users": events["user"].nunique(), "sessions": moves["session_id"].nunique(), "steps": len(steps),
        "tab_blocked": int(blocked.sum()),
    }.items())

    counts = stream.transition_graph_data(edge_weight="count", path_col="part").stack()
    write(folder, "transitions", ["from", "to", "count"], [
        (NAMES.get(start, start), NAMES.get(end, end), int(count)) for (start, end), count in counts.items() if count > 0])


if __name__ == "__main__":
    answer(sys.argv[1], Path(sys.argv[2]))
