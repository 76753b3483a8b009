"use strict";
(() => {
  const table = document.getElementById("sites");
  if (!table) return;
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const rows = () => [...body.rows];
  const key = (row, k) => row.cells[k].dataset.key;
  heads.forEach((th, k) => {
    const button = th.querySelector("button");
    button.addEventListener("click", () => {
      const down = th.getAttribute("aria-sort") === "ascending";
      const numeric = "numeric" in button.dataset;
      const order = (a, b) => {
        const x = key(a, k), y = key(b, k);
        if (numeric) {
          // What has no number is last, whichever way.
          if (x === "" || y === "") return (x === "") - (y === "");
          return (Number(x) - Number(y)) * (down ? -1 : 1);
        }
        return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
      };
      body.append(...rows().sort(order));
      heads.forEach((h) => h.removeAttribute("aria-sort"));
      th.setAttribute("aria-sort", down ? "descending" : "ascending");
    });
  });
  const filter = document.getElementById("filter");
  const kind = document.getElementById("kind");
  const shown = document.getElementById("shown");
  const texts = new Map(rows().map((r) => [r, r.textContent.toLowerCase()]));
  const apply = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const [row, text] of texts) {
      const ok = words.every((w) => text.includes(w)) && (kind.value === "" || row.dataset.kind === kind.value);
      row.hidden = !ok;
      if (ok) n++;
    }
    shown.value = `${n} of ${texts.size}`;
  };
  filter.addEventListener("input", apply);
  kind.addEventListener("change", apply);
  // A link to a row that the filter hides shows it again.
  const target = () => {
    const row = document.getElementById(location.hash.slice(1));
    if (row && row.hidden) {
      filter.value = kind.value = "";
      apply();
      row.scrollIntoView();
    }
    const details = row && row.querySelector("details");
    if (details) details.open = true;
  };
  addEventListener("hashchange", target);
  target();
})();
