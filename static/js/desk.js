/*
 * The desk while the night runs.
 *
 * - A field with data-filter=".picks" narrows the [data-name] rows of that list while somebody types a name or a seat
 *   number: those that do not fit are hidden, unless ticked. What Enter means is decided by the server, as without this.
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
