"""Asks polars the questions of questions.sql: ask_polars.py LOG FOLDER

The log is sorted once by user, session and time; from then on, sessions and parts are running sums of "another one begins here", and only figures
within a section need windows."""

import os
import sys
from pathlib import Path

os.environ.setdefault("POLARS_MAX_THREADS", str(len(os.sched_getaffinity(0))))

import polars as pl  # noqa: E402 (reads the number of threads when it is imported)

from agreement import write  # noqa: E402

# Faster here than the default; the lazy queries are optimized anyway.
pl.Config.set_engine_affinity("in-memory")

TABS = ["Home", "Search", "Cart", "Orders"]
"""Their roots are named like them: from the root of a menu item, a link or the like, `back` leads to one of these."""
MOVES = [
    "more_open", "more_select", "menu_open", "menu_select", "menu_close", "push", "back", "to_root", "modal_open", "modal_close", "deep_link",
]
TEXTS = ["id", "user", "session", "time", "event", "screen", "target", "container", "via", "outcome", "platform", "app_version"]

col, when, lit = pl.col, pl.when, pl.lit
event, kind = col("event"), col("kind")


def count(condition: pl.Expr) -> pl.Expr:
    return condition.sum().cast(pl.Int64)


def users(condition: pl.Expr | None = None) -> pl.Expr:
    return col("user").n_unique() if condition is None else col("user").filter(condition).n_unique()


def before(name: str, start: pl.Expr, default) -> pl.Expr:
    """The value in the previous row, or the default at the start of a part."""
    return when(start).then(lit(default)).otherwise(col(name).shift(1, fill_value=default))


def after(name: str, end: pl.Expr, default) -> pl.Expr:
    return when(end).then(lit(default)).otherwise(col(name).shift(-1, fill_value=default))


def starts(*names: str) -> pl.Expr:
    """Whether a row is the first of the log or differs from the previous one in one of these columns."""
    return pl.any_horizontal(col(name).ne_missing(col(name).shift(1)) for name in names) | (pl.int_range(pl.len()) == 0)


def ends(name: str) -> pl.Expr:
    return col(name).ne_missing(col(name).shift(-1)) | (pl.int_range(pl.len()) == pl.len() - 1)


def read(log: str) -> pl.DataFrame:
    return (
        pl.scan_ndjson(log, schema={name: pl.String for name in TEXTS}, ignore_errors=True)
        .filter(col("user").is_not_null() & col("time").is_not_null() & event.is_not_null())
        .with_columns(
            col("time").str.to_datetime("%Y-%m-%dT%H:%M:%S%.3fZ", time_unit="ms").dt.epoch("ms"),
            col("session", "screen", "via", "outcome", "platform", "app_version").fill_null(""),
            col("target").fill_null("?"), col("container").fill_null("menu"))
        .unique(["user", "id"], keep="first", maintain_order=True)
        .sort("user", "session", "time")
        .collect())


def with_sessions(events: pl.DataFrame) -> pl.DataFrame:
    gap = (col("session") == "") & (col("time") - col("time").shift(1) > 1_800_000)
    cold = (event == "app_open") & (col("via") == "cold")
    return (
        events.with_columns(session_key=(starts("user", "session") | gap).cum_sum())
        .with_columns(part_key=(starts("session_key") | cold).cum_sum(), backgrounds=(event == "app_background").cum_sum()))


def sessions_of(events: pl.DataFrame) -> pl.DataFrame:
    return events.group_by("session_key", maintain_order=True).agg(
        col("user").first(), started=col("time").first(),
        platform=col("platform").filter(col("platform") != "").first().fill_null(""),
        app_version=col("app_version").filter(col("app_version") != "").first().fill_null(""))


def moves_of(events: pl.DataFrame) -> pl.DataFrame:
    start, end = starts("part_key"), ends("part_key")
    entered = (
        when(event == "tab_select").then(col("target"))
        .when(event.is_in(["more_open", "more_select"])).then(lit("More"))
        .when(event == "menu_select").then(pl.concat_str("container", lit(":"), "target"))
        .when(event == "deep_link").then(lit("(link)"))
        .when((event == "back") & col("screen").is_in(TABS)).then(col("screen"))
        .when(start).then(lit("(none)")))
    return (
        events.lazy()
        .filter(((event == "tab_select") & (col("outcome") != "blocked")) | event.is_in(MOVES))
        .with_columns(section=entered.forward_fill())
        .with_columns(
            previous_section=before("section", start, ""), previous_event=before("event", start, ""),
            previous_container=before("container", start, ""), previous_time=before("time", start, 0),
            next_event=after("event", end, ""), next_container=after("container", end, ""))
        .collect())


