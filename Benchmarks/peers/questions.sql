-- navaudit's questions, as a user of a SQL engine would ask them: sessions by id or gap, sections and depths by windows, then aggregates.
-- Statements end with a semicolon at the end of a line; one under a line `-- NAME.csv` is the table of that name. Text in {braces} differs
-- between the engines (dialects.py).
--
-- Windows cannot express a stack. The closest is a running sum of moves down and up in each section, reset wherever the event
-- carries the level. It equals navaudit's figures on a log in which every event carries the screen that it led to, going back is one level at a
-- time, and no modal screen holds other screens: the log that `simulate` writes. Neither arrivals (a `screen_view` that follows), nor
-- logs with only screen views, nor a declared depth can be handled this way.

-- No two events of a user have the same time in this log, except repeated ones, so `time` is a total order.
CREATE TABLE event {storage} AS {read};

CREATE TABLE session_event {storage} AS
SELECT *, countIf(event = 'app_open' AND via = 'cold') OVER w AS part, countIf(event = 'app_background') OVER w AS backgrounds
FROM (
  SELECT *, {hash(name_key, gap)} AS session_key
  FROM (
    SELECT *, countIf(session = '' AND time - previous > 1800000) OVER (PARTITION BY name_key ORDER BY time) AS gap
    FROM (
      SELECT *, lag(time, 1, time) OVER (PARTITION BY name_key ORDER BY time) AS previous
      FROM (SELECT *, {hash("user", session)} AS name_key FROM event) AS a
    ) AS b
  ) AS c
) AS d
WINDOW w AS (PARTITION BY session_key ORDER BY time);

CREATE TABLE session {storage} AS
SELECT session_key, min("user") AS "user", min(time) AS started,
  {arg_min_if(platform, time, platform <> '')} AS platform, {arg_min_if(app_version, time, app_version <> '')} AS app_version
FROM session_event
GROUP BY session_key;

CREATE TABLE move {storage} AS
SELECT *, lag(section, 1, '') OVER w AS previous_section,
  lag(event, 1, '') OVER w AS previous_event, lag(container, 1, '') OVER w AS previous_container, lag(time, 1, time) OVER w AS previous_time,
  lead(event, 1, '') OVER w AS next_event, lead(container, 1, '') OVER w AS next_container
FROM (
  SELECT {hash(session_key, part)} AS part_key, session_key, "user", time, event, screen, target, container, backgrounds,
    coalesce({last_known(entered)} OVER (PARTITION BY session_key, part ORDER BY time), '(none)') AS section
  FROM (
    SELECT *, CASE
        WHEN event = 'tab_select' THEN target
        WHEN event IN ('more_open', 'more_select') THEN 'More'
        WHEN event = 'menu_select' THEN concat(container, ':', target)
        WHEN event = 'deep_link' THEN '(link)'
        -- From the root of a menu item, a link or the like, `back` leads to the root of a tab: here, a screen of the tab's name.
        WHEN event = 'back' AND screen IN ('Home', 'Search', 'Cart', 'Orders') THEN screen
      END AS entered
    FROM session_event
    WHERE (event = 'tab_select' AND outcome <> 'blocked')
      OR event IN ('more_open', 'more_select', 'menu_open', 'menu_select', 'menu_close', 'push', 'back', 'to_root', 'modal_open', 'modal_close',
        'deep_link')
  ) AS a
) AS b
WINDOW w AS (PARTITION BY part_key ORDER BY time);

CREATE TABLE placed_move {storage} AS
SELECT *, lag(level, 1, 0) OVER (PARTITION BY part_key, section ORDER BY time) AS kept
FROM (
  SELECT *, sum(change) OVER (PARTITION BY part_key, section, starts ORDER BY time) AS level
  FROM (
    SELECT *, countIf(tells_level) OVER (PARTITION BY part_key, section ORDER BY time) AS starts,
      CASE
        WHEN event = 'more_select' THEN 2
        WHEN tells_level OR event = 'push' THEN 1
        WHEN event = 'back' THEN -1
        ELSE 0
      END AS change
    FROM (
      SELECT *, event IN ('to_root', 'more_open', 'more_select', 'menu_select', 'deep_link') OR (event = 'back' AND section <> previous_section)
        OR (event = 'tab_select' AND (section = previous_section OR screen = root)) AS tells_level
      FROM (SELECT *, first_value(screen) OVER (PARTITION BY part_key, section ORDER BY time) AS root FROM move) AS a
    ) AS b
  ) AS c
) AS d
WHERE event NOT IN ('menu_open', 'menu_close');

