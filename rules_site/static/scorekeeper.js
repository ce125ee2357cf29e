// The score keeper without a network: steps wait in the browser until the server has them.
// What a deal is worth stands in the page; here points are only added up.
"use strict";
(() => {
const frame = document.querySelector("[data-worker]");
const board = () => document.getElementById("pad");
const here = "pad:" + location.pathname;
const read = (key) => JSON.parse(localStorage.getItem(key) || "[]");
const write = (key, steps) => (steps.length ? localStorage.setItem(key, JSON.stringify(steps)) : localStorage.removeItem(key));
const fresh = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const keys = () => Object.keys(localStorage).filter((key) => key.startsWith("pad:"));
let pressed = -1000;
let sending = false;

navigator.serviceWorker?.register(frame.dataset.worker).catch(() => {});

/* ── Steps ────────────────────────────────────────────────── */

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-step]");
  if (!form) return;
  event.preventDefault();
  // a double tap is one deal
  if (event.timeStamp - pressed < 400) return;
  pressed = event.timeStamp;
  const step = Object.fromEntries(new FormData(form, event.submitter));
  delete step.csrfmiddlewaretoken;
  step.base = Number(step.base);
  if (step.do !== "remove" && !keyOf(step)) return tell(facts().says.fault);
  // A page that was kept has ids that are used; only a step that clashed goes by its own once more.
  if (!form.closest(".note")) {
    step.step = fresh();
    if (step.do === "add") step.entry = step.step;
  }
  enter(step);
  show();
  send();
});

// Each waiting step is made after the one before it: the server sees when another phone came between.
function enter(step) {
  const steps = read(here);
  const place = steps.findIndex((old) => old.step === step.step);
  const latest = Math.max(step.base, ...steps.map((old) => old.base + 1));
  if (place < 0) return write(here, [...steps, { ...step, base: latest }]);
  steps[place] = step;
  write(here, after(steps, step.base));
}

function after(steps, base) {
  return steps.map((step) => (step.sent ? step : { ...step, clash: undefined, base: base++ }));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-drop]");
  if (link) write(here, after(read(here).filter((step) => step.step !== link.dataset.drop), revision()));
});

/* ── The server ───────────────────────────────────────────── */

async function send() {
  if (sending) return;
  sending = true;
  try {
    for (const key of keys()) await empty(key);
  } catch {
    if (read(here).some(waits)) say(document.getElementById("standing").textContent);
  }
  sending = false;
}

async function empty(key) {
  for (let step; (step = read(key).find(waits)) && !step.clash; ) {
    const answer = await post(key.slice(4), step);
    const known = { 200: { sent: true }, 409: { clash: true } }[answer.status];
    if (answer.status === 404 && key === here) tell(facts().says.gone);
    if (!known && answer.status !== 422) return;
    write(key, read(key).flatMap((old) => (old.step !== step.step ? [old] : known ? [{ ...old, ...known }] : [])));
    if (key === here) swap(await answer.text());
  }
}

async function post(address, step) {
  const answer = await ask(address, step);
  if (answer.status !== 403) return answer;
  // the page is from before a sign-in
  const page = await (await fetch(location.pathname)).text();
  const token = new DOMParser().parseFromString(page, "text/html").querySelector("[name=csrfmiddlewaretoken]").value;
  for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = token;
  return ask(address, step);
}

function ask(address, step) {
  const body = new URLSearchParams({ ...step, csrfmiddlewaretoken: document.getElementsByName("csrfmiddlewaretoken")[0].value });
  return fetch(address, { method: "POST", body, headers: { "HX-Request": "true" } });
}

function swap(html) {
  const had = board().contains(document.activeElement) || document.activeElement === document.body;
  board().outerHTML = html;
  show();
  if (had) board().querySelector("[data-focus]")?.focus();
  say(board().querySelector("[data-say]")?.textContent || "");
  if (location.search) history.replaceState(null, "", location.pathname);
}

/* ── What waits, on the page ──────────────────────────────── */

const facts = () => JSON.parse(board().dataset.offline);
const revision = () => Number(board().dataset.revision);
const waits = (step) => !step.sent;

function keyOf({ won, lost, honours, first_penalty: own = "", second_penalty: other = "" }) {
  const key = Number(won) + (lost === undefined ? "" : `-${Number(lost)}`) + (honours || "");
  const { points, keys } = facts();
  return (points ? key in points : keys.includes(key)) && key + own + other.toUpperCase();
}

