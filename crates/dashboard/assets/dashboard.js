// Progressive enhancement. Every page works without this script.
"use strict";

// The time zone of the settings. Undefined for that of the browser, and if the browser does not know it.
const timeZone = (() => {
  const chosen = document.documentElement.dataset.timeZone;
  if (!chosen || chosen === "auto") return undefined;
  try {
    new Intl.DateTimeFormat("en", { timeZone: chosen });
    return chosen;
  } catch {
    return undefined;
  }
})();

// Show times in the viewer's time zone. The title keeps UTC.
function localize(root) {
  for (const element of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    element.title = element.textContent;
    const precise = "precise" in element.dataset ? { second: "2-digit", fractionalSecondDigits: 3 } : {};
    element.textContent = moment.toLocaleString(document.documentElement.lang, {
      year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone, ...precise,
    });
  }
}
localize(document);

// On narrow screens a row is a card whose values name their column.
function label(table) {
  if (!table || !table.tHead) return;
  const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  for (const body of table.tBodies) {
    for (const row of body.rows) {
      for (const [index, cell] of [...row.cells].entries()) {
        if (cell.tagName === "TD" && names[index]) cell.dataset.label = names[index];
      }
    }
  }
  table.classList.add("stacked");
}
for (const table of document.querySelectorAll(".scroll > table:not(.compact)")) label(table);

// Refresh live rows while the page is visible.
for (const rows of document.querySelectorAll("[data-live]")) {
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(rows.dataset.live, { redirect: "error" });
      if (!answer.ok) return;
      rows.innerHTML = await answer.text();
      localize(rows);
      label(rows.closest("table"));
    } catch {
      // Keep the current rows and retry at the next interval.
    }
  }, 5000);
}

// Make scrollable boxes focusable, and only those.
function reachable() {
  for (const box of document.querySelectorAll(".scroll")) {
    const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
reachable();
addEventListener("resize", reachable);
// A closed section has no size. The event of its opening does not bubble.
addEventListener("toggle", reachable, true);

// Entering a value selects the choice that it belongs to.
for (const input of document.querySelectorAll("[data-selects]")) {
  input.addEventListener("input", () => {
    document.getElementById(input.dataset.selects).checked = true;
  });
}

// Copy buttons stay hidden without clipboard access.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  if (!source || !navigator.clipboard) continue;
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      button.textContent = button.dataset.copied;
    } catch {
      button.textContent = button.dataset.failed;
    }
    setTimeout(() => { button.textContent = label; }, 2500);
  });
}

// Move the link token from the URL fragment, which servers never see, into the form.
const field = document.querySelector("[data-token]");
if (field && location.hash.startsWith("#token=")) {
  field.querySelector("input").value = location.hash.slice("#token=".length);
  field.hidden = true;
  history.replaceState(null, "", location.pathname);
}

// Show what an invitation link invites to. Without the script, the button does.
for (const button of document.querySelectorAll("button[data-describe]")) {
  if (!field || !field.hidden) continue;
  const place = document.getElementById(button.dataset.describe);
  const body = new URLSearchParams({ token: field.querySelector("input").value });
  fetch(button.formAction, { method: "POST", body, redirect: "error" }).then(async (answer) => {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const details = page.getElementById(place.id);
    if (!answer.ok || !details) return;
    place.replaceChildren(...details.childNodes);
    button.hidden = true;
  }).catch(() => {
    // The button still works.
  });
}

// The menu opens and closes where the screen is narrow.
for (const button of document.querySelectorAll("button[data-menu]")) {
  const menu = document.getElementById(button.dataset.menu);
  button.hidden = false;
  menu.classList.add("folds");
  button.addEventListener("click", () => {
    const open = menu.classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  });
}

// Search from everywhere: Ctrl-K or Command-K. Without the script, the link leads to the search page.
for (const link of document.querySelectorAll("a[data-palette]")) {
  const dialog = document.getElementById(link.dataset.palette);
  const input = dialog.querySelector("input");
  const results = dialog.querySelector("[data-results]");
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  const shortcut = link.querySelector("[data-shortcut]");
  shortcut.hidden = false;
  if (isMac) shortcut.textContent = "⌘ K";
  link.setAttribute("aria-keyshortcuts", isMac ? "Meta+K" : "Control+K");
  let number = 0;
  let timer = 0;
  const search = async () => {
    number += 1;
    const mine = number;
    try {
      const query = new URLSearchParams({ q: input.value.trim() });
      const answer = await fetch(`${results.dataset.results}?${query}`, { redirect: "error" });
      if (!answer.ok) return;
      const html = await answer.text();
      // A slow answer to an earlier text is not shown.
      if (mine === number) results.innerHTML = html;
    } catch {
      // Enter still opens the search page.
    }
  };
  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    search();
  };
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      open();
    }
  });
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 150);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const stops = [input, ...results.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    const step = event.key === "ArrowDown" ? 1 : -1;
    stops[(at + step + stops.length) % stops.length].focus();
  });
}
