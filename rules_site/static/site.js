// Progressive enhancement only: every page does its main job without this file.
"use strict";

/* ── Focus and voice after a swap ─────────────────────────── */

// New content works at once (defaultSettleDelay): a key pressed in between would load the whole page.
// htmx keeps the focus on an element whose id is in the new content. Where that is gone, or the
// answer names a better place with data-focus, the focus goes there, never to <body>.
document.addEventListener("htmx:afterSettle", (event) => {
  const fresh = document.getElementById(event.detail.target.id) || event.detail.elt;
  const target = fresh.querySelector("[data-focus]");
  // they come by themselves, and take no focus away from where it is
  const news = polls(event);
  if (target && !(news && document.activeElement !== document.body)) target.focus();
  else if (!news && document.activeElement === document.body) fresh.querySelector("a[href], button")?.focus();
  const said = fresh.querySelector("[data-say]");
  if (said) say(said.textContent);
});

function say(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text.replace(/\s+/g, " ").trim();
}

/* ── When a request fails ─────────────────────────────────── */

// Our own error notes name their place, #notes; anything else that failed is not put into the page.
const isNote = (event) => event.detail.xhr.getResponseHeader("HX-Retarget") === "#notes";

document.addEventListener("htmx:beforeSwap", (event) => {
  if (isNote(event)) event.detail.shouldSwap = true;
});
document.addEventListener("htmx:sendError", (event) => warn(event, "offline"));
document.addEventListener("htmx:timeout", (event) => warn(event, "offline"));
document.addEventListener("htmx:responseError", (event) => isNote(event) || warn(event, "failed"));
document.addEventListener("htmx:beforeRequest", (event) => polls(event) || clearWarnings());
window.addEventListener("online", clearWarnings);

// An answer that was lost is more than a page that was not fetched.
function warn(event, kind) {
  const sent = event.detail.requestConfig.verb !== "get";
  const note = document.querySelector(`[data-when-${polls(event) ? "away" : sent ? kind : "unreachable"}]`);
  if (!note?.hidden) return;
  note.hidden = false;
  say(note.textContent);
}

function clearWarnings() {
  for (const note of document.querySelectorAll(".offline")) note.hidden = true;
  for (const note of document.querySelectorAll("#notes .note.wrong[role=alert]")) note.remove();
}

/* ── Live lessons ─────────────────────────────────────────── */

// A lesson asks for news in a steady beat, but not while nobody looks; whoever comes back is told at once.
const polls = ({ detail }) => (detail.requestConfig?.elt || detail.elt).matches("[data-polls]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (polls(event) && document.hidden) event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const beat of document.querySelectorAll("[data-polls]")) htmx.trigger(beat, "seen");
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!polls(event)) return;
  const away = document.querySelector("[data-when-away]");
  if (away && event.detail.successful) away.hidden = true;
  // the lesson, or one's place in it, is gone
  if (event.detail.xhr.status === 404) event.detail.requestConfig.elt.remove();
});

/* ── Pages ────────────────────────────────────────────────── */

// A link to a question opens it, also where the browser does not do so itself.
function openLinkedAnswer() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target && target.closest("details");
  if (details && !details.open) {
    details.open = true;
    target.scrollIntoView();
  }
}
window.addEventListener("hashchange", openLinkedAnswer);
openLinkedAnswer();

// The contents list marks the section being read.
function markSection() {
  const links = new Map([...document.querySelectorAll(".toc a")].map((link) => [link.hash.slice(1), link]));
  const sections = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  if (!sections.length || !("IntersectionObserver" in window)) return;
  const mark = () => {
    const read = sections.filter((section) => section.getBoundingClientRect().top < innerHeight / 3).at(-1);
    for (const link of links.values()) link.removeAttribute("aria-current");
    if (read) links.get(read.id).setAttribute("aria-current", "true");
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px", threshold: [0, 1] });
  for (const section of sections) observer.observe(section);
}
markSection();

// A printed page shows every answer.
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details.faq:not([open])")) {
    details.open = true;
    details.dataset.printed = "";
  }
});
window.addEventListener("afterprint", () => {
  for (const details of document.querySelectorAll("details[data-printed]")) {
    details.open = false;
    delete details.dataset.printed;
  }
});

