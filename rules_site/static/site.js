// Progressive enhancement only: every page does its main job without this file.
"use strict";

// After a swap, focus the element the fragment names, so that it is never lost to <body>.
document.addEventListener("htmx:afterSettle", (event) => {
  const target = event.detail.elt.querySelector("[data-focus]") || document.querySelector("[data-focus]");
  if (target) target.focus();
});

// Say politely that an answer did not reach us; the form stays as it was.
document.addEventListener("htmx:sendError", () => announce("offline"));
document.addEventListener("htmx:responseError", () => announce("failed"));

function announce(kind) {
  const text = document.querySelector(`[data-when-${kind}]`);
  const live = document.getElementById("live");
  if (text && live) live.textContent = text.textContent;
  if (text) text.hidden = false;
}
