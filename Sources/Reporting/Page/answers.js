// Answers questions about screens from the figures in the page: where people came from and went to, the ways between two screens, who, and sessions.
const answers = (() => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const [start, end] = [0, 1];

  // The numbers of a packed column; null for unknown ones.
  const unpack = text => {
    const width = Number(text[0]);
    const unknown = 64 ** width - 1;
    const numbers = [];
    for (let place = 1; place < text.length; place += width) {
      let number = 0;
      for (let digit = 0; digit < width; digit += 1) number = number * 64 + alphabet.indexOf(text[place + digit]);
      numbers.push(number === unknown ? null : number);
    }
    return numbers;
  };

  // The rows of a packed table as objects.
  const unpackRows = columns => {
    const names = Object.keys(columns);
    const values = names.map(name => unpack(columns[name]));
    return values[0].map((_, row) => Object.fromEntries(names.map((name, column) => [name, values[column][row]])));
  };

  const load = data => {
    const tables = Object.fromEntries(Object.entries(data.tables).map(([name, columns]) => [name, unpackRows(columns)]));
    const screens = unpack(data.tables.trail_screens.screen);
    let place = 0;
    const trails = tables.forward_trails.map(trail => ({ ...trail, screens: screens.slice(place, (place += trail.length)) }));
    const steps = tables.example_steps.map(step => ({ ...step, kind: data.kinds[step.kind] }));
    let first = 0;
    const sessions = data.sessions.map(([label, words, count]) => ({ label, words, steps: steps.slice(first, (first += count)) }));
    const scopes = data.scopes.map(([dimension, label], index) => ({ dimension, label, number: index + 1 }));
    const findings = data.findings.map(([anchor, title, screens, kind]) => ({ anchor, title, screens, kind: kind === null ? null : data.kinds[kind] }));
    return { ...data, tables, trails, sessions, scopes, findings };
  };

  // Numbers as the report writes them.
  const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  const many = (number, word) => `${number === 0 ? "no" : grouped(number)} ${word}${number === 1 ? "" : "s"}`;
  const percentOf = thousandths => `${Math.floor(thousandths / 10)}.${thousandths % 10}`;
  const percent = (part, whole) => {
    if (!whole) return "–";
    const share = part / whole;
    if (part === 0) return "0%";
    if (part === whole) return "100%";
    if (share < 0.0005) return "under 0.1%";
    if (share > 0.9995) return "over 99.9%";
    return `${percentOf(Math.round(share * 1000))}%`;
  };
  const interval = (low, high) => (low === null || high === null ? "" : ` (${percentOf(low)}–${percentOf(high)})`);
  const seconds = time => (time === null ? "–" : time >= 99950 ? `${grouped(Math.round(time / 1000))} s` : `${(Math.round(time / 100) / 10).toFixed(1)} s`);

  const text = words => ({ text: String(words) });
  const heading = (name, isNumber = false) => ({ name, isNumber });
  const number = name => heading(name, true);

  // The questions about one screen, or about the ways from it to another.
  // Returns a title, sentences, and tables and lists; a cell may name a screen, which can be asked about in turn.
  const answer = (data, question) => {
    const { screen: from, to } = question;
    const scopes = data.scopes.filter(scope => scope.dimension === question.by);
    return to === undefined ? answerScreen(data, from, scopes) : answerWays(data, from, to);
  };

  const byScope = (a, b) => a.scope - b.scope;

  const named = (data, screen) => ({ text: screen === start ? "the start" : screen === end ? "the end" : data.screens[screen], screen });

  const direct = (row, isFull = true) =>
    row === undefined ? "–" : `${percent(row.direct, row.starts)}${isFull ? interval(row.direct_share_low, row.direct_share_high) : ""}`;
  const any = row => (row === undefined ? "–" : `${percent(row.ways, row.starts)}${interval(row.share_low, row.share_high)}`);

  const way = (rows, from, to, scope) => rows.find(row => row.from === from && row.to === to && (scope === undefined || row.scope === scope));

  const neighbors = (data, screen, scopes, isIn) => {
    const [own, other] = isIn ? ["to", "from"] : ["from", "to"];
    const total = data.tables.totals[screen][isIn ? "in" : "out"];
    const rows = data.tables.transitions.filter(row => row[own] === screen).sort((a, b) => b.count - a.count || a[other] - b[other]);
    const shown = rows.reduce((sum, row) => sum + row.count, 0);
    const isScoped = scopes.length > 0;
    return {
      heading: !isIn ? "Where people went" : isScoped ? "How often each screen led here" : "Where people came from",
      isWide: scopes.length > 1,
      columns: [
        heading("Screen"), number("Times"), ...(isScoped ? [] : [number(isIn ? "Of the arrivals" : "Of the departures")]), number("Users"),
        ...(isScoped ? [number("All"), ...scopes.map(scope => number(scope.label))] : isIn ? [] : [number("Stay before, median")]),
      ],
      rows: rows.map(row => {
        const pair = isIn ? [row.from, screen] : [screen, row.to];
        const whole = way(data.tables.ways, ...pair);
        return [
          named(data, row[other]), text(grouped(row.count)), ...(isScoped ? [] : [text(percent(row.count, total))]),
          text(row.users === null ? "–" : grouped(row.users)),
          ...(isScoped
            ? [text(direct(whole)), ...scopes.map(scope => text(direct(way(data.tables.scoped_ways, ...pair, scope.number))))]
            : isIn ? [] : [text(seconds(whole?.direct_time_p50_s ?? null))]),
        ];
      }),
      note: [
        isScoped ? `Shares of the times at ${isIn ? "that" : "this"} screen, with 95% intervals by user.` : "",
        isIn ? "Arrivals count ways back, too." : "", shown < total ? `${many(total - shown, "time")} of rarer pairs of screens are not in this page.` : "",
      ].filter(Boolean).join(" "),
    };
  };

  const answerScreen = (data, screen, scopes) => {
    const { tables } = data;
    const figures = tables.screens.find(row => row.screen === screen);
    const everyone = tables.screen_reach.find(row => row.screen === screen && row.scope === 0);
    const sentences = [];
    if (figures) {
      sentences.push(`Visited ${many(figures.visits, "time")} by ${many(figures.users ?? 0, "user")} in ${many(figures.sessions ?? 0, "session")}.`);
      if (figures.depth_p50 !== null) {
        sentences.push(
          figures.depth_min === figures.depth_max
            ? `Always at level ${figures.depth_p50}.` : `At level ${figures.depth_p50} (median), from ${figures.depth_min} to ${figures.depth_max}.`);
      }
      if (figures.returns) sentences.push(`People came back to it ${many(figures.returns, "time")}.`);
      if (figures.dwell_p50_s !== null) sentences.push(`Half of the stays were longer than ${seconds(figures.dwell_p50_s)}.`);
    } else if (screen === start) {
      sentences.push(`Sessions, and the app in them, began ${many(tables.totals[start].out, "time")}.`);
    } else {
      sentences.push(`Sessions, and the use since a start of the app, ended ${many(tables.totals[end].in, "time")}.`);
    }
    const blocks = [];
    const ways = [...(screen === start ? [] : [true]), ...(screen === end ? [] : [false])].map(isIn => neighbors(data, screen, scopes, isIn));
    // Side by side, people are asked first where they went.
    blocks.push(...(scopes.length > 0 ? ways.reverse() : ways));
    const levels = tables.screen_depths.filter(row => row.screen === screen);
    if (levels.length > 1) {
      const visits = levels.reduce((sum, row) => sum + (row.visits ?? 0), 0);
      blocks.push({
        heading: "Levels",
        columns: [number("Level"), number("Visits"), number("Of the visits")],
        rows: levels.map(row => [text(row.depth), text(grouped(row.visits)), text(percent(row.visits, visits))]),
      });
    }
    blocks.push(...trailBlocks(data, screen));
    const reach = tables.screen_reach.filter(row => row.screen === screen).sort(byScope);
    const isWeek = row => row.scope > 0 && data.scopes[row.scope - 1].dimension === "week";
    const reachBlock = (title, first, rows) => ({
      heading: title,
      columns: [heading(first), number("Reach"), number("Users"), number("Visits")],
      rows: rows.map(row => [
        text(row.scope === 0 ? "All" : data.scopes[row.scope - 1].label),
        text(`${percent(row.users, row.eligible_users)}${interval(row.reach_low, row.reach_high)}`),
        text(`${grouped(row.users)} of ${grouped(row.eligible_users)}`), text(row.visits === null ? "–" : grouped(row.visits)),
      ]),
    });
    if (everyone) {
      blocks.push(reachBlock("Who", "People", reach.filter(row => !isWeek(row))));
      const weeks = reach.filter(isWeek);
      if (weeks.length > 0) blocks.push(reachBlock("Week by week", "Weeks from", weeks));
    }
    const findings = data.findings.filter(finding => finding.screens.includes(screen));
    if (findings.length > 0) blocks.push({ heading: "Findings", links: findings });
    blocks.push(...strips(data, steps => steps.findIndex(step => step.screen === screen), 1));
    return { title: data.screens[screen], screen, sentences, blocks };
  };

  const trailBlocks = (data, screen) => {
    const through = data.trails.filter(trail => trail.screens.includes(screen));
    if (through.length === 0) return [];
    const longest = through.reduce((best, trail) => (trail.length > best.length ? trail : best));
    const row = trail => [{ trail: trail.screens.map(one => named(data, one)), here: screen }, text(grouped(trail.count)), text(grouped(trail.users))];
    const rows = through.slice(0, 5).map(row);
    if (!through.slice(0, 5).includes(longest)) rows.push(row(longest));
    return [{
      heading: "The usual trails through it, and the longest",
      columns: [heading("Trail"), number("Times"), number("Users")],
      rows,
      note: "Forward steps only; trails of at least three users.",
    }];
  };

  const answerWays = (data, from, to) => {
    const { tables } = data;
    const [one, other] = [named(data, from).text, named(data, to).text];
    const title = `From ${one} to ${other}`;
    const row = way(tables.ways, from, to);
    const pair = tables.transitions.find(pair => pair.from === from && pair.to === to);
    const blocks = [];
    if (row === undefined) {
      const sentences = [`Fewer than ${Math.max(3, data.numbers.least)} of the drawn users got from ${one} to ${other} within six steps, or the pair is too rare for this page.`];
      if (pair) sentences.push(`Directly: ${many(pair.count, "time")}, by ${many(pair.users, "user")}.`);
      return { title, from, to, sentences, blocks };
    }
    const sentences = [
      `From ${one}, people got to ${other} within six steps ${grouped(row.ways)} of ${many(row.starts, "time")}: ${any(row)}, ${many(row.users, "user")}.`,
      `Half of these ways took ${many(row.steps_p50, "step")} or fewer${row.time_p50_s === null ? "" : `, and half ${seconds(row.time_p50_s)} or less`}.`,
    ];
    blocks.push({
      heading: "By which way",
      columns: [heading("Way"), number("Times"), number("Of these ways"), number("Users")],
      rows: [
        [text("Any way"), text(grouped(row.ways)), text("100%"), text(grouped(row.users))],
        [
          text("Only directly"), text(row.direct === null ? "–" : grouped(row.direct)), text(row.direct === null ? "–" : percent(row.direct, row.ways)),
          text(row.direct_users === null ? "–" : grouped(row.direct_users)),
        ],
        ...tables.ways_through.filter(row => row.from === from && row.to === to).sort((a, b) => b.ways - a.ways || a.through - b.through)
          .map(through => [
            { before: "Through ", ...named(data, through.through) }, text(grouped(through.ways)), text(percent(through.ways, row.ways)), text(grouped(through.users)),
          ]),
      ],
      note: "Up to five screens between; a way may lead through several.",
    });
    const rows = tables.scoped_ways.filter(row => row.from === from && row.to === to).sort(byScope);
    blocks.push({
      heading: "One platform or release beside another",
      columns: [heading("People"), number("Any way"), number("Only directly"), number("Times there")],
      rows: [
        [text("All"), text(any(row)), text(direct(row)), text(grouped(row.starts))],
        ...rows.map(row => [text(data.scopes[row.scope - 1].label), text(any(row)), text(direct(row)), text(grouped(row.starts))]),
      ],
      note: "Shares of the times at the first screen, with 95% intervals by user. Intervals that overlap show no sure difference.",
    });
    blocks.push(...strips(data, steps => wayIn(steps, from, to), null));
    return { title, from, to, sentences, blocks };
  };

  // Where in the steps of a session a way begins and how long it is; nothing if there is none.
  const wayIn = (steps, from, to) => {
    for (let place = from === start ? 0 : steps.findIndex(step => step.screen === from); place >= 0 && place < steps.length; place += 1) {
      const isStart = from === start ? place === 0 || steps[place].part !== steps[place - 1].part : steps[place].screen === from;
      if (!isStart) continue;
      for (let next = from === start ? place : place + 1; next < steps.length && next - place <= (from === start ? 5 : 6); next += 1) {
        if (steps[next].part !== steps[place].part || (next > place && steps[next].screen === from)) break;
        if (steps[next].screen === to) return [place, next];
      }
    }
    return null;
  };

  const strips = (data, find, width) => {
    const found = [];
    for (const session of data.sessions) {
      const place = find(session.steps);
      if (place === null || place === -1) continue;
      found.push({ session, marked: width === null ? place : [place, place] });
    }
    found.sort((a, b) => a.session.steps.length - b.session.steps.length || (a.session.label < b.session.label ? -1 : 1));
    return found.length === 0 ? [] : [{ heading: "Sessions", strips: found.slice(0, 3).map(({ session, marked }) => strip(data, session, marked)) }];
  };

  // How a step led to its screen, where the log shows it.
  const hows = { tab: "tab", more_item: "More:", menu_item: "menu:", modal: "modal", link: "link to", back: "back to", reselect: "back to" };

  const strip = (data, session, marked = null) => ({
    label: session.label,
    words: session.words,
    steps: session.steps.map((step, place) => ({
      ...named(data, step.screen), stay: step.stay === null ? "" : seconds(step.stay),
      how: data.numbers.structure || hows[step.kind] === "back to" ? hows[step.kind] ?? "" : "",
      isFirst: place > 0 && step.part !== session.steps[place - 1].part, isMarked: marked !== null && place >= marked[0] && place <= marked[1],
    })),
  });

  // A session behind a finding, with the steps that the finding is about.
  const example = (data, session, finding) => {
    const shown = strip(data, session);
    session.steps.forEach((step, place) => {
      const isScreen = finding.screens.includes(step.screen);
      const isKind = finding.kind === step.kind;
      // An item may have another name than its screen.
      const isKnown = session.steps.some(one => finding.kind === one.kind && finding.screens.includes(one.screen));
      shown.steps[place].isMarked = finding.kind === null ? isScreen : isKind && (isScreen || !isKnown);
    });
    return shown;
  };

  return { load, answer, strip, example, start, end };
})();
if (typeof module !== "undefined") module.exports = answers;
