// Passkeys: hands the site's options to the browser and what the browser says back to the form.
"use strict";

const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
const known = (list) => (list || []).map((one) => ({ ...one, id: bytes(one.id) }));

function readable({ publicKey }) {
  const options = { ...publicKey, challenge: bytes(publicKey.challenge) };
  if (publicKey.user) options.user = { ...publicKey.user, id: bytes(publicKey.user.id) };
  if (publicKey.excludeCredentials) options.excludeCredentials = known(publicKey.excludeCredentials);
  if (publicKey.allowCredentials) options.allowCredentials = known(publicKey.allowCredentials);
  return { publicKey: options };
}

function sendable(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
    if (credential.response[name]) response[name] = text(credential.response[name]);
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

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
    const options = readable(await optionsOf(form));
    const make = form.dataset.passkey === "make";
    const credential = await navigator.credentials[make ? "create" : "get"](options);
    form.elements.credential.value = JSON.stringify(sendable(credential));
    form.submit();
  } catch {
    failed.hidden = false;
    form.querySelector("button").focus();
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential) continue;
  form.hidden = false;
  for (const part of form.querySelectorAll("[data-passkey-absent]")) part.hidden = true;
  for (const button of form.querySelectorAll("button[type=submit]")) button.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    use(form);
  });
}
