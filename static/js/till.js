/*
 * The drawer counted (templates/desk/till/page.html). Without this script the form is a plain one, and the server says
 * the difference once the count is kept.
 *
 *   <form data-till data-digits="2" data-mark="," data-pattern="# €" data-over="# too much" data-short="# missing" …>
 *   <input data-pieces="5000">           pieces of a note or coin of so many minor units; its row ends in [data-comes-to]
 *   #till-books[data-cash]               what the books say; fetched anew when somebody pays meanwhile
 *   [data-till-expected] [data-till-counted] [data-till-difference]   say what it comes to while somebody types
 *
 * Enter and the arrows up and down go to the next and the last field, over both columns; nothing is sent by them.
 * An amount that this script cannot read leaves a dash: the server reads more, and says so if it cannot either.
 */
(() => {
  "use strict";
  const THIN = "\u202f";
  const formOf = (target) => (target instanceof Element ? target.closest("form[data-till]") : null);
  const fieldsOf = (form) => Array.from(form.querySelectorAll("input:not([type=hidden])"));

  // --- amounts ---------------------------------------------------------------------------------------
  function written(form, amount) {
    const base = 10 ** Number(form.dataset.digits);
    const rest = Math.abs(amount) % base;
    let text = String(Math.floor(Math.abs(amount) / base)).replace(/\B(?=(\d{3})+$)/g, THIN);
    if (rest) text += form.dataset.mark + String(rest).padStart(Number(form.dataset.digits), "0");
    return (amount < 0 ? "−" : "") + form.dataset.pattern.replace("#", text);
  }

  // Minor units of "1 250", "12,5" or "12.50 €"; null for what could be read in two ways.
  function read(form, text) {
    const digits = Number(form.dataset.digits);
    let plain = text.replace(/[^\d.,\s]/g, "").replace(/\s/g, "");
    if (!text.trim()) return 0;
    if (digits === 0 && /^\d{1,3}([.,]\d{3})+$/.test(plain)) plain = plain.replace(/[.,]/g, "");
    const found = /^(\d+)(?:[.,](\d+))?$/.exec(plain);
    const decimals = found?.[2] || "";
    if (!found || decimals.length > digits || (decimals.length === 3 && digits !== 3)) return null;
    return Number(found[1] + decimals.padEnd(digits, "0"));
  }

  function pieces(field) {
    const text = field.value.trim();
    return text === "" ? 0 : /^\d{1,5}$/.test(text) ? Number(text) : null;
  }

  // --- what it comes to ------------------------------------------------------------------------------
  function reckon(form) {
    let counted = read(form, form.elements.other.value);
    for (const field of form.querySelectorAll("[data-pieces]")) {
      const count = pieces(field);
      const amount = count === null ? null : count * Number(field.dataset.pieces);
      const cell = field.closest("tr").querySelector("[data-comes-to]");
      cell.textContent = amount === null ? form.dataset.dash : amount ? written(form, amount) : "";
      counted = counted === null || amount === null ? null : counted + amount;
    }
    const float = read(form, form.elements.opening.value);
    const expected = float === null ? null : float + Number(form.querySelector("#till-books").dataset.cash);
    say(form, expected, counted);
  }

  function say(form, expected, counted) {
    const typed = fieldsOf(form).some((field) => field.value.trim() && (field.dataset.pieces || field.name === "other"));
    const put = (name, amount) => {
      form.querySelector(`[data-till-${name}]`).textContent = amount === null ? form.dataset.dash : written(form, amount);
    };
    put("expected", expected);
    put("counted", typed ? counted : null);
    const line = form.querySelector("[data-till-difference]");
    const known = typed && expected !== null && counted !== null;
    const difference = known ? counted - expected : 0;
    const words = difference > 0 ? form.dataset.over : difference < 0 ? form.dataset.short : form.dataset.agrees;
    line.textContent = known ? words.replace("#", written(form, Math.abs(difference))) : "";
    line.classList.toggle("owes", difference !== 0);
    line.classList.toggle("done", known && difference === 0);
  }

  // --- keys ------------------------------------------------------------------------------------------
  function step(form, field, by) {
    const fields = fieldsOf(form);
    const next = fields[fields.indexOf(field) + by];
    if (next) next.focus();
    else if (by > 0) form.querySelector("#till-close").focus();
  }

  document.addEventListener("keydown", (event) => {
    const form = formOf(event.target);
    if (!form || !(event.target instanceof HTMLInputElement) || event.isComposing) return;
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(form, event.target, by);
  });

  document.addEventListener("focusin", (event) => {
    if (formOf(event.target) && event.target instanceof HTMLInputElement) event.target.select();
  });

  document.addEventListener("input", (event) => {
    const form = formOf(event.target);
    if (form) reckon(form);
  });

  function begin() {
    document.querySelectorAll("form[data-till]").forEach(reckon);
  }
  document.addEventListener("htmx:afterSwap", begin);
  begin();
  // The first note has the cursor; a phone's keyboard is not raised unasked, and what was refused is read first.
  const first = document.querySelector("form[data-till]:not(:has([role=alert], [aria-invalid=true])) [data-pieces]");
  if (first && !window.matchMedia("(pointer: coarse)").matches) first.focus();
})();