function show() {
  const steps = read(here);
  const news = steps.filter((step) => waits(step) || step.base >= revision());
  if (!news.length || steps.some((step) => step.clash)) return;
  const known = facts();
  const count = counted(known, lines(known, news));
  const part = (selector) => board().querySelector(selector);
  board().querySelectorAll("[data-total]").forEach((total, side) => (total.textContent = count.score[side]));
  board().querySelectorAll("[data-games]").forEach((games, side) => (games.textContent = count.games[side]));
  const { says, names, dealer } = known;
  const dealers = (place) => names[(dealer + place) % 2];
  const said = (count.over ? says.over : says.next).replace("{score}", count.score.join("–"));
  part("#standing").textContent = (news.some(waits) ? says.unsent + " " : "") + said.replace("{name}", dealers(count.lines.length));
  part("form.enter").hidden = count.over;
  const undo = part("form.undo");
  undo.hidden = !count.lines.length;
  undo.elements.entry.value = count.lines.at(-1)?.entry;
  const rows = count.lines.map((line, place) => {
    const row = part("template").content.firstElementChild.cloneNode(true);
    const texts = [place + 1, dealers(place), line.tricks, line.points, line.score];
    texts.forEach((text, cell) => (row.cells[cell].textContent = text));
    const link = part(`a[href^="?change=${line.entry}"]`);
    row.cells[5].append(line.waits ? says.waits : link || "");
    return row;
  });
  part("tbody").replaceChildren(...rows);
  part("table").hidden = !rows.length;
}

function lines(known, news) {
  let all = known.lines.map(([entry, key, tricks]) => ({ entry, key, tricks }));
  for (const step of news) {
    const revoke = step.first_penalty || step.second_penalty ? " " + known.says.revoke : "";
    const tricks = `${step.won}–${step.lost ?? known.most - step.won}${revoke}`;
    const line = { entry: step.entry, key: keyOf(step), tricks, waits: waits(step) };
    if (step.do === "remove") all = all.filter(({ entry }) => entry !== step.entry);
    else if (all.some(({ entry }) => entry === step.entry)) all = all.map((old) => (old.entry === step.entry ? line : old));
    else if (step.do === "add") all.push(line);
  }
  return all;
}

function counted(known, all) {
  let score = [0, 0];
  let over = false;
  let open = false;
  const games = [0, 0];
  const done = all.map((line, place) => {
    const from = score.join("-");
    const after = known.games?.[from]?.[known.keys.indexOf(line.key)] || known.punished[`${from} ${line.key}`];
    // what a revoke cost here the server has still to say
    open ||= !over && known.games && !after;
    if (over || open) return { ...line, points: "–", score: "–" };
    const row = after?.split("-").map(Number);
    const points = row ? row.map((sum, side) => sum - score[side]) : known.points[line.key];
    score = score.map((sum, side) => sum + points[side]);
    const told = { ...line, points: points.join("–"), score: score.join("–") };
    const winner = score.findIndex((sum) => sum >= known.target);
    if (known.deals) over = place + 1 === known.deals;
    else if (!row) over = winner >= 0 && score[0] !== score[1];
    else if (winner >= 0) {
      over = ++games[winner] === known.wins;
      if (!over) score = [0, 0];
    }
    return told;
  });
  return { lines: done, score, games, over };
}

function tell(text) {
  board().querySelector("#standing").textContent = text;
  say(text);
}

/* ── Beginning ────────────────────────────────────────────── */

if (board()) {
  // A page from the network holds what was sent; one that was kept may be older.
  if (!location.search) write(here, read(here).filter((step) => waits(step) || step.base >= revision()));
  write(here, read(here).map((step) => ({ ...step, clash: undefined })));
  show();
  const asked = new URLSearchParams(location.search).get("change");
  const form = board().querySelector("form.enter");
  if (asked && form.elements.do.value === "add" && facts().lines.some(([entry]) => entry === asked)) {
    Object.assign(form.elements.do, { value: "change" });
    form.elements.entry.value = asked;
    form.hidden = false;
    form.querySelector("legend:last-of-type").textContent = facts().says.change;
  }
}
for (const event of ["online", "visibilitychange", "pageshow"]) addEventListener(event, send);
addEventListener("storage", (event) => board() && event.key === here && show());
setInterval(() => keys().length && send(), 15000);

const forget = document.querySelector("[data-forget]");
if (forget && navigator.serviceWorker) {
  forget.hidden = false;
  forget.addEventListener("click", async () => {
    await (await navigator.serviceWorker.getRegistration())?.unregister();
    await forgetPads();
    forget.replaceWith(forget.dataset.done);
    say(frame.querySelector("details .acts").textContent);
  });
}
})();
