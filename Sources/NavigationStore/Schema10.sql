-- What the last report says, beside the model that it is made from, and what every table and column means.

DROP TABLE finding;
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