/* ── Words of the glossary ────────────────────────────────── */

// A linked word shows what it means when the mouse rests on it, when it has the focus, or at the first
// tap; Escape puts that away. The link itself leads to the glossary, with a script or without.
const meanings = new Map();
const meaning = Object.assign(document.createElement("div"), { id: "meaning", className: "meaning", hidden: true });
meaning.setAttribute("role", "tooltip");
let explained = null;
let waiting = 0;
let touched = false;

const wordOf = (event) => event.target.closest?.("a[data-term]");

function explainSoon(link, delay) {
  clearTimeout(waiting);
  if (link !== explained) waiting = setTimeout(explain, delay, link);
}

async function explain(link) {
  const address = link.dataset.term;
  if (!meanings.has(address)) {
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return;
    meanings.set(address, await answer.text());
  }
  if (!link.matches(":hover, :focus") && !touched) return;
  forget();
  explained = link;
  meaning.innerHTML = meanings.get(address);
  (link.closest("main") || document.body).append(meaning);
  meaning.hidden = false;
  link.setAttribute("aria-describedby", meaning.id);
  const word = link.getClientRects()[0];
  const frame = meaning.offsetParent.getBoundingClientRect();
  const room = document.documentElement.clientWidth - meaning.offsetWidth - 16;
  meaning.style.left = `${Math.max(16, Math.min(word.left, room)) - frame.left}px`;
  const below = word.bottom + meaning.offsetHeight + 8 < innerHeight;
  meaning.style.top = `${(below ? word.bottom + 4 : word.top - meaning.offsetHeight - 4) - frame.top}px`;
}

function forget() {
  clearTimeout(waiting);
  explained?.removeAttribute("aria-describedby");
  explained = null;
  meaning.hidden = true;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const link = wordOf(event);
  if (link) explainSoon(link, 250);
  else if (meaning.contains(event.target)) clearTimeout(waiting);
  else if (explained && explained !== document.activeElement) {
    clearTimeout(waiting);
    waiting = setTimeout(forget, 250);
  } else if (!explained) clearTimeout(waiting);
});
document.addEventListener("focusin", (event) => {
  const link = wordOf(event);
  if (link) explainSoon(link, 0);
  else if (explained) forget();
});
document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch";
  if (explained && wordOf(event) !== explained && !meaning.contains(event.target)) forget();
});
document.addEventListener("click", (event) => {
  const link = wordOf(event);
  if (!link || !touched || link === explained) return;
  event.preventDefault();
  explain(link);
});
document.addEventListener("keydown", (event) => {
  touched = false;
  if (event.key === "Escape" && explained) forget();
});

/* ── Search ───────────────────────────────────────────────── */

// Arrow keys move between the field and the results below it; Escape empties the list.
document.addEventListener("keydown", (event) => {
  const finder = event.target.closest("search");
  if (!finder || !["ArrowDown", "ArrowUp", "Escape"].includes(event.key)) return;
  const field = finder.querySelector("input");
  const list = document.getElementById("suggestions") || document.getElementById("results");
  if (event.key === "Escape") {
    if (finder.contains(list)) list.replaceChildren();
    if (document.activeElement !== field) field.focus();
    return;
  }
  const stops = [field, ...list.querySelectorAll("a")];
  const next = stops[stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  next.focus();
  event.preventDefault();
});

/* ── The deal viewer ──────────────────────────────────────── */

// Arrow keys step through a deal while the focus is on its buttons, through a drill's tricks in all of it.
document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
  const steps = event.target.closest(".viewer .steps, .watch");
  if (!way || !steps || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const button = steps.querySelector(`[data-way="${way}"]`);
  if (!button) return;
  button.focus();
  button.click();
});

