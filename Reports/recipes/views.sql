-- DuckDB views of the tables of a report, without column names that SQL reserves. Run it in the folder above Reports.
CREATE OR REPLACE VIEW daily AS FROM 'Reports/daily.csv';
CREATE OR REPLACE VIEW findings AS FROM 'Reports/findings.csv';
CREATE OR REPLACE VIEW reach AS FROM 'Reports/reach.csv';
CREATE OR REPLACE VIEW summary AS FROM 'Reports/summary.csv';
CREATE OR REPLACE VIEW transitions AS
  SELECT "from" AS from_screen, "to" AS to_screen, "count" AS times, * EXCLUDE ("from", "to", "count") FROM 'Reports/transitions.csv';
CREATE OR REPLACE VIEW trails AS
  SELECT step, "from" AS from_screen, "to" AS to_screen, "count" AS times, * EXCLUDE (step, "from", "to", "count") FROM 'Reports/trails.csv';
CREATE OR REPLACE VIEW tab_switches AS
  SELECT "from" AS from_section, "to" AS to_section, "count" AS times, * EXCLUDE ("from", "to", "count") FROM 'Reports/tab_switches.csv';
CREATE OR REPLACE VIEW moves AS
  SELECT platform, plan, kind, entry, "from" AS from_place, "to" AS to_place, * EXCLUDE (platform, plan, kind, entry, "from", "to")
  FROM 'Reports/moves.csv';
CREATE OR REPLACE VIEW log_quality AS
  SELECT "check" AS check_name, "count" AS found, * EXCLUDE ("check", "count") FROM 'Reports/log_quality.csv';
CREATE OR REPLACE VIEW unknown_events AS
  SELECT event, "count" AS times, * EXCLUDE (event, "count") FROM 'Reports/unknown_events.csv';
