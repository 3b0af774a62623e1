// Birth forms and the playground. Every form works without this script.
"use strict";

// Suggest places while one is typed. Each search counts as a request, so it waits for a pause.
const PAUSE_MS = 350;
const answers = new Map();

async function places(url, typed) {
  const key = typed.toLowerCase();
  if (!answers.has(key)) {
    const answer = await fetch(`${url}?${new URLSearchParams({ q: typed })}`, { redirect: "error" });
    if (!answer.ok) throw new Error(String(answer.status));
    answers.set(key, await answer.json());
  }
  return answers.get(key);
}

function suggest(input) {
  const form = input.form;
  const field = (name) => form.elements[input.dataset.prefix + name];
  const list = document.createElement("ul");
  list.id = `${input.id}-list`;
  list.className = "suggestions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.labels[0].firstChild.textContent.trim());
  list.hidden = true;
  const status = document.createElement("p");
  status.className = "offscreen";
  status.setAttribute("role", "status");
  input.after(list, status);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-controls", list.id);
  let active = -1;
  let found = [];
  let timer = 0;
  let asked = "";

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const hint = () => {
    let hint = input.closest(".field").querySelector("[data-located]");
    if (!hint) {
      hint = document.createElement("p");
      hint.className = "hint";
      hint.dataset.located = "";
      input.closest(".combobox").after(hint);
    }
    return hint;
  };
  const set = (place) => {
    for (const name of ["latitude", "longitude", "timezone", "name"]) {
      const target = field(name);
      if (target) target.value = place ? place[name] : "";
    }
    hint().textContent = place ? `${place.latitude}, ${place.longitude} · ${place.timezone}` : "";
  };
  const choose = (place) => {
    input.value = place.name;
    asked = place.name;
    set(place);
    close();
    for (const problem of input.closest(".field").querySelectorAll(".problem, .found")) problem.remove();
    form.dispatchEvent(new Event("input"));
  };
  const mark = (index) => {
    active = index;
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(at === index));
      if (at === index) option.scrollIntoView({ block: "nearest" });
    }
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", list.children[index].id);
  };
  const show = () => {
    list.replaceChildren(...found.map((place, index) => {
      const option = document.createElement("li");
      option.id = `${list.id}-${index}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      const name = document.createElement("span");
      name.textContent = place.name;
      const zone = document.createElement("small");
      zone.textContent = place.timezone;
      option.append(name, zone);
      // Before the field loses focus, which closes the list.
      option.addEventListener("mousedown", (event) => {
        event.preventDefault();
        choose(place);
      });
      return option;
    }));
    active = -1;
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    status.textContent = found.length === 0
      ? input.dataset.none
      : input.dataset.found.replace("{n}", String(found.length));
  };
  const search = async () => {
    const typed = input.value.trim();
    asked = typed;
    if (typed.length < 2) {
      close();
      return;
    }
    try {
      const answer = await places(input.dataset.places, typed);
      // A slow answer to an earlier text is not shown.
      if (asked !== typed || document.activeElement !== input) return;
      found = answer;
      show();
    } catch {
      close();
      status.textContent = input.dataset.failed;
    }
  };
  input.addEventListener("input", (event) => {
    event.stopPropagation();
    // The coordinates belong to the name that was chosen.
    if (field("name") && field("name").value !== "") set(null);
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE_MS);
  });
  input.addEventListener("keydown", (event) => {
    if (list.hidden) {
      if (event.key === "ArrowDown" && found.length > 0 && asked === input.value.trim()) {
        event.preventDefault();
        show();
        mark(0);
      }
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const count = found.length;
      mark(((active < 0 && step < 0 ? 0 : active) + step + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(found[Math.max(active, 0)]);
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
  });
  input.addEventListener("blur", () => { clearTimeout(timer); close(); });
}
for (const input of document.querySelectorAll("input[data-places]")) suggest(input);

// An unknown time has no time to enter.
for (const box of document.querySelectorAll("input[data-unknown]")) {
  const time = box.form.elements[box.dataset.unknown];
  const follow = () => { time.disabled = box.checked; };
  box.addEventListener("change", follow);
  follow();
}

// Show what the request costs while the form is filled in. Not counted.
for (const form of document.querySelectorAll("form[data-price]")) {
  const output = form.querySelector("output");
  form.querySelector("[data-fallback]").hidden = true;
  let timer = 0;
  let number = 0;
  const quote = async () => {
    number += 1;
    const mine = number;
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== "") query.append(name, value);
    try {
      const answer = await fetch(`${form.dataset.price}?${query}`, { redirect: "error" });
      const text = answer.ok ? await answer.text() : "";
      if (mine === number) output.textContent = text || output.dataset.least;
    } catch {
      // The cost shown before stays.
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(quote, PAUSE_MS);
  });
}

// Draw the image again after changes, if the box is checked. Each image counts as a request.
for (const choice of document.querySelectorAll("[data-live]")) {
  const form = choice.closest("form");
  const box = choice.querySelector("input");
  const output = form.querySelector("output.cost");
  choice.hidden = false;
  let timer = 0;
  let last = "";
  const draw = () => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== "") query.append(name, value);
    const address = `${choice.dataset.live}?${query}`;
    // An incomplete form has no price.
    if (!box.checked || address === last || output.textContent === output.dataset.least) return;
    last = address;
    let image = document.querySelector("img.drawn");
    if (!image) {
      const panel = document.createElement("section");
      panel.className = "panel";
      image = document.createElement("img");
      image.className = "drawn";
      image.alt = choice.dataset.alt;
      panel.append(image);
      document.getElementById("answer").replaceChildren(panel);
    }
    image.src = address;
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(draw, 3 * PAUSE_MS);
  });
}
