/*
 * The desk while the night runs.
 *
 * - A field with data-filter=".picks" narrows the [data-name] rows of that list while somebody types a name or a seat
 *   number: those that do not fit are hidden, unless ticked. What Enter means is decided by the server, as without this.
 * - Whoever types on before a dialog is there (K, then a name at once) loses no letter: they go into its first field, or
 *   are its keys (H, then a seat). The next K may come before the answer to the last out.
 * - Two taps on "out" within a moment are one: the second would hit whoever has moved under the thumb.
 */
(() => {
  "use strict";
  const DOUBLE_MS = 700;
  const LATER = new Set(["Enter", "Escape", "Backspace", "ArrowUp", "ArrowDown"]);

  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

  // a number is a seat where somebody sits there, else part of a name
  function named(rows, word) {
    const seated = rows.filter((row) => row.dataset.seat === word);
    return seated.length ? seated : rows.filter((row) => plain(row.dataset.name).includes(word));
  }

  function filter(field) {
    const list = field.closest("form").querySelector(field.dataset.filter);
    const words = field.value.split(/[,;]/).map(plain).filter(Boolean);
    const rows = [...list.querySelectorAll("[data-name]")];
    const found = new Set(words.flatMap((word) => named(rows, word)));
    for (const row of rows) {
      const wanted = !words.length || found.has(row);
      row.hidden = !wanted && !row.querySelector("input").checked;
      row.classList.toggle("pick--named", words.length > 0 && wanted);
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.dataset.filter) filter(event.target);
  });

  let early = null; // what was typed while a dialog is on its way, or its answer; null when none is

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target?.id === "dialog") early = [];
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.target?.id !== "dialog") return;
    // By now htmx has brought to life what came (base.html: nothing settles later).
    handOver(event.detail.requestConfig?.verb === "get");
  });

  const isText = (element) => element instanceof HTMLInputElement && element.type === "text";

  function handOver(asked) {
    const keys = early || [];
    early = null;
    // Meant for a dialog that was asked for, or for the page once a dialog is done; not for what else came.
    if (Boolean(document.querySelector("dialog[open]")) === asked) keys.forEach(press);
  }

  // As if the key were pressed now: for the keys of page and dialog, or the field that one of those went to.
  function press(key) {
    if (early) return void early.push(key); // one before it has asked for the next dialog
    const place = document.activeElement || document.body;
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    if (!place.dispatchEvent(event)) return;
    const dialog = place.closest("dialog[open]");
    if (key === "Escape" && dialog) {
      dialog.dispatchEvent(new Event("cancel")); // as the browser would: what was typed is kept
      dialog.close();
    } else if (isText(place)) {
      write(place, key);
    }
  }

  function write(field, key) {
    if (key === "Enter") return void field.form.requestSubmit();
    if (key === "Backspace") field.value = field.value.slice(0, -1);
    else if (key.length === 1) field.value += key;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  window.addEventListener(
    "keydown",
    (event) => {
      if (early === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key.length !== 1 && !LATER.has(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      early.push(event.key);
    },
    true,
  );

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