def placed(moves: pl.DataFrame) -> pl.DataFrame:
    """Adds the level in the section, and the kept level."""
    section = ["part_key", "section"]
    tells_level = (
        event.is_in(["to_root", "more_open", "more_select", "menu_select", "deep_link"])
        | ((event == "back") & (col("section") != col("previous_section")))
        | ((event == "tab_select") & ((col("section") == col("previous_section")) | (col("screen") == col("root")))))
    change = when(event == "more_select").then(2).when(col("tells_level") | (event == "push")).then(1).when(event == "back").then(-1).otherwise(0)
    return (
        moves.lazy()
        .with_columns(root=col("screen").first().over(section))
        .with_columns(tells_level=tells_level)
        .with_columns(starts=col("tells_level").cum_sum().over(section))
        .with_columns(level=change.cum_sum().over([*section, "starts"]))
        .with_columns(kept=col("level").shift(1, fill_value=0).over(section))
        .filter(~event.is_in(["menu_open", "menu_close"]))
        .collect())


def steps_of(placed_moves: pl.DataFrame) -> pl.DataFrame:
    reselect = (event == "tab_select") & (col("section") == col("previous_section"))
    start, end = starts("part_key"), ends("part_key")
    return (
        placed_moves.lazy()
        .filter((col("kept") > 1) | ~((event == "to_root") | reselect))
        .with_columns(
            depth=when(event == "modal_open").then(1).otherwise(col("level")),
            kind=when(reselect).then(lit("reselect")).when(event == "tab_select").then(lit("tab"))
            .when(event.is_in(["back", "to_root", "modal_close"])).then(lit("back"))
            .when(event == "modal_open").then(lit("modal")).when(event == "more_select").then(lit("more_item")).otherwise(event))
        .with_columns(
            is_forward=~kind.is_in(["back", "reselect"]), previous_kind=before("kind", start, ""),
            previous_screen=before("screen", start, "(start)"), section_before=before("section", start, ""), next_kind=after("kind", end, ""),
            dwell=when(~end & (col("backgrounds").shift(-1) == col("backgrounds"))).then(col("time").shift(-1) - col("time")))
        .with_columns(
            is_plain_visit=col("is_forward") & (kind != "modal"), kind_before_last=before("previous_kind", start, ""))
        .with_columns(is_quick_back=col("is_plain_visit") & (col("next_kind") == "back") & (col("dwell") <= 5000).fill_null(False))
        .collect())


def stepped_sessions_of(steps: pl.DataFrame) -> pl.DataFrame:
    return steps.lazy().group_by("session_key").agg(
        col("user").first(), steps=pl.len(), visits=count(col("is_forward")), depth=col("depth").max(), screens=col("screen").n_unique(),
        tab_switches=count((kind == "tab") & (col("section_before") != "")), more_items=count(kind == "more_item"),
        quick_backs=count(col("is_quick_back")),
        chains=count((kind == "back") & (col("previous_kind") == "back") & (col("kind_before_last") == "back"))).collect()


def menu_uses_of(moves: pl.DataFrame) -> pl.DataFrame:
    same = col("next_container") == col("container")
    return moves.lazy().filter(event.is_in(["menu_open", "menu_select"])).select(
        "user", "session_key", "event", menu="container", item="target",
        was_open=(col("previous_event") == "menu_open") & (col("previous_container") == col("container")),
        chosen_after=col("time") - col("previous_time"),
        is_abandoned=(event == "menu_open") & (col("next_event") != "deep_link") & ~((col("next_event") == "menu_select") & same)).collect()