/* ── Accounts ─────────────────────────────────────────────── */

// Buttons that need a script are hidden until there is one.
for (const button of document.querySelectorAll("[data-reveals], [data-prints]")) button.hidden = false;

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-reveals], [data-prints]");
  if (!button) return;
  if ("prints" in button.dataset) return window.print();
  const field = document.getElementById(button.dataset.reveals);
  const shown = field.type === "text";
  field.type = shown ? "password" : "text";
  button.setAttribute("aria-pressed", String(!shown));
});

/* ── The table ────────────────────────────────────────────── */

const plain = (event) => !event.altKey && !event.ctrlKey && !event.metaKey;
const cardsOf = (form) => [...form.querySelectorAll(".hand button")];

// Arrow keys move along the hand; Tab and Enter do what they do anyway.
document.addEventListener("keydown", (event) => {
  const button = event.target.closest(".hand button");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: 0, End: 0 }[event.key];
  if (!button || step === undefined || !plain(event)) return;
  const cards = cardsOf(button.closest(".hand"));
  const place = cards.indexOf(button);
  const ends = { Home: cards[0], End: cards.at(-1) };
  (ends[event.key] || cards.at((place + step) % cards.length)).focus();
  event.preventDefault();
});

// 1 to 4 go to a suit, and once more to its next card; ? opens the help. They work at the table or where
// nothing has the focus, never in a field, and can be turned off.
document.addEventListener("keydown", (event) => {
  const at = event.target === document.body ? document.querySelector("form[data-keys]") : event.target.closest("form[data-keys]");
  if (!at || !plain(event) || event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  if (event.key === "?") return openHelp(event);
  const suit = { 1: "S", 2: "H", 3: "D", 4: "C" }[event.key];
  const cards = suit ? cardsOf(at).filter((card) => card.value.startsWith(suit)) : [];
  if (!cards.length) return;
  cards[(cards.indexOf(document.activeElement) + 1) % cards.length].focus();
  event.preventDefault();
});

function openHelp(event) {
  const help = document.getElementById("table-help");
  if (!help?.showModal) return;
  event.preventDefault();
  help.showModal();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-opens]") && plain(event) && !event.shiftKey) openHelp(event);
});

// Two taps: the first picks the card, the second plays it; Escape lets go of it.
function pick(form, button) {
  for (const card of cardsOf(form)) card.removeAttribute("aria-pressed");
  button?.setAttribute("aria-pressed", "true");
  form.elements.picked.value = button ? button.value : "";
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(".hand button[name=choice]:not([aria-disabled=true])");
  const picked = button?.form.elements.picked;
  if (!picked || picked.value === button.value) return;
  event.preventDefault();
  pick(button.form, button);
  const note = button.form.querySelector("[data-more]");
  note.textContent = `${button.ariaLabel || button.getAttribute("aria-label")}. ${note.dataset.more}`;
  say(note.textContent);
});
document.addEventListener("keydown", (event) => {
  const form = event.target.closest("form");
  if (event.key === "Escape" && form?.elements.picked?.value) pick(form, null);
});

// How many cards are ticked stands there without a script; a voice hears it here.
document.addEventListener("change", (event) => {
  const counter = event.target.form?.querySelector("[data-says]");
  if (!counter || event.target.name !== counter.dataset.counts) return;
  const ticked = event.target.form.querySelectorAll(`[name="${counter.dataset.counts}"]:checked`).length;
  say(counter.dataset.says.replace("{n}", ticked));
});

// A browser may keep a page alive that must be asked for again: tricks that have been closed since.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("[data-watch]")) location.reload();
});

// Pages of the score keeper that the browser has kept go when their owner signs out.
async function forgetPads() {
  for (const name of await caches.keys()) if (name.startsWith("scorekeeper-")) await caches.delete(name);
}
document.addEventListener("submit", (event) => {
  if ("signsOut" in event.target.dataset && "caches" in window) forgetPads();
});
