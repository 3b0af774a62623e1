// What a page can do better with a script. Everything works without it.
"use strict";

// Times in the viewer's own zone; UTC stays in the title.
for (const element of document.querySelectorAll("time[datetime]")) {
  const moment = new Date(element.dateTime);
  if (Number.isNaN(moment.getTime())) continue;
  element.title = element.textContent;
  element.textContent = moment.toLocaleString(document.documentElement.lang, {
    year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit",
  });
}

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
