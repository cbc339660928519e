/*
 * Settling a hand (templates/desk/hand): keys, amounts that the server fills, winners by tap.
 *
 * Rows: a seat's number goes to its row, ArrowUp and ArrowDown to the next one; F, I and A say fold, in or all-in of the
 * focused row, D that it has the dealer button, W goes to the pot that lacks its winner (as soon as there is one),
 * where a seat's number taps that player and goes on to the next such pot. Enter saves what is complete, and otherwise
 * goes to what is missing.
 * Amounts: what nobody typed (data-filled) is sent empty, and the server says what stands there ("hand:filled").
 * Pots: the first tap replaces winners that were only proposed (data-given), further taps share the pot.
 */
(() => {
  "use strict";
  const SECOND_DIGIT_MS = 700;
  const TYPING_MS = 200;
  let digits = "", digitAt = 0, timer = 0, toNextPot = false, entered = false;
  let afterW = null; // keys typed after a W that came before its pots
  let wanted = 0, sent = 0, seen = 0; // previews: the last one asked for, sent for, and shown

  const formOf = (target) => (target instanceof Element ? target.closest("form[data-hand]") : null);
  const rowOf = (target) => (target instanceof Element ? target.closest(".hand__row") : null);
  const rows = (form) => Array.from(form.querySelectorAll(".hand__row"));
  const amountOf = (row) => row.querySelector(".input--amount[name^=a]");
  const stateOf = (row, letter) => row.querySelector(`[data-state="${letter}"]`);
  const isUnknown = (row) => Boolean(row.querySelector(".hand__stack [title]"));

  function look(form, wait = 0) {
    wanted += 1;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const preview = form.isConnected && form.querySelector("[data-hand-preview]");
      if (preview) window.htmx?.trigger(preview, "hand:look");
    }, wait);
  }
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.matches("[data-hand-preview]")) sent = wanted;
  });
  // An answer to what stood there before the last tap would take that tap away; the next one is on its way.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig?.elt.matches("[data-hand-preview]") && sent !== wanted) event.detail.shouldSwap = false;
  });

  function goTo(row) {
    if (!row) return;
    row.querySelector("[data-state]:checked, [data-state]")?.focus();
    row.scrollIntoView({ block: "nearest" });
  }

  function say(form, row, letter) {
    const radio = stateOf(row, letter);
    const amount = amountOf(row);
    const typing = document.activeElement === amount && amount.value && amount.value !== amount.dataset.filled;
    if (!radio) return;
    radio.checked = true;
    if (!typing) ask(row, letter);
    if (letter === "a" && isUnknown(row) && !amount.value) amount.focus();
    else if (!typing) radio.focus();
    look(form);
  }

  // A new state brings its own amount, but for a fold: what was put in before it stays in.
  function ask(row, letter) {
    const amount = amountOf(row);
    if (letter === "f" || (letter === "a" && isUnknown(row) && amount.value !== amount.dataset.filled)) return;
    amount.value = "";
    amount.dataset.filled = "";
  }

  // --- amounts ---------------------------------------------------------------------------------------
  document.addEventListener("input", (event) => {
    const form = formOf(event.target);
    if (!form || !event.target.matches("input[type=text]")) return;
    const row = rowOf(event.target);
    if (row && event.target === amountOf(row)) {
      delete event.target.dataset.filled;
      if (stateOf(row, "f").checked && event.target.value) stateOf(row, "i").checked = true;
    }
    look(form, TYPING_MS);
  });

  document.addEventListener("change", (event) => {
    const form = formOf(event.target);
    if (!form || event.target.matches("input[type=text]")) return;
    const row = rowOf(event.target);
    if (row && event.target.dataset.state) ask(row, event.target.dataset.state);
    const pot = event.target.closest("[data-pot]");
    if (pot) tapped(form, pot, event.target);
    look(form);
  });

  document.addEventListener("htmx:configRequest", (event) => {
    const form = formOf(event.detail.elt) || (event.detail.elt.matches?.("[data-hand]") && event.detail.elt);
    if (!form) return;
    for (const amount of form.querySelectorAll("[data-filled]")) {
      if (amount.value === amount.dataset.filled) event.detail.parameters.set?.(amount.name, "");
    }
  });

  document.addEventListener("hand:filled", (event) => {
    const form = formOf(event.target);
    if (!form) return;
    for (const [name, text] of Object.entries(event.detail)) {
      const amount = form.elements[name];
      if (!amount || (amount.value && amount.value !== amount.dataset.filled)) continue;
      amount.value = text;
      amount.dataset.filled = text;
      if (amount === document.activeElement) amount.select(); // the next figure replaces it
    }
    seen = sent;
  });

  document.addEventListener("click", (event) => {
    const use = event.target instanceof Element ? event.target.closest("[data-use]") : null;
    const form = use && formOf(use);
    if (!form || !window.htmx) return;
    event.preventDefault();
    form.querySelector(`input[name="${use.dataset.use}"]`).value = use.value;
    goTo(rowOf(use));
    look(form);
  });

  // --- pots ------------------------------------------------------------------------------------------
  function tapped(form, pot, box) {
    const boxes = Array.from(pot.querySelectorAll("input[type=checkbox]"));
    const others = boxes.filter((one) => one !== box && one.checked).map((one) => one.value).sort((a, b) => a - b);
    if (box.checked && pot.dataset.given !== "named" && others.join(",") === pot.dataset.given) {
      for (const one of boxes) one.checked = one === box;
    }
    pot.dataset.given = "named";
    const picks = Array.from(form.querySelectorAll('[data-pot][data-given="named"]'), (one) => {
      const won = Array.from(one.querySelectorAll("input:checked"), (seat) => seat.value);
      return `${one.dataset.pot}:${won.join(",")}`;
    });
    form.querySelector("[data-picks]").value = picks.join(";");
  }

  function toPot(form, pot = form.querySelector(".pot--asks") || form.querySelector("[data-pot]")) {
    const box = pot?.querySelector("input[type=checkbox]");
    box?.focus();
    pot?.scrollIntoView({ block: "nearest" });
    return Boolean(box);
  }

  // --- keys ------------------------------------------------------------------------------------------
  function seatTyped(form, key, seats) {
    const now = Date.now();
    const both = digits + key;
    digits = now - digitAt < SECOND_DIGIT_MS && seats.includes(both) ? both : key;
    digitAt = now;
    return digits;
  }

  // Rows first, then pots: one line of places to be.
  function upOrDown(form, here, step) {
    const pots = Array.from(form.querySelectorAll("[data-pot]:has(input[type=checkbox])"));
    const places = [...rows(form), ...pots];
    const next = places[Math.min(places.length - 1, Math.max(0, here ? places.indexOf(here) + step : 0))];
    if (pots.includes(next)) toPot(form, next);
    else goTo(next);
  }

  // What was typed a moment ago is looked at first: nobody saves what they have not seen.
  function enter(form) {
    const complete = form.querySelector("#hand-total[data-complete]");
    entered = seen !== wanted;
    if (entered) look(form);
    else if (complete) form.requestSubmit(form.querySelector("[data-confirm]"));
    else toMissing(form);
  }

  function toMissing(form) {
    const asks = form.querySelector(".hand__ask, .hand__says .field__error");
    const use = asks?.querySelector("[data-use]");
    if (use) use.focus();
    else if (asks) amountOf(rowOf(asks)).focus();
    else if (!toPot(form)) goTo(rows(form)[0]);
  }

  function pressed(form, event) {
    const row = rowOf(event.target);
    const pot = event.target.closest("[data-pot]");
    const typing = event.target.matches("input[type=text]");
    const key = event.key.toLowerCase();
    if (afterW && /^([0-9]|enter)$/.test(key)) {
      afterW.push(event.key);
      return true;
    }
    if (key === "enter") {
      if (event.target.closest("a, button, summary")) return false;
      enter(form);
      return true;
    }
    if (key === "arrowup" || key === "arrowdown") {
      upOrDown(form, pot || row, key === "arrowdown" ? 1 : -1);
      return true;
    }
    if (key === "w" && seen !== wanted) {
      afterW = [];
      look(form);
      return true;
    }
    if (key === "w") return toPot(form) || typing;
    if (row && "fia".includes(key)) {
      say(form, row, key);
      return true;
    }
    if (row && key === "d" && !typing) {
      row.querySelector("[name=button]").checked = true;
      look(form);
      return true;
    }
    if (/^[0-9]$/.test(key) && !typing) {
      const boxes = pot ? Array.from(pot.querySelectorAll("input[type=checkbox]")) : [];
      const all = rows(form);
      const seats = pot ? boxes.map((box) => box.value) : all.map((one) => one.dataset.seat);
      const seat = seatTyped(form, key, seats);
      toNextPot = Boolean(pot);
      if (pot) boxes.find((box) => box.value === seat)?.click();
      else goTo(all.find((one) => one.dataset.seat === seat));
      return true;
    }
    return false;
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!(event.target instanceof Element)) return;
    const page = document.querySelector("body.desk--hand form[data-hand]");
    const form = formOf(event.target) || (event.target === document.body ? page : null);
    if (!form) return;
    if (event.key === "Escape" && page && !form.querySelector("details[open]")) {
      page.querySelector("[data-hand-leave]").click();
    } else if (pressed(form, event)) {
      event.preventDefault();
    }
  }, true);

  document.addEventListener("htmx:afterSettle", (event) => {
    const form = formOf(event.detail.requestConfig?.elt);
    if (!form || seen !== wanted) return;
    const keys = afterW || [];
    if (afterW) toPot(form);
    afterW = null;
    if (toNextPot && form.querySelector(".pot--asks")) toPot(form);
    toNextPot = false;
    for (const key of keys) pressed(form, { key, target: document.activeElement });
    if (!entered || keys.length) return;
    entered = false;
    if (form.querySelector("#hand-total[data-complete]")) form.querySelector("[data-confirm]").focus();
    else toMissing(form);
  });

  // keys.js has put the focus there by now; htmx would do it again a moment later, under whoever types.
  document.addEventListener("htmx:afterSwap", () => {
    document.querySelectorAll("form[data-hand] [autofocus]").forEach((one) => one.removeAttribute("autofocus"));
  });

  // The button for pages without scripts is of no use here.  A form whose fields were put back before htmx knew
  // it (keys.js, after Escape) still has to be looked at.
  function begin(root) {
    for (const form of root.querySelectorAll?.("form[data-hand]") || []) {
      form.querySelector("[data-preview]").hidden = true;
      if (wanted !== sent) look(form);
    }
  }
  begin(document);
  document.addEventListener("htmx:load", (event) => begin(event.detail.elt.parentElement || document));
})();
