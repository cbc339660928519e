/*
 * The desk while the night runs.
 *
 * - A field with data-filter=".picks" narrows the [data-name] rows of that list while somebody types a name or a seat
 *   number: those that do not fit are hidden, unless ticked. What Enter means is decided by the server, as without this.
 * - Whoever types on before a dialog is there (K, then a name at once) loses no letter: they go into its first field.
 * - A part is not replaced while something in it is being sent (its answer would find nobody) or its menu is open.
 * - Two taps on "out" within a moment are one: the second would hit whoever has moved under the thumb.
 */
(() => {
  "use strict";
  const DOUBLE_MS = 700;

  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

  function fits(row, word) {
    if (/^\d+$/.test(word)) return row.dataset.seat === word;
    return plain(row.dataset.name).includes(word);
  }

  function filter(field) {
    const list = field.closest("form").querySelector(field.dataset.filter);
    const words = field.value.split(/[,;]/).map(plain).filter(Boolean);
    for (const row of list.querySelectorAll("[data-name]")) {
      const wanted = !words.length || words.some((word) => fits(row, word));
      row.hidden = !wanted && !row.querySelector("input").checked;
      row.classList.toggle("pick--named", words.length > 0 && wanted);
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.dataset.filter) filter(event.target);
  });

  let early = null; // what was typed while a dialog is on its way; null when none is

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target?.id === "dialog" && event.detail.requestConfig?.verb === "get") early = [];
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.target?.id !== "dialog" || early === null) return;
    const keys = early;
    early = null;
    const field = document.activeElement;
    const dialog = field?.closest("dialog[open]");
    if (!keys.length || !dialog) return;
    if (keys.includes("Escape")) {
      dialog.close();
    } else if (field instanceof HTMLInputElement) {
      field.value += keys.filter((key) => key !== "Enter").join("");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      if (keys.includes("Enter")) field.form.requestSubmit();
    }
  });
  window.addEventListener(
    "keydown",
    (event) => {
      if (early === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key.length !== 1 && event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      early.push(event.key);
    },
    true,
  );

  let owed = false; // whether a part was left as it was, to be fetched anew later

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const part = event.detail.target;
    if (!part.querySelector(".htmx-request, details.menu[open]")) return;
    event.detail.shouldSwap = false;
    owed = true;
  });
  function makeUp() {
    if (!owed || document.querySelector(".htmx-request, details.menu[open]")) return;
    owed = false;
    document.body.dispatchEvent(new CustomEvent("changed", { bubbles: true }));
  }
  document.addEventListener("htmx:afterRequest", () => setTimeout(makeUp, 0));
  document.addEventListener("toggle", makeUp, true);

  let tapped = -DOUBLE_MS;
  document.addEventListener(
    "click",
    (event) => {
      if (!(event.target instanceof Element) || !event.target.closest(".seat__out")) return;
      const now = performance.now();
      if (now - tapped < DOUBLE_MS) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else {
        tapped = now;
      }
    },
    true,
  );
})();
