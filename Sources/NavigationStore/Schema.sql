-- What this file is: the model of an app's navigation log, made by navaudit.
-- Times are microseconds since 1970-01-01T00:00:00Z. A user is a pseudonym: a keyed hash of the log's user, as a number.
-- Comments stand inside of the statements, where SQLite keeps them: `.schema` of its shell shows them.

CREATE TABLE meta (
  -- What made the file and with which settings: schema, tool, app_map, gap_us, pseudonym_key.
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE source (
  -- The log files that were read.
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  -- XXH3 (128 bits) of the decompressed bytes: the same log is taken in once.
  digest TEXT NOT NULL UNIQUE,
  format TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  -- Lines that gave an event, duplicates included.
  events INTEGER NOT NULL,
  without_zone INTEGER NOT NULL
) STRICT;

CREATE TABLE rejection (
  -- Lines that could not be read, by reason.
  source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (source_id, reason)
) STRICT, WITHOUT ROWID;

CREATE TABLE name (
  -- Names of screens, tabs, menus, items, gestures, … 0, which is none of them, stands for what is not known.
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE segment (
  -- On what and in which version of the app sessions happened.
  id INTEGER PRIMARY KEY,
  platform TEXT, os_version TEXT, app_version TEXT, device TEXT, width TEXT, locale TEXT, variant TEXT
) STRICT;

CREATE TABLE user (
  -- People. The id is the pseudonym; the name is kept only where users are revealed.
  id INTEGER PRIMARY KEY,
  name TEXT
) STRICT;

CREATE TABLE session (
  -- Sessions with their figures. number: 1 for the first of the user.
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  -- A hash of the app's own session id; 0 where its events carry none.
  app_session INTEGER NOT NULL,
  start_us INTEGER NOT NULL,
  end_us INTEGER NOT NULL,
  segment_id INTEGER NOT NULL REFERENCES segment (id),
  events INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  visits INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  tab_switches INTEGER NOT NULL,
  more_items INTEGER NOT NULL,
  menu_opens INTEGER NOT NULL,
  menu_items INTEGER NOT NULL,
  backs INTEGER NOT NULL
) STRICT;
CREATE INDEX session_number ON session (user_id, number);
CREATE INDEX session_start ON session (user_id, app_session, start_us);

CREATE TABLE event_id (
  -- The event ids that were seen of each user, one row for each run that brought some: so that an event which comes again is known without
  -- reading all that is stored of the user. ids: four bytes each, the low half of the id's hash, little-endian.
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  run INTEGER NOT NULL,
  ids BLOB NOT NULL,
  PRIMARY KEY (user_id, run)
) STRICT, WITHOUT ROWID;

CREATE TABLE session_path (
  -- What happened in each session: the events themselves in a compact form from which everything can be worked out again, and
  -- steps and occurrences as JSON arrays of arrays (read them through the views step and occurrence).
  session_id INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
  events BLOB NOT NULL,
  steps TEXT NOT NULL,
  occurrences TEXT NOT NULL
) STRICT;

CREATE TABLE step_kind (
  -- How a step moved the user.
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL,
  -- 1: arrives at a screen anew (a visit); 0: goes back to one.
  is_forward INTEGER NOT NULL
) STRICT;

CREATE TABLE occurrence_kind (
  -- What counts without being a step.
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL
) STRICT;

CREATE VIEW step AS
-- The steps of every session: where each led and how. number counts from 1 in its session, part from 0.
-- latency_us: from the event to the screen_view that showed where it led. dwell_us: until the next step; NULL where it is not known.
-- section_kind: none, tab, more, menu_item, link.
SELECT
  s.id AS session_id, s.user_id AS user_id, printf('u%016x-%d', s.user_id, s.number) AS session,
  e.key + 1 AS number, e.value ->> '$[1]' AS part, s.start_us + (e.value ->> '$[0]') AS time_us,
  k.word AS kind, k.is_forward AS is_visit,
  CASE e.value ->> '$[3]' WHEN 0 THEN '(none)' WHEN 1 THEN c.text WHEN 2 THEN 'More' WHEN 3 THEN c.text || ':' || ci.text ELSE '(link)' END AS section,
  CASE e.value ->> '$[3]' WHEN 0 THEN 'none' WHEN 1 THEN 'tab' WHEN 2 THEN 'more' WHEN 3 THEN 'menu_item' ELSE 'link' END AS section_kind,
  n.text AS screen, i.text AS item,
  e.value ->> '$[8]' AS depth, nullif(e.value ->> '$[9]', -1) AS dwell_us, nullif(e.value ->> '$[10]', -1) AS latency_us,
  (e.value ->> '$[11]') & 1 AS is_inferred, (e.value ->> '$[11]') >> 1 & 1 AS is_by_gesture,
  (e.value ->> '$[11]') >> 2 & 1 AS is_tab_bar_hidden
FROM session_path AS p
JOIN session AS s ON s.id = p.session_id
JOIN json_each(p.steps) AS e
JOIN step_kind AS k ON k.id = e.value ->> '$[2]'
LEFT JOIN name AS c ON c.id = e.value ->> '$[4]'
LEFT JOIN name AS ci ON ci.id = e.value ->> '$[5]'
LEFT JOIN name AS n ON n.id = e.value ->> '$[6]'
LEFT JOIN name AS i ON i.id = e.value ->> '$[7]';

CREATE VIEW occurrence AS
-- What counts without being a step: menus opened, tabs blocked, gestures, taps, … (kinds: occurrence_kind).
-- flag: implied (openings), lost (kept_state_return), failed (gesture), refused (rotate). duration_us: of menu_select, since the menu was opened.
SELECT
  s.id AS session_id, s.user_id AS user_id, printf('u%016x-%d', s.user_id, s.number) AS session,
  e.key + 1 AS number, e.value ->> '$[1]' AS part, s.start_us + (e.value ->> '$[0]') AS time_us,
  k.word AS kind, subject.text AS subject, container.text AS container, screen.text AS screen, value.text AS value,
  e.value ->> '$[7]' AS outcome, e.value ->> '$[8]' AS flag, nullif(e.value ->> '$[9]', -1) AS duration_us,
  e.value ->> '$[10]' AS steps_before
FROM session_path AS p
JOIN session AS s ON s.id = p.session_id
JOIN json_each(p.occurrences) AS e
JOIN occurrence_kind AS k ON k.id = e.value ->> '$[2]'
LEFT JOIN name AS subject ON subject.id = e.value ->> '$[3]'
LEFT JOIN name AS container ON container.id = e.value ->> '$[4]'
LEFT JOIN name AS screen ON screen.id = e.value ->> '$[5]'
LEFT JOIN name AS value ON value.id = e.value ->> '$[6]';

CREATE VIEW session_figures AS
-- Sessions with their name in reports and the dimensions as text.
SELECT
  s.id AS session_id, s.user_id AS user_id, printf('u%016x-%d', s.user_id, s.number) AS session, coalesce(u.name, printf('u%016x', s.user_id)) AS user,
  s.number AS number, s.start_us AS start_us, s.end_us AS end_us, s.events AS events, s.steps AS steps, s.visits AS visits, s.depth AS depth,
  s.tab_switches AS tab_switches, s.more_items AS more_items, s.menu_opens AS menu_opens, s.menu_items AS menu_items, s.backs AS backs,
  g.platform AS platform, g.os_version AS os_version, g.app_version AS app_version, g.device AS device, g.width AS width,
  g.locale AS locale, g.variant AS variant
FROM session AS s
JOIN user AS u ON u.id = s.user_id
JOIN segment AS g ON g.id = s.segment_id;

CREATE VIEW daily AS
-- Figures by day (UTC, of the session's start), platform and version of the app.
SELECT
  date(start_us / 1000000.0, 'unixepoch') AS date, platform, app_version, count(DISTINCT user_id) AS users, count(*) AS sessions,
  sum(visits) AS visits, sum(tab_switches) AS tab_switches, sum(more_items) AS more_extra_taps, sum(menu_opens) AS menu_opens,
  avg(nullif(depth, 0)) AS depth_mean, sum(depth > 5) AS sessions_deeper_than_5, sum(depth > 6) AS sessions_deeper_than_6
FROM session_figures
GROUP BY 1, 2, 3;

CREATE TABLE finding (
  -- What the rules found when the store was last reported on: the rows of findings.csv.
  rule TEXT NOT NULL, severity TEXT NOT NULL, evidence TEXT NOT NULL, subject_kind TEXT NOT NULL, subject TEXT NOT NULL, section TEXT,
  metric TEXT NOT NULL, value REAL, ci_low REAL, ci_high REAL, threshold REAL, users INTEGER, eligible_users INTEGER, sessions INTEGER,
  extra_taps INTEGER, message TEXT NOT NULL, recommendation TEXT NOT NULL, source TEXT NOT NULL, example_sessions TEXT
) STRICT;
