// The section that asks: a form, the answers, and links to questions from the names in tables and pictures.
(() => {
  const source = document.getElementById("questions");
  if (!source) return;
  const raw = JSON.parse(source.textContent);
  let loaded;
  const data = () => (loaded ??= answers.load(raw));
  const numbers = new Map(raw.screens.map((name, number) => [name, number]));
  const nameOf = screen => (screen === answers.start ? "The start" : screen === answers.end ? "The end" : raw.screens[screen]);

  const address = question => {
    const terms = new URLSearchParams();
    for (const key of ["screen", "to"]) if (question[key] !== undefined) terms.set(key, raw.screens[question[key]]);
    if (question.by) terms.set("by", question.by);
    for (const key of ["session", "finding"]) if (question[key]) terms.set(key, question[key]);
    return `#ask?${terms}`;
  };
  const asked = () => {
    if (!location.hash.startsWith("#ask?")) return null;
    const terms = new URLSearchParams(location.hash.slice(5));
    const [screen, to] = [numbers.get(terms.get("screen")), numbers.get(terms.get("to"))];
    return { screen, to, by: terms.get("by") ?? "", session: terms.get("session") ?? undefined, finding: terms.get("finding") ?? undefined };
  };

  // The form.
  const options = (first, without) => [
    make("option", { value: "" }, first),
    ...raw.screens.map((_, number) => number).filter(number => number !== without).map(number => make("option", { value: String(number) }, nameOf(number))),
  ];
  const select = (id, label, ...choices) => {
    const made = make("select", { id }, ...choices);
    return [make("label", { htmlFor: id }, label), made];
  };
  const [screenLabel, screen] = select("ask-screen", "Screen", ...options("Choose a screen", answers.end));
  const [toLabel, to] = select("ask-to", "and then", ...options("anywhere", answers.start));
  const dimensions = [["platform", "each platform"], ["app_version", "each release"]].filter(([name]) => raw.scopes.some(scope => scope[0] === name));
  const [byLabel, by] = select("ask-by", "of", make("option", { value: "" }, "all people"), ...dimensions.map(([value, words]) => make("option", { value }, words)));
  const turn = make("button", { type: "button", hidden: true }, "Swap");
  const status = make("p", { className: "hidden" });
  status.setAttribute("role", "status");
  const answer = make("div", { className: "answer" });
  const form = make("div", { className: "question" });
  for (const [label, field] of [[screenLabel, screen], [toLabel, to], [byLabel, by]]) form.append(make("span", {}, label, field));
  if (dimensions.length === 0) form.lastChild.remove();
  form.append(turn);

  const { drawn_steps: drawn, steps, drawn_sessions: sessions, drawn_users: users, pairs, most_pairs: mostPairs, least } = raw.numbers;
  const grouped = number => number.toLocaleString("en-US");
  const basis = [
    drawn === steps ? "" : `Ways, trails and shares by platform or release are of ${grouped(sessions)} sessions of ${grouped(users)} users, drawn at random.`,
    pairs > mostPairs ? `Of ${grouped(pairs)} pairs of screens, the ${grouped(mostPairs)} commonest are here; transitions.csv has all.` : "",
    least ? `Figures of fewer than ${grouped(least)} users and all sessions are left out.` : "",
  ].filter(Boolean).join(" ");
  const section = make(
    "section", { className: "ask" },
    make("h2", { id: "ask" }, "Ask the page"),
    make("p", {}, `Where people came from and went, the ways from one screen to another, for whom, and sessions that show it. ${basis}`),
    form, status, answer);
  section.setAttribute("aria-labelledby", "ask");
  // After the findings; without any, before the pictures.
  const entry = make("li", {}, make("a", { href: "#ask" }, "Ask the page"));
  const place = (id, put) => {
    const neighbor = document.getElementById(id)?.closest("section");
    if (!neighbor) return false;
    put(neighbor, section);
    put(document.querySelector(`nav a[href="#${id}"]`).closest("li"), entry);
    return true;
  };
  if (!place("findings", (one, other) => one.after(other)) && !place("pictures", (one, other) => one.before(other))) {
    document.getElementById("main").append(section);
    document.querySelector("nav ol").append(entry);
  }

  // Answers.
  const link = (number, question) =>
    number === answers.start || number === answers.end || number === undefined
      ? make("span", {}, nameOf(number).toLowerCase()) : make("a", { href: address({ screen: number, by: question.by }) }, raw.screens[number]);
  const trail = (cell, question) =>
    make("span", {}, ...cell.trail.flatMap((stop, place) => [place > 0 ? " › " : "", stop.screen === cell.here ? make("strong", {}, stop.text) : link(stop.screen, question)]));
  const content = (cell, question) => {
    if (cell.trail) return trail(cell, question);
    if (cell.screen === undefined) return cell.text;
    return make("span", {}, cell.before ?? "", link(cell.screen, question));
  };
  const table = (block, question) => {
    const head = make("tr", {}, ...block.columns.map(column => make("th", { scope: "col", className: column.isNumber ? "number" : "" }, column.name)));
    const rows = block.rows.map(cells =>
      make("tr", {}, ...cells.map((cell, place) => {
        const made = make(place === 0 ? "th" : "td", { className: block.columns[place].isNumber ? "number" : "" }, content(cell, question));
        if (place === 0) made.scope = "row";
        else made.dataset.label = block.columns[place].name;
        return made;
      })));
    const most = 10;
    for (const row of rows.slice(most)) row.hidden = true;
    const frame = make(
      "div", { className: "scroll" }, make("table", {}, make("caption", {}, block.heading), make("thead", {}, head), make("tbody", {}, ...rows)));
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", `Table: ${block.heading}`);
    scrolling.observe(frame);
    const parts = [frame];
    if (rows.length > most) {
      const more = make("button", { type: "button" }, `Show all ${rows.length}`);
      more.addEventListener("click", () => {
        for (const row of rows) row.hidden = false;
        rows[most].querySelector("a")?.focus();
        more.remove();
      });
      parts.push(more);
    }
    if (block.note) parts.push(make("p", { className: "extent" }, block.note));
    return make("div", { className: "table searching" }, ...parts);
  };
  const strip = (session, question) => {
    const list = make("ol", { className: "strip" }, ...session.steps.map(step => {
      const words = step.isFirst ? "new start: " : "";
      const how = step.how ? make("span", { className: "stay" }, `${step.how} `) : "";
      return make("li", { className: step.isMarked ? "marked" : "" }, words, how, link(step.screen, question), step.stay ? make("span", { className: "stay" }, ` ${step.stay}`) : "");
    }));
    list.setAttribute("aria-label", `Session ${session.label}`);
    return make("div", {}, make("p", { className: "extent" }, make("code", {}, session.label), `, ${session.words}: the time on each screen`), list);
  };
  const block = (part, question) => {
    const made = make("div", { className: part.isWide ? "wide" : "" }, make("h4", {}, part.heading));
    if (part.columns) made.append(table(part, question));
    if (part.links) made.append(make("ul", {}, ...part.links.map(({ anchor, title }) => make("li", {}, make("a", { href: `#${anchor}` }, title)))));
    if (part.strips) {
      made.className = "wide";
      made.append(...part.strips.map(one => strip(one, question)));
    }
    return made;
  };
  const show = (question, isFollowed) => {
    const session = question.session === undefined ? null : data().sessions.find(one => one.label === question.session);
    const finding = session && data().findings.find(one => one.anchor === question.finding);
    const found =
      session ? {
        title: `Session ${session.label}`, sentences: [],
        blocks: [
          { heading: "Its screens", strips: [finding ? answers.example(data(), session, finding) : answers.strip(data(), session)] },
          ...(finding ? [{ heading: "An example of", links: [finding] }] : []),
        ],
      }
      : question.screen === undefined ? null : answers.answer(data(), question);
    screen.value = question.screen ?? "";
    to.value = question.to ?? "";
    by.value = question.by;
    by.parentElement.hidden = question.to !== undefined;
    turn.hidden = question.to === undefined || question.screen === answers.start || question.to === answers.end;
    if (!found) {
      answer.replaceChildren();
      return;
    }
    const title = make("h3", { tabIndex: -1 }, found.title === "(start)" ? "The start" : found.title);
    answer.replaceChildren(title, make("p", {}, found.sentences.join(" ")), make("div", { className: "blocks" }, ...found.blocks.map(part => block(part, question))));
    status.textContent = `${found.title}: ${found.sentences[0] ?? ""}`;
    if (isFollowed) {
      section.scrollIntoView();
      title.focus({ preventScroll: true });
    }
  };

  // By the form, which keeps the focus: a change of the hash would take it away.
  const ask = question => {
    history.pushState(null, "", address(question));
    show(question, false);
  };
  const chosen = () => ({
    screen: screen.value === "" ? undefined : Number(screen.value), to: to.value === "" ? undefined : Number(to.value), by: by.value,
  });
  for (const field of [screen, to, by]) field.addEventListener("change", () => ask(chosen()));
  turn.addEventListener("click", () => {
    const { screen: from, to: other, by } = chosen();
    ask({ screen: other, to: from, by });
  });
  addEventListener("hashchange", event => {
    // The form may have asked something else since.
    const question = event.newURL === location.href ? asked() : null;
    if (question) show(question, true);
  });

  // Names in tables and pictures lead to questions about them, and example sessions to their screens.
  const main = document.getElementById("main");
  for (const cell of main.querySelectorAll(".table tbody th, .table tbody td:not(.number)")) {
    const number = section.contains(cell) ? undefined : numbers.get(cell.textContent);
    if (number === undefined || number <= answers.end || cell.querySelector("a")) continue;
    const anchor = make("a", { href: address({ screen: number }), className: "asks" }, ...cell.childNodes);
    cell.append(anchor);
  }
  for (const words of main.querySelectorAll("svg.picture text")) {
    const number = numbers.get(words.querySelector("title")?.textContent ?? words.textContent);
    if (number === undefined || number <= answers.end) continue;
    words.classList.add("asks");
    words.addEventListener("click", () => { location.hash = address({ screen: number }); });
  }
  const labels = new Set(raw.sessions.map(([label]) => label));
  for (const code of main.querySelectorAll("dd code")) {
    if (!labels.has(code.textContent)) continue;
    const anchor = make("a", { href: address({ session: code.textContent, finding: code.closest("article")?.getAttribute("aria-labelledby") }) });
    code.replaceWith(anchor);
    anchor.append(code);
  }
  const question = asked();
  if (question) show(question, true);
})();
