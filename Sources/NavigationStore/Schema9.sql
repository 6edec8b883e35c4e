-- The view of occurrences with all outcomes.

DROP VIEW occurrence;
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
