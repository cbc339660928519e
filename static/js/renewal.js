/*
 * How a page of the desk is renewed after an act, one's own or somebody else's: an element outside the parts asks for
 * them (hx-trigger="changed from:body …").
 *
 * - A part is not replaced while something in it is being sent (its answer would find nobody) or its menu is open: it
 *   is fetched anew afterwards.
 * - Undo and redo name the act they take back, so one pressed before the page knows the last act waits until it does.
 */
(() => {
  "use strict";
  const BUSY = ".htmx-request, details.menu[open]";
  let owed = false; // whether a part was left as it was

  function spare(event) {
    if (!event.detail.target.querySelector(BUSY)) return;
    event.detail.shouldSwap = false;
    owed = true;
  }

  document.addEventListener("htmx:oobBeforeSwap", spare);
  document.addEventListener("htmx:beforeSwap", (event) => {
    // Only what renews the part from outside it: the answer to somebody inside is still marked as asking.
    const { requestConfig, target } = event.detail;
    if (requestConfig?.verb === "get" && target.id !== "dialog" && !target.contains(requestConfig.elt)) spare(event);
  });

  const renewing = () => document.querySelector('[hx-trigger*="changed from:body"].htmx-request');
  let putOff = ""; // the key of an undo or redo that waits

  document.addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element && event.target.closest("button[data-key]");
      if (!button?.form?.matches('[hx-post$="/undo/"], [hx-post$="/redo/"]') || !renewing()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      putOff = button.dataset.key;
    },
    true,
  );

  function makeUp() {
    if (putOff && !renewing()) {
      const button = document.querySelector(`button[data-key="${putOff}"]`);
      putOff = "";
      button?.click();
    }
    if (!owed || document.querySelector(BUSY)) return;
    owed = false;
    document.body.dispatchEvent(new CustomEvent("changed", { bubbles: true }));
  }

  document.addEventListener("htmx:afterRequest", () => setTimeout(makeUp, 0));
  document.addEventListener("toggle", makeUp, true);
})();
