{% load scorekeeper %}"use strict";
const PREFIX = {{ prefix|as_json }};
const NAME = PREFIX + {{ version|as_json }};
{% if works %}const FILES = {{ files|as_json }};
const SCOPE = {{ scope|as_json }};

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(renew()));

async function fill() {
  await (await caches.open(NAME)).addAll(FILES);
  await skipWaiting();
}

{# Pages kept by an older version are asked for again, since they name older files; so are those that are open. #}
async function renew() {
  const open = await clients.matchAll({ includeUncontrolled: true });
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === NAME) continue;
    for (const { url } of await (await caches.open(name)).keys()) {
      if (new URL(url).pathname.startsWith(SCOPE)) await page(url).catch(() => {});
    }
    await caches.delete(name);
  }
  await clients.claim();
  for (const { url } of open) if (new URL(url).pathname.startsWith(SCOPE)) await page(url).catch(() => {});
}

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (FILES.includes(pathname)) event.respondWith(file(event.request));
  else if (mode === "navigate") event.respondWith(page(event.request));
});

async function file(request) {
  return (await caches.match(request)) || fetch(request);
}

{# The network comes first; what was kept answers when it is silent for long or broken. #}
async function page(request) {
  const { pathname, search } = new URL(request.url || request, location);
  const kept = await caches.open(NAME);
  const own = /^[a-z0-9]*\/?$/.test(pathname.slice(SCOPE.length));
  const late = new Promise((_, fail) => setTimeout(fail, 8000));
  const old = own ? await kept.match(pathname) : undefined;
  try {
    const answer = await (old ? Promise.race([fetch(request), late]) : fetch(request));
    if (own && !search && answer.ok && !answer.redirected) await kept.put(pathname, answer.clone());
    if (own && answer.status === 404) await kept.delete(pathname);
    return answer.status < 500 ? answer : old || answer;
  } catch (silence) {
    if (old) return old;
    throw silence;
  }
}
{% else %}
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name);
  await registration.unregister();
}
{% endif %}
