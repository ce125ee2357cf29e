// Passkeys: hands the site's options to the browser and what the browser says back to the form.
"use strict";

async function optionsOf(form) {
  if (form.dataset.options) return JSON.parse(form.dataset.options);
  const answer = await fetch(form.action, {
    headers: { Accept: "application/json", "X-Requested-With": "XMLHttpRequest" },
  });
  return (await answer.json()).request_options;
}

async function use(form) {
  const failed = form.querySelector("[data-passkey-failed]");
  failed.hidden = true;
  try {
    const { publicKey: options } = await optionsOf(form);
    const make = form.dataset.passkey === "make";
    const publicKey = PublicKeyCredential[make ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON"](options);
    const credential = await navigator.credentials[make ? "create" : "get"]({ publicKey });
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  } catch {
    failed.hidden = false;
    form.querySelector("button").focus();
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue;
  form.hidden = false;
  for (const part of form.querySelectorAll("[data-passkey-absent]")) part.hidden = true;
  for (const button of form.querySelectorAll("button[type=submit]")) button.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    use(form);
  });
}
