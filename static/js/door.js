/*
 * The door: names as fast as they are typed.
 *
 * The field is empty again the moment Enter is pressed; the names are sent one after the other, in order. A refused one
 * comes back into the field unless the next is being typed, and its sentence stands below. Arrows choose among the
 * proposed players, Enter adds, Shift+Enter (keys.js) adds, takes the buy-in and seats, Escape puts the proposals away.
 * From an empty field Escape leaves to the keys of the page (L, A, T, Ctrl+Z); Enter comes back.
 * Without scripts the form is an ordinary one.
 */
(() => {
  "use strict";

  const form = document.getElementById("door-form");
  const field = document.getElementById("door-name");
  const player = document.getElementById("door-player");
  if (!form || !field || !window.htmx) return;
  const AT_REST_MS = 600;
  let queue = Promise.resolve();
  let asked = false; // a name came back with a question below it: no proposals over that

  // --- proposals --------------------------------------------------------------------------------------
  const offers = () => Array.from(document.querySelectorAll("#door-offers [role=option]"));
  const chosen = () => document.querySelector("#door-offers [aria-selected=true]");

  function choose(option) {
    offers().forEach((one) => one.setAttribute("aria-selected", String(one === option)));
    player.value = option ? option.dataset.player : "";
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  function putAway() {
    document.getElementById("door-offers")?.replaceChildren();
    field.setAttribute("aria-expanded", "false");
    choose(null);
  }

  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && offers().length) {
      event.preventDefault();
      putAway();
    } else if (event.key === "Escape" && !field.value) {
      field.blur(); // now the keys of the page count
    } else if (step && offers().length) {
      event.preventDefault();
      const all = offers();
      const at = all.indexOf(chosen());
      const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step;
      choose(all[next] || null); // past either end: what was typed
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.key !== "Enter" || event.shiftKey) return;
    if (event.target !== document.body || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    field.focus();
  });
  field.addEventListener("input", () => {
    asked = false;
    choose(null);
  });

  document.addEventListener("pointerdown", (event) => {
    const option = event.target instanceof Element && event.target.closest("#door-offers [role=option]");
    if (option) {
      event.preventDefault(); // the field keeps the focus
      choose(option);
      form.requestSubmit();
    } else if (event.target !== field) {
      putAway();
    }
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig?.elt !== field) return;
    // An answer to what is no longer typed proposes nothing.
    const meant = event.detail.requestConfig.parameters?.name ?? "";
    if (asked || !field.value.trim() || meant !== field.value) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.requestConfig?.elt !== field) return;
    field.setAttribute("aria-expanded", String(offers().length > 0));
    choose(chosen() || null); // the only one of exactly that name is chosen already
  });

  // --- adding -----------------------------------------------------------------------------------------
  function freshId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  function said() {
    return document.getElementById("door-said");
  }

  function send(values) {
    const where = { source: "#door-said", target: "#door-said", swap: "outerHTML", values };
    return window.htmx.ajax("POST", form.getAttribute("action"), where);
  }

  // Names of which nobody knows whether they arrived come back into the field, one after the other.
  const unheard = [];
  let underway = 0;
  let typedAt = -AT_REST_MS;
  let heard = true; // whether the last answer says what became of the name

  field.addEventListener("input", () => (typedAt = performance.now()));

  // Not between two names that somebody is just typing.
  function putBack() {
    if (!unheard.length || underway || field.value || said().childElementCount) return;
    if (performance.now() - typedAt < AT_REST_MS) setTimeout(putBack, AT_REST_MS);
    else field.value = unheard.shift();
  }

  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (event.detail.target?.id === "door-said") heard = false;
    });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form, event.submitter));
    const typed = field.value;
    if (!typed.trim() && !values.player) return;
    field.value = "";
    form.elements.guest.checked = false;
    form.elements.request_id.value = freshId();
    field.removeAttribute("aria-invalid");
    putAway();
    said().replaceChildren();
    field.focus();
    underway += 1;
    queue = queue.then(() => (heard = true) && send(values)).catch(() => {});
    queue = queue.then(() => {
      underway -= 1;
      if (!heard) unheard.push(typed);
      putBack();
      if (!said().childElementCount || field.value) return;
      field.value = typed; // nothing typed is lost
      asked = true;
      field.setAttribute("aria-invalid", "true");
      if (document.activeElement === field) field.select();
    });
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const another = event.target instanceof Element && event.target.closest("[data-another]");
    if (!another || event.detail.failed || !event.detail.successful) return;
    asked = false;
    said().replaceChildren();
    field.value = "";
    field.removeAttribute("aria-invalid");
    field.focus();
  });
})();
