// The optional script of a page: sorting, searching and copying tables, and folds. The page is complete without it.
"use strict";
const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// Only what scrolls is a stop on the way by keyboard, and says so where that is sideways.
const scrolling = new ResizeObserver(entries => {
  for (const { target } of entries) {
    const clips = getComputedStyle(target).overflowX !== "visible";
    const isWide = clips && target.scrollWidth > target.clientWidth + 1;
    if (isWide || (clips && target.scrollHeight > target.clientHeight + 1)) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
    const next = target.nextElementSibling;
    const cue = next && next.className === "cue" ? next : null;
    if (isWide && !cue) target.after(make("p", { className: "cue" }, "Scroll sideways to see the rest →"));
    if (!isWide && cue) cue.remove();
  }
});

(() => {
  const text = cell => cell.textContent.trim().replace(/\s+/g, " ");
  // The number that a cell begins with. Where scripts would read another one, the page says which.
  const figure = cell => Number.parseFloat(cell.dataset.value ?? text(cell).replace(/,/g, ""));
  const compare = new Intl.Collator("en", { numeric: true }).compare;

  const sort = (table, column, isDescending, isNumber) => {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row, index) => {
      const cell = row.cells[column];
      const key = isNumber ? figure(cell) : text(cell);
      return { row, index, key, isEmpty: isNumber ? Number.isNaN(key) : key === "" || key === "–" };
    });
    rows.sort((a, b) => {
      if (a.isEmpty !== b.isEmpty) return a.isEmpty ? 1 : -1;
      if (a.isEmpty) return a.index - b.index;
      const order = isNumber ? a.key - b.key : compare(a.key, b.key);
      return (isDescending ? -order : order) || a.index - b.index;
    });
    body.append(...rows.map(item => item.row));
  };

  const makeSortable = (table, say) => {
    const headings = Array.from(table.tHead.rows[0].cells);
    headings.forEach((heading, column) => {
      const name = text(heading);
      const isNumber = heading.classList.contains("number") || Boolean(table.querySelector(`tbody td:nth-child(${column + 1})[data-value]`));
      const button = make("button", { type: "button" }, ...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const now = heading.getAttribute("aria-sort");
        const isDescending = now ? now === "ascending" : isNumber;
        for (const other of headings) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
        sort(table, column, isDescending, isNumber);
        say(`Sorted by ${name}, ${isDescending ? "descending" : "ascending"}.`);
      });
    });
  };

  const copy = async words => {
    try {
      await navigator.clipboard.writeText(words);
    } catch {
      const area = make("textarea", { value: words, className: "hidden" });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };

  // A field that shows those of some elements that have its words.
  const searchField = (id, placeholder, label, items, frame, say) => {
    const field = make("input", { type: "search", id, placeholder });
    field.setAttribute("aria-label", label);
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLowerCase();
      let count = 0;
      for (const item of items) {
        item.hidden = !(item.querySelector("summary") ?? item).textContent.toLowerCase().includes(wanted);
        if (!item.hidden) count += 1;
      }
      frame.classList.toggle("searching", wanted !== "");
      say(count);
    });
    return field;
  };

  document.querySelectorAll(".table").forEach((frame, number) => {
    const table = frame.querySelector("table");
    const rows = Array.from(table.tBodies[0].rows);
    const status = make("span", { className: "status" });
    status.setAttribute("role", "status");
    const say = words => { status.textContent = words; };
    if (rows.length > 1) makeSortable(table, say);
    const tools = make("div", { className: "tools" });
    if (rows.length > 8) {
      const field = searchField(`search-${number}`, "Search", `Search in: ${text(table.caption)}`, rows, frame, count => {
        say(count === rows.length ? "" : `${count} of ${rows.length} rows`);
      });
      tools.append(field);
    }
    const button = make("button", { type: "button" }, "Copy");
    button.setAttribute("aria-label", `Copy the table: ${text(table.caption)}`);
    button.addEventListener("click", async () => {
      const shown = Array.from(table.rows).filter(row => !row.hidden);
      await copy(shown.map(row => Array.from(row.cells, cell => cell.dataset.copy ?? text(cell)).join("\t")).join("\n") + "\n");
      say(`${shown.length - 1} rows copied`);
    });
    tools.append(button, status);
    frame.prepend(tools);
  });

  // Cards: a single one that is found is opened. A phone shows the first ones until somebody searches.
  document.querySelectorAll(".cards").forEach((frame, number) => {
    const cards = Array.from(frame.children);
    const kind = frame.dataset.of;
    const status = make("span", { className: "status" });
    status.setAttribute("role", "status");
    const field = searchField(`find-${number}`, `Find a ${kind}`, `Find a ${kind}`, cards, frame, count => {
      status.textContent = count === cards.length ? "" : `${count} of ${cards.length} ${kind}s`;
      if (count === 1) cards.find(card => !card.hidden).open = true;
    });
    frame.before(make("div", { className: "tools" }, field, status));
    if (cards.length <= 24) return;
    frame.classList.add("long");
    frame.after(make("p", { className: "extent phone" }, `The first 24 of ${cards.length} ${kind}s; search to see others.`));
  });

  for (const frame of document.querySelectorAll(".scroll")) scrolling.observe(frame);

  // A link into a fold opens it; on paper, findings and pictures are open, and tables are where somebody opened them.
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target) target.hidden = false;
    for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  };
  addEventListener("hashchange", reveal);
  reveal();
  let opened = [];
  addEventListener("beforeprint", () => {
    const table = "main > section:not([aria-labelledby=findings]) > .fold";
    const kept = `.evidence, .cards > details, ${table}, ${table} details`;
    opened = Array.from(document.querySelectorAll("details:not([open])")).filter(fold => !fold.matches(kept));
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
  });
})();
