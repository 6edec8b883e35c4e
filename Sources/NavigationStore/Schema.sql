-- What this file is: the model of an app's navigation log, made by navaudit.
-- Times are microseconds since 1970-01-01T00:00:00Z. A user is a pseudonym: a keyed hash of the log's user, as a number.
-- Comments stand inside of the statements, where SQLite keeps them: `.schema` of its shell shows them. The first line says what a row is,
-- then comes a line for each column.

CREATE TABLE meta (
  -- What made the file and with which settings.
  -- key: which setting: schema (version of the tables), tool, maker (analyze, ingest or map: the command that made it), app_map (its text), gap_us (longest pause between events without a session id), longest_pause_us (longest pause between events with one session id; 0: no limit), infers_structure, pseudonym_key, forgotten_events (of people who were removed), cut_sources (log files that ended too early), unread_events (that no mapping understood, as JSON).
  -- value: the setting, as text.
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE source (
  -- The log files that were read.
  -- id: number in the order in which they were taken in.
  -- name: the path as it was named.
  -- digest: XXH3 (128 bits) of the decompressed bytes: the same log is taken in once.
  -- format: by which it was read.
  -- bytes: how long it is, decompressed.
  -- lines: how many it has, blank ones included.
  -- events: lines that gave an event, duplicates included.
  -- without_zone: events whose time has no offset and was taken for UTC.
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  digest TEXT NOT NULL UNIQUE,
  format TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  lines INTEGER NOT NULL CHECK (lines >= 0),
  events INTEGER NOT NULL CHECK (events >= 0),
  without_zone INTEGER NOT NULL CHECK (without_zone >= 0)
) STRICT;

CREATE TABLE rejection (
  -- Lines that could not be read, by reason.
  -- source_id: the log file they stand in.
  -- reason: why they could not be read.
  -- lines: how many there are.
  source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  lines INTEGER NOT NULL CHECK (lines >= 0),
  PRIMARY KEY (source_id, reason)
) STRICT, WITHOUT ROWID;

CREATE TABLE name (
  -- Names of screens, tabs, menus, items, gestures, …
  -- id: number of the name; 0, which is none of them, stands for what is not known.
  -- text: the name.
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE segment (
  -- On what and in which version of the app sessions happened.
  -- id: number of the segment.
  -- platform: the platform, such as ios or android; NULL where it is not known.
  -- os_version: version of the platform; NULL where it is not known.
  -- app_version: version of the app; NULL where it is not known.
  -- device: kind of device, such as phone or tablet; NULL where it is not known.
  -- width: room for the interface: compact or regular; NULL where it is not known.
  -- locale: language and country; NULL where it is not known.
  -- variant: arm of an experiment; NULL where it is not known.
  id INTEGER PRIMARY KEY,
  platform TEXT, os_version TEXT, app_version TEXT, device TEXT, width TEXT, locale TEXT, variant TEXT
) STRICT;

CREATE TABLE user (
  -- People.
  -- id: the pseudonym.
  -- name: the user of the log, kept only where users are revealed.
  -- half: the lowest bit of the XXH64 (seed 0) of the user of the log; what was chosen on one half of the users is measured on the other.
  id INTEGER PRIMARY KEY,
  name TEXT,
  half INTEGER NOT NULL
) STRICT;

CREATE TABLE session (
  -- Sessions with their figures.
  -- id: number of the session.
  -- user_id: whose it is.
  -- number: 1 for the first of the user.
  -- app_session: a hash of the app's own session id; 0 where its events carry none.
  -- start_us: time of its first event, microseconds since 1970 (UTC).
  -- end_us: time of its last event, microseconds since 1970 (UTC).
  -- segment_id: on what it happened.
  -- events: its events, duplicates left out.
  -- steps: its steps.
  -- visits: its forward steps.
  -- depth: the largest depth of its steps; 0 without steps.
  -- tab_switches: tab steps into another section.
  -- more_items: choices from the More list.
  -- menu_opens: how often a menu was opened, implied opens included.
  -- menu_items: choices from menus.
  -- backs: back steps.
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number >= 0),
  app_session INTEGER NOT NULL,
  start_us INTEGER NOT NULL,
  end_us INTEGER NOT NULL,
  segment_id INTEGER NOT NULL REFERENCES segment (id),
  events INTEGER NOT NULL CHECK (events >= 0),
  steps INTEGER NOT NULL CHECK (steps >= 0),
  visits INTEGER NOT NULL CHECK (visits >= 0),
  depth INTEGER NOT NULL CHECK (depth >= 0),
  tab_switches INTEGER NOT NULL CHECK (tab_switches >= 0),
  more_items INTEGER NOT NULL CHECK (more_items >= 0),
  menu_opens INTEGER NOT NULL CHECK (menu_opens >= 0),
  menu_items INTEGER NOT NULL CHECK (menu_items >= 0),
  backs INTEGER NOT NULL CHECK (backs >= 0)
) STRICT;
CREATE INDEX session_number ON session (user_id, number);
CREATE INDEX session_start ON session (user_id, app_session, start_us);

CREATE TABLE event_id (
  -- The event ids that were seen of each user, so that an event which comes again is known without reading all that is stored of the user.
  -- user_id: whose.
  -- run: number of the run that brought them, a row for each.
  -- ids: four bytes each, the low half of the id's hash, little-endian.
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  run INTEGER NOT NULL,
  ids BLOB NOT NULL,
  PRIMARY KEY (user_id, run)
) STRICT, WITHOUT ROWID;

CREATE TABLE session_path (
  -- What happened in each session, in a compact form: read it through the views step and occurrence.
  -- session_id: the session.
  -- unit_us: in which steps and occurrences tell times, microseconds.
  -- events: the events, from which everything can be worked out again, and a checksum of them (the last four bytes of XXH3, 64 bits).
  -- steps: a JSON array of arrays, one for each step.
  -- occurrences: a JSON array of arrays, one for each occurrence.
  session_id INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
  unit_us INTEGER NOT NULL CHECK (unit_us > 0),
  events BLOB NOT NULL,
  steps TEXT NOT NULL,
  occurrences TEXT NOT NULL
) STRICT;

CREATE TABLE measures (
  -- The measures of all sessions, so that the next report need not measure them again. They go when sessions come or go.
  -- tool: which version of navaudit measured them.
  -- sessions: a hash of the table of sessions that were measured: measures of others are not used.
  -- content: in a binary form, and a checksum of it (the last four bytes of XXH3, 64 bits).
  tool TEXT NOT NULL,
  sessions INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;

CREATE TABLE step_kind (
  -- How a step moved the user.
  -- id: number of the kind.
  -- word: the kind.
  -- is_forward: 1 where it arrives at a screen anew (a visit), 0 where it goes back to one.
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL,
  is_forward INTEGER NOT NULL
) STRICT;

CREATE TABLE occurrence_kind (
  -- What counts without being a step.
  -- id: number of the kind.
  -- word: the kind.
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL
) STRICT;

CREATE VIEW step AS
-- The steps of every session: where each led and how.
-- session_id: the session, as in the table session.
-- user_id: whose it is.
-- session: the name of the session in reports.
-- number: place in the session, from 1.
-- part: part of the session, from 0; a cold start of the app begins a new one.
-- time_us: when it happened, microseconds since 1970 (UTC).
-- kind: how it moved the user (step_kind).
-- is_visit: 1 where it arrives at a screen anew, 0 where it goes back to one.
-- section: the tab, More, the menu and item, (link) or (none) in which it ends.
-- section_kind: what the section is: none, tab, more, menu_item or link.
-- screen: the screen it leads to; ? where the log does not say.
-- item: what was chosen from the More list or a menu.
-- depth: level of the screen; the root is 1.
-- dwell_us: time until the next step, microseconds; NULL where it is not known.
-- latency_us: from the event to the screen_view that showed where it led, microseconds; NULL where there is none.
-- modal: the topmost modal screen that the screen is or lies above; NULL outside of modal screens.
-- is_inferred: 1 where only the appearance of a screen tells of it.
-- is_by_gesture: 1 where it was made by a gesture.
-- is_tab_bar_hidden: 1 where the tab bar was out of sight.
SELECT
  s.id AS session_id, s.user_id AS user_id, printf('u%016x-%d', s.user_id, s.number) AS session,
  e.key + 1 AS number, coalesce(e.value ->> '$[8]', 0) AS part, s.start_us + (e.value ->> '$[0]') * p.unit_us AS time_us,
  k.word AS kind, k.is_forward AS is_visit,
  CASE (e.value ->> '$[2]') >> 4 & 7 WHEN 0 THEN '(none)' WHEN 1 THEN c.text WHEN 2 THEN 'More' WHEN 3 THEN c.text || ':' || ci.text ELSE '(link)' END AS section,
  CASE (e.value ->> '$[2]') >> 4 & 7 WHEN 0 THEN 'none' WHEN 1 THEN 'tab' WHEN 2 THEN 'more' WHEN 3 THEN 'menu_item' ELSE 'link' END AS section_kind,
  n.text AS screen, i.text AS item,
  e.value ->> '$[3]' AS depth, nullif(e.value ->> '$[1]', -1) * p.unit_us AS dwell_us, nullif(e.value ->> '$[9]', -1) * p.unit_us AS latency_us, m.text AS modal,
  (e.value ->> '$[2]') >> 7 & 1 AS is_inferred, (e.value ->> '$[2]') >> 8 & 1 AS is_by_gesture,
  (e.value ->> '$[2]') >> 9 & 1 AS is_tab_bar_hidden
FROM session_path AS p
JOIN session AS s ON s.id = p.session_id
JOIN json_each(p.steps) AS e
JOIN step_kind AS k ON k.id = (e.value ->> '$[2]') & 15
LEFT JOIN name AS n ON n.id = e.value ->> '$[4]'
LEFT JOIN name AS c ON c.id = e.value ->> '$[5]'
LEFT JOIN name AS ci ON ci.id = e.value ->> '$[6]'
LEFT JOIN name AS i ON i.id = e.value ->> '$[7]'
LEFT JOIN name AS m ON m.id = e.value ->> '$[10]';

CREATE VIEW occurrence AS
-- What counts without being a step: menus opened, tabs blocked, gestures, taps, …
-- session_id: the session, as in the table session.
-- user_id: whose it is.
-- session: the name of the session in reports.
-- number: place among the occurrences of the session, from 1.
-- part: part of the session, from 0.
-- time_us: when it happened, microseconds since 1970 (UTC).
-- kind: what happened (occurrence_kind).
-- subject: the tab, menu, item, gesture, control, … that it is about.
-- container: the menu that the subject is in.
-- screen: the screen on which it happened; of kept_state_return the one where the tab was left.
-- value: what came with it: the order of the tabs, the count of a badge.
-- outcome: of the event: 0 ok, 1 blocked, 2 failed, 3 missed, 4 dead, 5 refused, 6 hidden, 7 shown, 8 abandoned.
-- flag: 1 where it was implied (openings), over a modal screen (tab_select, tab_reselect), lost (kept_state_return), failed (gesture) or refused (rotate).
-- duration_us: of menu_select, since the menu was opened, microseconds; NULL elsewhere.
-- steps_before: how many steps of the session come before it.
SELECT
  s.id AS session_id, s.user_id AS user_id, printf('u%016x-%d', s.user_id, s.number) AS session,
  e.key + 1 AS number, coalesce(e.value ->> '$[7]', 0) AS part, s.start_us + (e.value ->> '$[0]') * p.unit_us AS time_us,
  k.word AS kind, subject.text AS subject, container.text AS container, screen.text AS screen, value.text AS value,
  (e.value ->> '$[1]') >> 6 AS outcome, (e.value ->> '$[1]') >> 5 & 1 AS flag, (e.value ->> '$[8]') * p.unit_us AS duration_us,
  e.value ->> '$[2]' AS steps_before
FROM session_path AS p
JOIN session AS s ON s.id = p.session_id
JOIN json_each(p.occurrences) AS e
JOIN occurrence_kind AS k ON k.id = (e.value ->> '$[1]') & 31
LEFT JOIN name AS subject ON subject.id = e.value ->> '$[3]'
LEFT JOIN name AS container ON container.id = e.value ->> '$[5]'
LEFT JOIN name AS screen ON screen.id = e.value ->> '$[4]'
LEFT JOIN name AS value ON value.id = e.value ->> '$[6]';

CREATE VIEW session_figures AS
-- Sessions with their name in reports and the segment as text.
-- session_id: the session, as in the table session.
-- user_id: whose it is.
-- session: the name of the session in reports: the user's pseudonym and its number.
-- user: the pseudonym in reports, or the user of the log where users are revealed.
-- number: 1 for the first of the user.
-- start_us: time of its first event, microseconds since 1970 (UTC).
-- end_us: time of its last event, microseconds since 1970 (UTC).
-- events: its events, duplicates left out.
-- steps: its steps.
-- visits: its forward steps.
-- depth: the largest depth of its steps; 0 without steps.
-- tab_switches: tab steps into another section.
-- more_items: choices from the More list.
-- menu_opens: how often a menu was opened, implied opens included.
-- menu_items: choices from menus.
-- backs: back steps.
-- platform: the platform, such as ios or android; NULL where it is not known.
-- os_version: version of the platform; NULL where it is not known.
-- app_version: version of the app; NULL where it is not known.
-- device: kind of device, such as phone or tablet; NULL where it is not known.
-- width: room for the interface: compact or regular; NULL where it is not known.
-- locale: language and country; NULL where it is not known.
-- variant: arm of an experiment; NULL where it is not known.
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
-- Figures by day, platform and version of the app.
-- date: day (UTC) on which the sessions started.
-- platform: the platform, such as ios or android; NULL where it is not known.
-- app_version: version of the app; NULL where it is not known.
-- users: people with a session.
-- sessions: their sessions.
-- visits: forward steps.
-- tab_switches: tab steps into another section.
-- more_extra_taps: choices from the More list: each costs a tap more than a tab.
-- menu_opens: how often a menu was opened.
-- depth_mean: mean of the largest depth of each session with steps.
-- sessions_deeper_than_5: sessions that went past level 5.
-- sessions_deeper_than_6: sessions that went past level 6.
SELECT
  date(start_us / 1000000.0, 'unixepoch') AS date, platform, app_version, count(DISTINCT user_id) AS users, count(*) AS sessions,
  sum(visits) AS visits, sum(tab_switches) AS tab_switches, sum(more_items) AS more_extra_taps, sum(menu_opens) AS menu_opens,
  avg(nullif(depth, 0)) AS depth_mean, sum(depth > 5) AS sessions_deeper_than_5, sum(depth > 6) AS sessions_deeper_than_6
FROM session_figures
GROUP BY 1, 2, 3;

CREATE TABLE finding (
  -- What the rules found when the store was last reported on: the rows of findings.csv.
  -- rule: id of the rule that found it.
  -- severity: how bad it is: error, warning or info.
  -- evidence: how sure it is: structural, strong, moderate or exploratory.
  -- state: whether it holds now: current, new (in the recent part of the log only) or over (no longer in the recent part).
  -- subject_kind: what the subject is: app, section, screen, tab, menu, item, …
  -- subject: what it is about; app for the whole app.
  -- section: the section, menu or container that the subject is in; NULL where it is in none.
  -- metric: the figure that broke the threshold.
  -- value [unit of the metric]: its value; shares are fractions 0–1.
  -- ci_low [unit of the metric]: lower bound of the 95 % interval.
  -- ci_high [unit of the metric]: upper bound of the 95 % interval.
  -- threshold [unit of the metric]: the threshold.
  -- users [users]: the users concerned.
  -- eligible_users [users]: the users who could have been concerned.
  -- effective_users [users]: how many users with equally many rows would say as much; NULL where no share is judged.
  -- sessions [sessions]: the sessions concerned.
  -- extra_taps [taps]: taps that people made and would not have to make, net; a total leaves out those of rows with a part_of.
  -- part_of: RULE SUBJECT of the finding that claims these taps; NULL where it claims them itself.
  -- message: what is wrong, in one sentence.
  -- recommendation: what to change, and how.
  -- source: where the threshold comes from.
  -- example_sessions: sessions by which it can be looked up, with a space between.
  -- group: what to do about it: fix-now, consider or note.
  -- trend: whether the sessions that show it became more or fewer: rising, falling or steady; NULL where that is not known.
  -- in_newest_version: whether the newest version that 30 users have still has it: true or false; NULL where that is not known.
  -- action: what to change, in one short sentence.
  -- taps_saved [taps]: extra taps that the action would save, net; NULL where it saves none.
  -- taps_saved_per_1000_users_week [taps a week]: the same for 1,000 users in a week; NULL in a shorter log.
  rule TEXT NOT NULL, severity TEXT NOT NULL, evidence TEXT NOT NULL, state TEXT NOT NULL, subject_kind TEXT NOT NULL, subject TEXT NOT NULL, section TEXT,
  metric TEXT NOT NULL, value REAL, ci_low REAL, ci_high REAL, threshold REAL, users INTEGER, eligible_users INTEGER, effective_users INTEGER,
  sessions INTEGER, extra_taps INTEGER, part_of TEXT, message TEXT NOT NULL, recommendation TEXT NOT NULL, source TEXT NOT NULL, example_sessions TEXT,
  "group" TEXT, trend TEXT, in_newest_version TEXT, action TEXT, taps_saved INTEGER, taps_saved_per_1000_users_week REAL
) STRICT;

CREATE TABLE verdict (
  -- What the last report says of the whole log, in one row; none where nothing was reported yet.
  -- verdict: the verdict, in the words of the report.
  -- is_assessed: 1 where the navigation could be judged; 0 where not, and no finding means anything.
  -- reason: why it could not be judged; NULL where it was.
  -- remedy: what gives a verdict; NULL where there is one.
  -- users [users]: people in the report; fewer than in the table user where logs were added since.
  -- sessions [sessions]: their sessions; fewer than in the table session where logs were added since.
  -- events [events]: their events.
  -- start_us [microseconds since 1970, UTC]: time of the first event.
  -- end_us [microseconds since 1970, UTC]: time of the last event.
  verdict TEXT NOT NULL, is_assessed INTEGER NOT NULL, reason TEXT, remedy TEXT, users INTEGER NOT NULL, sessions INTEGER NOT NULL,
  events INTEGER NOT NULL, start_us INTEGER NOT NULL, end_us INTEGER NOT NULL
) STRICT;

CREATE TABLE figure (
  -- Figures of the last report with their intervals: those of summary.csv, and the reach of each tab, item, menu and gesture.
  -- metric: the figure, as in summary.csv; reach for the share of the eligible users who used the subject.
  -- subject_kind: what the subject is: app, tab, more_item, menu, menu_item or gesture.
  -- subject: what it is about; app for the whole app.
  -- section: the menu or list that the subject is in; NULL where it is in none.
  -- title: the figure in words.
  -- value [see unit]: its value; NULL where the log cannot say.
  -- ci_low [see unit]: lower bound of the 95 % interval; NULL where there is none.
  -- ci_high [see unit]: upper bound of the 95 % interval; NULL where there is none.
  -- unit: what the value is: count, share (a fraction 0–1), mean or quantile.
  -- n [see n_unit]: the denominator of a share or mean.
  -- n_unit: what the denominator counts: user, session, step, …; NULL where there is none.
  -- users [users]: people who did it, of a share of users.
  -- eligible_users [users]: people who could have done it, of a share of users.
  -- reason: why there is no value; NULL where there is one.
  -- remedy: what gives a value; NULL where there is one.
  metric TEXT NOT NULL, subject_kind TEXT NOT NULL, subject TEXT NOT NULL, section TEXT, title TEXT NOT NULL, value REAL, ci_low REAL, ci_high REAL,
  unit TEXT NOT NULL, n INTEGER, n_unit TEXT, users INTEGER, eligible_users INTEGER, reason TEXT, remedy TEXT
) STRICT;

CREATE TABLE doubt (
  -- What is wrong with the log, by the last report: read these before any figure.
  -- doubt: id of the check, as in log_quality.csv.
  -- weakens: 1 where findings that rest on it are at most exploratory and no plan is made; 0 where it is only to be known.
  -- count: how many events, steps, users, … it found; NULL where the check counts none.
  -- share [fraction 0–1]: share of all that were checked; NULL where there is none.
  -- reason: what is wrong, or what follows from it.
  -- remedy: what to log or to do instead; NULL where the reason says it.
  doubt TEXT NOT NULL, weakens INTEGER NOT NULL, count INTEGER, share REAL, reason TEXT NOT NULL, remedy TEXT
) STRICT;

CREATE TABLE not_judged (
  -- What the last report could not judge: no finding of these rules does not mean that all is well.
  -- rule: id of the rule.
  -- title: the problem that it looks for.
  -- reason: why it could not judge.
  -- remedy: what to log or to declare; NULL where only more people or time help.
  rule TEXT NOT NULL, title TEXT NOT NULL, reason TEXT NOT NULL, remedy TEXT
) STRICT;

CREATE TABLE about (
  -- What each table and view is, and each of its columns: the comments of this schema as rows.
  -- table_name: the table or view.
  -- column_name: the column; NULL for the table as a whole.
  -- unit: what numbers in it count; NULL where the meaning says it.
  -- meaning: what it is.
  table_name TEXT NOT NULL, column_name TEXT, unit TEXT, meaning TEXT NOT NULL
) STRICT;