def ping_pongs_in(steps: pl.DataFrame) -> int:
    """The number of sessions with a ping-pong between two sections."""

    def earlier(name: str, stays: int) -> pl.Expr:
        return col(name).shift(stays).over("part_key")

    return (
        steps.lazy().filter(col("section") != col("section_before")).select("session_key", "part_key", "section", "time")
        .filter(
            (col("section") == earlier("section", 2)) & (earlier("section", 1) == earlier("section", 3))
            & (col("time") - earlier("time", 1) <= 10_000) & (earlier("time", 1) - earlier("time", 2) <= 10_000))
        .select(col("session_key").n_unique()).collect().item())


def median(name: str, condition: pl.Expr) -> pl.Expr:
    """The median; the lower one of two."""
    values = col(name).filter(condition).drop_nulls()
    return values.quantile(0.5, interpolation="lower")


def median_time(name: str, condition: pl.Expr) -> pl.Expr:
    """The median of times, milliseconds, rounded down to three significant digits."""
    found = median(name, condition)
    return found - found % pl.lit(10.0).pow((found.clip(1).log10().floor() - 2).clip(0))


def nearest_rank(values: pl.Series, numerator: int, denominator: int):
    return values.sort()[-(-len(values) * numerator // denominator) - 1]


def answer(log: str, folder: Path) -> None:
    events = with_sessions(read(log))
    sessions = sessions_of(events)
    moves = moves_of(events)
    placed_moves = placed(moves)
    steps = steps_of(placed_moves)
    stepped = stepped_sessions_of(steps)
    menu_uses = menu_uses_of(moves)
    all_users = sessions["user"].n_unique()

    def table(name: str, frame: pl.LazyFrame) -> None:
        answer = frame.collect()
        write(folder, name, answer.columns, answer.iter_rows())

    switched = (kind == "tab") & (col("section_before") != "")
    tab_select, reselect = event == "tab_select", col("section") == col("previous_section")
    came_back = ~reselect & (col("kept") > 1)

    s = steps.select(
        steps=pl.len(), visits=count(col("is_forward")), switches=count(switched), more_items=count(kind == "more_item"),
        quick_backs=count(col("is_quick_back")), plain_visits=count(col("is_plain_visit")),
        lost=count((kind == "tab") & (col("kept") > 1) & (col("depth") == 1))).row(0, named=True)
    d = stepped.select(
        mean=col("depth").mean(), deepest=col("depth").max(), over5=(col("depth") > 5).mean(), over6=(col("depth") > 6).mean(),
        chained=(col("chains") > 0).mean(), revisits=((col("steps") - col("screens").cast(pl.Int64)) / col("steps")).mean()).row(0, named=True)
    opens, abandoned = menu_uses.select(count(event == "menu_open"), count(col("is_abandoned"))).row(0)
    more_opens = moves.filter(event == "more_open")
    write(folder, "summary", ["metric", "value"], {
        "events": len(events), "users": all_users, "sessions": len(sessions), "steps": s["steps"], "visits": s["visits"],
        "tab_switches": s["switches"], "tab_switches_per_session": s["switches"] / len(stepped),
        "depth_mean": d["mean"], "depth_p50": nearest_rank(stepped["depth"], 1, 2), "depth_p90": nearest_rank(stepped["depth"], 9, 10),
        "depth_max": d["deepest"], "sessions_deeper_than_5": d["over5"], "sessions_deeper_than_6": d["over6"],
        "more_opens": len(more_opens), "more_abandoned": len(more_opens.filter(~col("next_event").is_in(["more_select", "deep_link"]))),
        "more_extra_taps": s["more_items"], "more_toll": s["more_items"] / (s["more_items"] + s["switches"]),
        "menu_opens": opens, "menu_reach": menu_uses.filter(event == "menu_open")["user"].n_unique() / all_users,
        "menu_abandonment": abandoned / opens, "back_share": (s["steps"] - s["visits"]) / s["steps"],
        "quick_back_rate": s["quick_backs"] / s["plain_visits"], "back_chain_sessions": d["chained"],
        "ping_pong_sessions": ping_pongs_in(steps) / len(stepped), "revisit_rate": d["revisits"],
        "tab_blocked": events.select(count(tab_select & (col("outcome") == "blocked"))).item(), "state_lost": s["lost"],
    }.items())

    by_depth = [
        steps.lazy().filter(col("is_forward")).group_by("depth").agg(visits=pl.len()),
        stepped.lazy().group_by("depth").agg(sessions=pl.len()),
        stepped.lazy().group_by("user").agg(col("depth").max()).group_by("depth").agg(users=pl.len()),
    ]
    table("depth", pl.concat(by_depth, how="diagonal").group_by("depth").agg(pl.all().sum()))
    table("screens", steps.lazy().group_by("screen").agg(
        visits=count(col("is_forward")), users=users(col("is_forward")), sessions=col("session_key").filter(col("is_forward")).n_unique(),
        depth_min=col("depth").filter(col("is_forward")).min(), depth_p50=median("depth", col("is_forward")),
        depth_max=col("depth").filter(col("is_forward")).max(), returns=count(~col("is_forward")),
        entries=count(col("previous_screen") == "(start)"), exits=count(col("next_kind") == ""), quick_backs=count(col("is_quick_back")),
        dwell_p50_s=median_time("dwell", lit(True)) / 1000))
    table("tabs", pl.concat([
        placed_moves.lazy().filter(tab_select).group_by(tab="target").agg(
            selects=count(~reselect), users=users(), reach=users() / all_users, reselects=count(reselect), kept_state_returns=count(came_back),
            state_lost=count(came_back & (col("level") == 1))),
        events.lazy().filter(tab_select & (col("outcome") == "blocked")).group_by(tab="target").agg(blocked=pl.len()),
    ], how="diagonal").group_by("tab").agg(pl.all().sum()))
    table("tab_switches", steps.lazy().filter((col("section_before") != "") & (col("section") != col("section_before")))
          .group_by(col("section_before").alias("from"), col("section").alias("to"))
          .agg(count=pl.len(), users=users(), tab_steps=count(kind == "tab")))
    table("more", moves.lazy().filter(event == "more_select").group_by(item="target").agg(
        selects=pl.len(), users=users(), extra_taps=pl.len()))
    by_menu = menu_uses.lazy().group_by("menu").agg(
        opens=count(event == "menu_open"), users=users(event == "menu_open"), reach=users(event == "menu_open") / all_users,
        abandoned=count(col("is_abandoned")), abandonment=count(col("is_abandoned")) / count(event == "menu_open"))
    table("menus", by_menu)
    table("menu_items", menu_uses.lazy().filter(event == "menu_select").join(by_menu.select("menu", "opens"), on="menu").group_by("menu", "item").agg(
        selects=pl.len(), users=users(), click_through=pl.len() / col("opens").first(),
        choose_p50_s=median_time("chosen_after", col("was_open")) / 1000))
    table("gestures", events.lazy().filter(event == "gesture").group_by(gesture="target").agg(
        uses=pl.len(), failed=count(col("outcome") == "failed"), users=users(col("outcome") != "failed"),
        reach=users(col("outcome") != "failed") / all_users))
    pair = ["from", "to"]
    table("transitions", pl.concat([
        steps.lazy().select(col("previous_screen").alias("from"), col("screen").alias("to"), "user"),
        steps.lazy().filter(col("next_kind") == "").select(col("screen").alias("from"), lit("(end)").alias("to"), "user"),
    ]).group_by(pair).agg(count=pl.len(), users=users()))
    menus_of_session = menu_uses.lazy().group_by("session_key").agg(opens=count(event == "menu_open"), abandoned=count(col("is_abandoned")))
    depth = col("depth").fill_null(0)
    table("daily", sessions.lazy().join(stepped.lazy().drop("user"), on="session_key", how="left").join(menus_of_session, on="session_key", how="left")
          .group_by(date=pl.from_epoch("started", time_unit="ms").dt.date(), platform="platform", app_version="app_version")
          .agg(users=users(), sessions=pl.len(), visits=col("visits").sum(), tab_switches=col("tab_switches").sum(),
               more_extra_taps=col("more_items").sum(), menu_opens=col("opens").sum(), menu_abandoned=col("abandoned").sum(),
               depth_mean=col("depth").mean(), sessions_deeper_than_5=count(depth > 5), sessions_deeper_than_6=count(depth > 6),
               quick_backs=col("quick_backs").sum()))
    steps.select("session_key", "user", "time", "kind", "screen", "section", "depth").write_parquet(folder / "model.parquet")


if __name__ == "__main__":
    answer(sys.argv[1], Path(sys.argv[2]))
