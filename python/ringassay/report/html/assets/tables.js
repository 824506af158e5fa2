"use strict";
// Tables of the report: sorting by a column, and pages of long ones. The page holds every row: without
// scripts all are shown, and paper shows all as well.
(() => {
  const ROWS = 25;
  const MOST = 60;

  const words = new Intl.Collator("en", { numeric: true });
  function compare(a, b) {
    const [x, y] = [a.dataset.key, b.dataset.key];
    if (x !== undefined && y !== undefined) return Number(x) - Number(y);
    if (x !== undefined || y !== undefined) return x !== undefined ? -1 : 1;
    return words.compare(a.textContent, b.textContent);
  }

  // Shows a part of the rows; what is returned is told when their order has changed.
  function paged(table, body) {
    if (body.rows.length <= MOST) return () => {};
    const frame = table.closest(".scroll");
    const bar = document.createElement("div");
    bar.className = "pages";
    const button = (text, label, action) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = text;
      if (label) made.setAttribute("aria-label", label);
      made.addEventListener("click", () => { action(); show(); });
      return made;
    };
    const count = body.rows.length;
    const number = (value) => value.toLocaleString("en");
    let first = 0;
    let all = false;
    const turn = (rows) => { first = Math.min(Math.max(first + rows, 0), lastPage()); };
    const lastPage = () => Math.floor((count - 1) / ROWS) * ROWS;
    const begin = button("«", "First page", () => turn(-count));
    const back = button("‹", "Page before", () => turn(-ROWS));
    const forth = button("›", "Next page", () => turn(ROWS));
    const end = button("»", "Last page", () => turn(count));
    const whole = button("", "", () => { all = !all; first = 0; });
    const place = document.createElement("span");
    place.setAttribute("role", "status");
    bar.append(begin, back, place, forth, end, whole);
    frame.after(bar);

    function show() {
      const stop = all ? count : Math.min(first + ROWS, count);
      [...body.rows].forEach((row, index) => { row.hidden = index < first || index >= stop; });
      // The whole table scrolls within its frame, as without scripts.
      frame.classList.toggle("tall", all);
      place.textContent = all ? `all ${number(count)} rows` : `${number(first + 1)} to ${number(stop)} of ${number(count)}`;
      whole.textContent = all ? "Pages" : "All rows";
      for (const one of [begin, back]) one.disabled = all || first === 0;
      for (const one of [forth, end]) one.disabled = all || stop === count;
    }
    show();
    return () => { first = 0; show(); };
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    const original = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    const reordered = paged(table, body);
    heads.forEach((head, column) => {
      // Not a <button>: browsers leave those out of the heads they repeat on printed pages.
      const button = document.createElement("span");
      button.setAttribute("role", "button");
      button.tabIndex = 0;
      button.title = "Sort";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        button.click();
      });
      button.addEventListener("click", () => {
        const next = { none: "ascending", ascending: "descending", descending: "none" };
        const order = next[head.ariaSort ?? "none"];
        heads.forEach((other) => { other.ariaSort = null; });
        if (order !== "none") head.ariaSort = order;
        const sign = order === "descending" ? -1 : 1;
        const rows = order === "none" ? original : [...original].sort(
          (a, b) => sign * compare(a.cells[column], b.cells[column]));
        body.append(...rows);
        reordered();
      });
    });
  }
})();
