/*
 * A hand street by street (templates/desk/streets): keys that come before the answer.
 *
 * F, C, A, R and Backspace are on the buttons (data-key, keys.js); R goes to the amount, Enter there raises.
 * Each act sends the whole hand and gets the page's part again.  Keys typed meanwhile are kept and done one after the
 * other once the answer is there, as if they had been typed then.  After an act the amount has no focus any more,
 * so that the next letter is an act; the line shows its end, and who is to act is in sight.
 */
(() => {
  "use strict";
  let waiting = false; // an act is on its way
  let kept = []; // keys typed since

  const board = () => document.getElementById("streets-board");
  const amount = () => document.getElementById("streets-amount");
  const isAct = (event) => event.detail.elt.matches?.("form[data-streets]");

  function shown() {
    const line = document.querySelector(".streets__line");
    if (line) line.scrollTop = line.scrollHeight;
    document.querySelector(".streets__seat--turn")?.scrollIntoView({ block: "nearest" });
  }

  function press(key) {
    const field = amount();
    const typing = document.activeElement === field && field;
    if (typing && /^[0-9.,'k]$/.test(key)) {
      field.value += key;
    } else if (typing && key === "Backspace" && field.value) {
      field.value = field.value.slice(0, -1);
    } else if (typing && key === "Enter") {
      field.form.querySelector("[name=act][value=say]").click();
    } else {
      const wanted = key.toLowerCase();
      const found = Array.from(board().querySelectorAll("[data-key]")).find((one) => one.dataset.key.toLowerCase().split(" ").includes(wanted));
      if (!found) return;
      if (found === field) {
        field.focus();
        field.select();
      } else {
        found.click();
      }
    }
  }

  function goOn() {
    while (kept.length && !waiting) press(kept.shift());
  }

  document.addEventListener("keydown", (event) => {
    if (!waiting || event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.key === "Tab") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push(event.key);
  }, true);

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isAct(event)) waiting = true;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isAct(event) || event.detail.successful || event.detail.xhr.status === 422) return;
    waiting = false; // failed.js says that no answer came; what was typed after it is for another page
    kept = [];
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target?.id !== "streets-board") return;
    waiting = false;
    const field = amount();
    if (field && document.activeElement === field && !field.hasAttribute("autofocus")) field.blur();
    shown();
    goOn();
  });

  shown();
})();
