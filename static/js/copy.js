/*
 * Copy and print.
 *
 *   <a href="…" data-copy="some-id">         copies the text of that element; without JavaScript the link is followed
 *   <div data-copy-box hidden>…</div>        around the text: shown, with the text selected, where nothing can be copied
 *   <p role="status" data-copy-note data-copied="…" data-by-hand="…"></p>   says how it went: the next one in the page
 *   <button data-print hidden>               prints; shown only where this runs, as is a <button data-copy hidden>
 *
 * A page from the LAN by plain HTTP is no secure context and has no clipboard: there the old way is tried, and failing
 * that the reader copies what is selected.
 */
(() => {
  "use strict";

  function select(source) {
    const box = source.closest("[data-copy-box]");
    if (box) box.hidden = false;
    source.focus({ preventScroll: true });
    source.select();
  }

  async function copied(source) {
    if (window.isSecureContext && navigator.clipboard) {
      try {
        await navigator.clipboard.writeText(source.value);
        return true;
      } catch {
        // Not allowed here: the other way may be.
      }
    }
    select(source);
    return document.execCommand("copy");
  }

  function noteFor(button) {
    const notes = [...document.querySelectorAll("[data-copy-note]")];
    return notes.find((note) => button.compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING);
  }

  async function copy(button) {
    const source = document.getElementById(button.dataset.copy);
    const box = source.closest("[data-copy-box]");
    const done = await copied(source);
    if (done && box) {
      box.hidden = true;
      button.focus({ preventScroll: true });
    } else if (!done) select(source);
    const note = noteFor(button);
    if (note) note.textContent = done ? note.dataset.copied : note.dataset.byHand;
  }

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-copy], [data-print]");
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (button.hasAttribute("data-print")) window.print();
    else copy(button);
  });

  function show() {
    document.querySelectorAll("button[data-print], button[data-copy]").forEach((button) => (button.hidden = false));
  }
  document.addEventListener("htmx:afterSwap", show);
  show();
})();