CREATE TABLE step {storage} AS
SELECT *, is_forward AND kind <> 'modal' AS is_plain_visit, lag(kind, 2, '') OVER w AS kind_before_last, lag(kind, 1, '') OVER w AS previous_kind,
  lag(screen, 1, '(start)') OVER w AS previous_screen, lag(section, 1, '') OVER w AS section_before,
  lead(kind, 1, '') OVER w AS next_kind,
  CASE WHEN lead(backgrounds, 1, backgrounds + 1) OVER w = backgrounds THEN lead(time, 1, time) OVER w - time END AS dwell
FROM (
  SELECT *, kind NOT IN ('back', 'reselect') AS is_forward
  FROM (
    SELECT part_key, session_key, "user", time, screen, section, kept, backgrounds, CASE WHEN event = 'modal_open' THEN 1 ELSE level END AS depth,
      CASE
        WHEN event = 'tab_select' AND section = previous_section THEN 'reselect'
        WHEN event = 'tab_select' THEN 'tab'
        WHEN event IN ('back', 'to_root', 'modal_close') THEN 'back'
        WHEN event = 'modal_open' THEN 'modal'
        WHEN event = 'more_select' THEN 'more_item'
        ELSE event
      END AS kind
    FROM placed_move
    WHERE kept > 1 OR NOT (event = 'to_root' OR (event = 'tab_select' AND section = previous_section))
  ) AS a
) AS b
WINDOW w AS (PARTITION BY part_key ORDER BY time);

CREATE TABLE stepped_session {storage} AS
SELECT session_key, min("user") AS "user", count(*) AS steps, countIf(is_forward) AS visits, max(depth) AS depth, count(DISTINCT screen) AS screens,
  countIf(kind = 'tab' AND section_before <> '') AS tab_switches, countIf(kind = 'more_item') AS more_items,
  countIf(is_plain_visit AND next_kind = 'back' AND dwell <= 5000) AS quick_backs,
  countIf(kind = 'back' AND previous_kind = 'back' AND kind_before_last = 'back') AS chains
FROM step
GROUP BY session_key;

CREATE TABLE menu_use {storage} AS
SELECT "user", session_key, container AS menu, target AS item, event, previous_event = 'menu_open' AND previous_container = container AS was_open,
  time - previous_time AS chosen_after,
  event = 'menu_open' AND next_event <> 'deep_link' AND NOT (next_event = 'menu_select' AND next_container = container) AS is_abandoned
FROM move
WHERE event IN ('menu_open', 'menu_select');

CREATE TABLE ping_pong {storage} AS
SELECT DISTINCT session_key
FROM (
  SELECT session_key, section, time - lag(time, 1, 0) OVER w AS last_stay, lag(time, 1, 0) OVER w - lag(time, 2, 0) OVER w AS stay_before_last,
    lag(section, 1, '') OVER w AS last, lag(section, 2, '') OVER w AS last_but_one, lag(section, 3, '') OVER w AS last_but_two
  FROM step
  WHERE section <> section_before
  WINDOW w AS (PARTITION BY part_key ORDER BY time)
) AS a
WHERE section = last_but_one AND last = last_but_two AND last_stay <= 10000 AND stay_before_last <= 10000;

