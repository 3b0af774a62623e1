// What a page can do better with a script. Everything works without it.
"use strict";

// Times in the viewer's own zone; UTC stays in the title.
function localize(root) {
  for (const element of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    element.title = element.textContent;
    element.textContent = moment.toLocaleString(document.documentElement.lang, {
      year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit",
    });
  }
}
localize(document);

// Rows that keep themselves new, while someone looks.
for (const rows of document.querySelectorAll("[data-live]")) {
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(rows.dataset.live, { redirect: "error" });
      if (!answer.ok) return;
      rows.innerHTML = await answer.text();
      localize(rows);
    } catch {
      // The next round tries again; what is shown stays.
    }
  }, 5000);
}

// What can be scrolled can be reached with the keyboard; what fits is no stop on the way.
function reachable() {
  for (const box of document.querySelectorAll(".scroll")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
reachable();
addEventListener("resize", reachable);

// Copy buttons are hidden where nothing could copy.
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

// The code of a link stands behind #, which no server sees; it is taken out of the address bar.
const field = document.querySelector("[data-token]");
if (field && location.hash.startsWith("#token=")) {
  field.querySelector("input").value = location.hash.slice("#token=".length);
  field.hidden = true;
  history.replaceState(null, "", location.pathname);
}
