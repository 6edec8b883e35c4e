-- Earlier findings are read from `findings.csv` of their report.

DROP TABLE finding_history;
DROP TABLE judged_run;

CREATE TEMP TABLE kept AS SELECT * FROM meta WHERE key <> 'judged_run';
DROP TABLE meta;
CREATE TABLE meta (
  -- What made the file and with which settings.
  -- key: which setting: schema (version of the tables), tool, maker (analyze, ingest or map: the command that made it), app_map (its text), gap_us (longest pause between events without a session id), longest_pause_us (longest pause between events with one session id; 0: no limit), infers_structure, pseudonym_key, forgotten_events (of people who were removed), cut_sources (log files that ended too early), unread_events (that no mapping understood, as JSON).
  -- value: the setting, as text.
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta SELECT * FROM kept;
DROP TABLE kept;