-- summary.csv
WITH s AS (
  SELECT count(*) AS steps, countIf(is_forward) AS visits, countIf(kind = 'tab' AND section_before <> '') AS switches,
    countIf(kind = 'more_item') AS more_items, countIf(NOT is_forward) AS returns,
    countIf(is_plain_visit AND next_kind = 'back' AND dwell <= 5000) AS quick_backs, countIf(is_plain_visit) AS plain_visits,
    countIf(kind = 'tab' AND kept > 1 AND depth = 1) AS lost
  FROM step
), d AS (
  SELECT count(*) AS sessions, avg(depth) AS mean, {quantile(0.5, depth)} AS p50, {quantile(0.9, depth)} AS p90, max(depth) AS deepest,
    countIf(depth > 5) AS deeper5, countIf(depth > 6) AS deeper6, countIf(chains > 0) AS chained, avg((steps - screens) / steps) AS revisits
  FROM stepped_session
), m AS (
  SELECT countIf(event = 'menu_open') AS opens, countIf(is_abandoned) AS abandoned, count(DISTINCT CASE WHEN event = 'menu_open' THEN "user" END) AS users
  FROM menu_use
), o AS (
  SELECT count(*) AS opens, countIf(next_event NOT IN ('more_select', 'deep_link')) AS abandoned FROM move WHERE event = 'more_open'
), e AS (
  SELECT count(*) AS events, countIf(event = 'tab_select' AND outcome = 'blocked') AS blocked FROM event
), u AS (
  SELECT count(DISTINCT "user") AS users, count(*) AS sessions FROM session
), p AS (SELECT count(*) AS sessions FROM ping_pong)
SELECT 'events' AS metric, CAST(events AS DOUBLE) AS value FROM e
UNION ALL SELECT 'users', users FROM u
UNION ALL SELECT 'sessions', sessions FROM u
UNION ALL SELECT 'steps', steps FROM s
UNION ALL SELECT 'visits', visits FROM s
UNION ALL SELECT 'tab_switches', switches FROM s
UNION ALL SELECT 'tab_switches_per_session', switches / d.sessions FROM s, d
UNION ALL SELECT 'depth_mean', mean FROM d
UNION ALL SELECT 'depth_p50', p50 FROM d
UNION ALL SELECT 'depth_p90', p90 FROM d
UNION ALL SELECT 'depth_max', deepest FROM d
UNION ALL SELECT 'sessions_deeper_than_5', deeper5 / sessions FROM d
UNION ALL SELECT 'sessions_deeper_than_6', deeper6 / sessions FROM d
UNION ALL SELECT 'more_opens', opens FROM o
UNION ALL SELECT 'more_abandoned', abandoned FROM o
UNION ALL SELECT 'more_extra_taps', more_items FROM s
UNION ALL SELECT 'more_toll', more_items / (more_items + switches) FROM s
UNION ALL SELECT 'menu_opens', opens FROM m
UNION ALL SELECT 'menu_reach', m.users / u.users FROM m, u
UNION ALL SELECT 'menu_abandonment', abandoned / opens FROM m
UNION ALL SELECT 'back_share', returns / steps FROM s
UNION ALL SELECT 'quick_back_rate', quick_backs / plain_visits FROM s
UNION ALL SELECT 'back_chain_sessions', chained / sessions FROM d
UNION ALL SELECT 'ping_pong_sessions', p.sessions / d.sessions FROM p, d
UNION ALL SELECT 'revisit_rate', revisits FROM d
UNION ALL SELECT 'tab_blocked', blocked FROM e
UNION ALL SELECT 'state_lost', lost FROM s;

-- depth.csv
SELECT depth, sum(visits) AS visits, sum(sessions) AS sessions, sum(users) AS users
FROM (
  SELECT depth, count(*) AS visits, 0 AS sessions, 0 AS users FROM step WHERE is_forward GROUP BY depth
  UNION ALL SELECT depth, 0, count(*), 0 FROM stepped_session GROUP BY depth
  UNION ALL SELECT depth, 0, 0, count(*) FROM (SELECT "user", max(depth) AS depth FROM stepped_session GROUP BY "user") AS a GROUP BY depth
) AS b
GROUP BY depth;

-- screens.csv
SELECT screen, countIf(is_forward) AS visits, count(DISTINCT CASE WHEN is_forward THEN "user" END) AS users,
  count(DISTINCT CASE WHEN is_forward THEN session_key END) AS sessions,
  min(depth) FILTER (WHERE is_forward) AS depth_min, {median_if(depth, is_forward)} AS depth_p50, max(depth) FILTER (WHERE is_forward) AS depth_max,
  countIf(NOT is_forward) AS returns, countIf(previous_screen = '(start)') AS entries, countIf(next_kind = '') AS exits,
  countIf(is_plain_visit AND next_kind = 'back' AND dwell <= 5000) AS quick_backs, {median_time_if(dwell, dwell IS NOT NULL)} / 1000 AS dwell_p50_s
FROM step
GROUP BY screen;

-- tabs.csv
SELECT tab, sum(selects) AS selects, sum(users) AS users, sum(users) / (SELECT count(DISTINCT "user") FROM session) AS reach, sum(reselects) AS reselects,
  sum(blocked) AS blocked, sum(came_back) AS kept_state_returns, sum(lost) AS state_lost
FROM (
  SELECT target AS tab, countIf(section <> previous_section) AS selects, count(DISTINCT "user") AS users, countIf(section = previous_section) AS reselects,
    0 AS blocked, countIf(section <> previous_section AND kept > 1) AS came_back, countIf(section <> previous_section AND kept > 1 AND level = 1) AS lost
  FROM placed_move
  WHERE event = 'tab_select'
  GROUP BY target
  UNION ALL
  SELECT target, 0, 0, 0, count(*), 0, 0 FROM event WHERE event = 'tab_select' AND outcome = 'blocked' GROUP BY target
) AS a
GROUP BY tab;

-- tab_switches.csv
SELECT section_before AS "from", section AS "to", count(*) AS count, count(DISTINCT "user") AS users, countIf(kind = 'tab') AS tab_steps
FROM step
WHERE section_before <> '' AND section <> section_before
GROUP BY section_before, section;

-- more.csv
SELECT target AS item, count(*) AS selects, count(DISTINCT "user") AS users, count(*) AS extra_taps
FROM move
WHERE event = 'more_select'
GROUP BY target;

-- menus.csv
SELECT menu, countIf(event = 'menu_open') AS opens, count(DISTINCT CASE WHEN event = 'menu_open' THEN "user" END) AS users,
  count(DISTINCT CASE WHEN event = 'menu_open' THEN "user" END) / (SELECT count(DISTINCT "user") FROM session) AS reach,
  countIf(is_abandoned) AS abandoned, countIf(is_abandoned) / countIf(event = 'menu_open') AS abandonment
FROM menu_use
GROUP BY menu;

-- menu_items.csv
SELECT a.menu AS menu, item, count(*) AS selects, count(DISTINCT "user") AS users,
  count(*) / max(b.opens) AS click_through, {median_time_if(chosen_after, was_open)} / 1000 AS choose_p50_s
FROM menu_use AS a JOIN (SELECT menu, countIf(event = 'menu_open') AS opens FROM menu_use GROUP BY menu) AS b ON a.menu = b.menu
WHERE event = 'menu_select'
GROUP BY a.menu, item;

-- gestures.csv
SELECT target AS gesture, count(*) AS uses, countIf(outcome = 'failed') AS failed,
  count(DISTINCT CASE WHEN outcome <> 'failed' THEN "user" END) AS users,
  count(DISTINCT CASE WHEN outcome <> 'failed' THEN "user" END) / (SELECT count(DISTINCT "user") FROM session) AS reach
FROM event
WHERE event = 'gesture'
GROUP BY target;

-- transitions.csv
SELECT "from", "to", count(*) AS count, count(DISTINCT "user") AS users
FROM (
  SELECT previous_screen AS "from", screen AS "to", "user" FROM step
  UNION ALL SELECT screen, '(end)', "user" FROM step WHERE next_kind = ''
) AS a
GROUP BY "from", "to";

-- daily.csv
SELECT {day(started)} AS date, platform, app_version, count(DISTINCT a."user") AS users, count(*) AS sessions, sum(coalesce(visits, 0)) AS visits,
  sum(coalesce(tab_switches, 0)) AS tab_switches, sum(coalesce(more_items, 0)) AS more_extra_taps, sum(coalesce(opens, 0)) AS menu_opens,
  sum(coalesce(abandoned, 0)) AS menu_abandoned, sum(coalesce(depth, 0)) / countIf(coalesce(steps, 0) > 0) AS depth_mean,
  countIf(coalesce(depth, 0) > 5) AS sessions_deeper_than_5, countIf(coalesce(depth, 0) > 6) AS sessions_deeper_than_6,
  sum(coalesce(quick_backs, 0)) AS quick_backs
FROM session AS a LEFT JOIN stepped_session AS b ON a.session_key = b.session_key
LEFT JOIN (
  SELECT session_key, countIf(event = 'menu_open') AS opens, countIf(is_abandoned) AS abandoned FROM menu_use GROUP BY session_key
) AS c ON a.session_key = c.session_key
GROUP BY {day(started)}, platform, app_version;

-- navaudit keeps its model for further questions; so do the others.
{keep_start} SELECT session_key, "user", time, kind, screen, section, depth FROM step {keep_end};
