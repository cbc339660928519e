/*
 * Settling a hand (templates/desk/hand): keys, amounts that the server fills, winners by tap.
 *
 * Rows: a seat's number goes to its row, and a row of which nothing was said is all-in with that; the same number once
 * more takes it back (0 is seat 10 where somebody sits there). ArrowUp and ArrowDown go to the next row; F, I and A say
 * fold, in or all-in of the focused row, H half his stack, P a bet of the pot, D that it has the dealer button.
 * W goes to the pot that lacks its winner, where a seat's number gives it to that player and goes on to the next such
 * pot; + and a number share the pot with him. / or T goes to the line in which the whole hand can be typed.
 * Enter saves what is complete, and otherwise goes to what is missing.
 * Typing ahead: what is typed for pots that the server has not answered yet waits for them.
 * Amounts: what nobody typed (data-filled) is sent empty, and the server says what stands there ("hand:filled").
 * Line: what it says is sent as typed; the server says what it means ("hand:written"), or writes it anew when the rows
 * changed ("hand:line").
 * Pots: the first tap replaces winners that were only proposed (data-given), further taps share the pot.
 */
(() => {
  "use strict";
  const SECOND_DIGIT_MS = 700;
  const TYPING_MS = 200;
  const WAITS = /^([0-9]|[+/wt]|enter|arrowup|arrowdown)$/;
  let timer = 0, entered = false;
  let digit = null; // the last seat typed: its number, when, and what to do if it was only a first digit
  let waiting = null; // keys typed for pots that are not there yet; null while there is nothing to wait for
  let toNextPot = false, tappedPot = false, sharing = false;
  let lastPot = null; // the number of the pot that was given last
  let wanted = 0, sent = 0, seen = 0; // previews: the last one asked for, sent for, and shown

  const formOf = (target) => (target instanceof Element ? target.closest("form[data-hand]") : null);
  const rowOf = (target) => (target instanceof Element ? target.closest(".hand__row") : null);
  const rows = (form) => Array.from(form.querySelectorAll(".hand__row"));
  const amountOf = (row) => row.querySelector(".input--amount[name^=a]");
  const stateOf = (row, letter) => row.querySelector(`[data-state="${letter}"]`);
  const isUnknown = (row) => Boolean(row.querySelector(".hand__stack [title]"));
  const isFilled = (amount) => !amount.value || amount.value === amount.dataset.filled;
  const boxesOf = (pot) => Array.from(pot.querySelectorAll("input[type=checkbox]"));
  const isPreview = (element) => Boolean(element?.matches?.("[data-hand-preview]"));

  function look(form, wait = 0) {
    wanted += 1;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const preview = form.isConnected && form.querySelector("[data-hand-preview]");
      if (preview) window.htmx?.trigger(preview, "hand:look");
    }, wait);
  }
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isPreview(event.detail.elt)) sent = wanted;
  });
  // An answer to what stood there before the last tap would take that tap away; the next one is on its way.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (isPreview(event.detail.requestConfig?.elt) && sent !== wanted) event.detail.shouldSwap = false;
  });
  // No pots came: nothing waits for them any more.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (isPreview(event.detail.elt) && event.detail.xhr?.status !== 200) waiting = null;
  });

  function goTo(row) {
    if (!row) return;
    row.querySelector("[data-state]:checked, [data-state]")?.focus();
    row.scrollIntoView({ block: "nearest" });
  }

  function say(form, row, letter) {
    const radio = stateOf(row, letter);
    const amount = amountOf(row);
    const typing = document.activeElement === amount && !isFilled(amount);
    if (!radio) return;
    delete row.dataset.byNumber;
    radio.checked = true;
    if (!typing) ask(row, letter);
    if (letter === "a" && isUnknown(row) && !amount.value) amount.focus();
    else if (!typing) radio.focus();
    look(form);
  }

  // A new state brings its own amount, but for a fold: what was put in before it stays in.
  function ask(row, letter) {
    const amount = amountOf(row);
    if (letter === "f" || (letter === "a" && isUnknown(row) && !isFilled(amount))) return;
    amount.value = "";
    amount.dataset.filled = "";
  }

  // --- amounts ---------------------------------------------------------------------------------------
  // An amount is a bet of who had folded, or of whom only the number was typed; it is no other stack.
  function put(row, text, bet = false) {
    const amount = amountOf(row);
    const numbered = "byNumber" in row.dataset && !isUnknown(row);
    amount.value = text;
    delete amount.dataset.filled;
    if (text && (stateOf(row, "f").checked || numbered || bet)) stateOf(row, "i").checked = true;
  }

  function shortcut(form, row, name) {
    const button = row.querySelector(`[data-quick="${name}"]`);
    if (!button || !button.value) return;
    put(row, button.value, true);
    look(form);
  }

  document.addEventListener("input", (event) => {
    const form = formOf(event.target);
    if (!form || !event.target.matches("input[type=text]")) return;
    const row = rowOf(event.target);
    if (row && event.target === amountOf(row)) put(row, event.target.value);
    look(form, TYPING_MS);
  });

  document.addEventListener("change", (event) => {
    const form = formOf(event.target);
    if (!form || event.target.matches("input[type=text]")) return;
    const row = rowOf(event.target);
    if (row && event.target.dataset.state) {
      delete row.dataset.byNumber;
      ask(row, event.target.dataset.state);
    }
    const pot = event.target.closest("[data-pot]");
    if (pot) tapped(form, pot, event.target);
    tappedPot = Boolean(pot);
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
      const amount = form.querySelector(`input[name="${name}"]`);
      if (!amount || !isFilled(amount)) continue;
      amount.value = text;
      amount.dataset.filled = text;
      if (amount === document.activeElement) amount.select(); // the next figure replaces it
    }
    seen = sent;
  });

  // What ½ and "pot" come to in each row.
  document.addEventListener("hand:quick", (event) => {
    const form = formOf(event.target);
    for (const [id, text] of Object.entries(form ? event.detail : {})) {
      const button = form.querySelector(`#${CSS.escape(id)}`);
      if (!button) continue;
      button.value = text;
      button.hidden = !text;
    }
  });

  document.addEventListener("click", (event) => {
    const use = event.target instanceof Element ? event.target.closest("[data-use], [data-quick], [data-decide]") : null;
    const form = use && formOf(use);
    if (!form || !window.htmx) return;
    event.preventDefault();
    const row = rowOf(use);
    if ("decide" in use.dataset) return void decide(form, use);
    if (use.dataset.quick === "all") return void say(form, row, "a");
    if (use.dataset.quick) return void shortcut(form, row, use.dataset.quick);
    form.querySelector(`input[name="${use.dataset.use}"]`).value = use.value;
    goTo(row);
    look(form);
  });

  // --- the line --------------------------------------------------------------------------------------
  const lineOf = (form) => form.querySelector("[data-say]");

  // What was understood stands in the rows; "told" is the line they stand for.
  document.addEventListener("hand:written", (event) => {
    const form = formOf(event.target);
    if (!form || sent !== wanted) return;
    for (const [name, text] of Object.entries(event.detail)) {
      const fields = Array.from(form.querySelectorAll(`input[name="${name}"]`));
      const changed = fields.filter((field) => field.type === "text" && field.value !== text);
      for (const field of fields) {
        if (field.type === "radio") field.checked = field.value === text;
        else field.value = text;
        if (!field.matches(".input--amount")) continue;
        if (text) delete field.dataset.filled;
        else field.dataset.filled = "";
      }
      if (/^(b|c\d+)$/.test(name)) changed.forEach((field) => field.dispatchEvent(new Event("change", { bubbles: true })));
    }
  });

  document.addEventListener("hand:line", (event) => {
    const form = formOf(event.target);
    const line = form && lineOf(form);
    if (!line || sent !== wanted || line === document.activeElement) return;
    line.value = event.detail.say;
    form.elements.told.value = event.detail.say;
  });

  // --- pots ------------------------------------------------------------------------------------------
  function tapped(form, pot, box) {
    const boxes = boxesOf(pot);
    const others = boxes.filter((one) => one !== box && one.checked).map((one) => one.value).sort((a, b) => a - b);
    if (box.checked && pot.dataset.given !== "named" && others.join(",") === pot.dataset.given) {
      for (const one of boxes) one.checked = one === box;
    }
    pot.dataset.given = "named";
    form.querySelectorAll("[data-passed]").forEach((one) => one.remove());
    keepPicks(form);
  }

  function keepPicks(form) {
    const picks = Array.from(form.querySelectorAll('[data-pot][data-given="named"]'), (one) => {
      const won = Array.from(one.querySelectorAll("input:checked"), (seat) => seat.value);
      return `${one.dataset.pot}:${won.join(",")}`;
    });
    form.querySelector("[data-picks]").value = picks.join(";");
  }

  // The director passes what the cards say otherwise; other winners are another decision.
  function decide(form, button) {
    const passed = document.createElement("input");
    Object.assign(passed, { type: "hidden", name: "overrule", value: button.value });
    passed.dataset.passed = "";
    form.append(passed);
    look(form);
  }

  function toPot(form, pot = form.querySelector(".pot--asks") || form.querySelector("[data-pot]")) {
    const box = pot?.querySelector("input[type=checkbox]");
    box?.focus();
    pot?.scrollIntoView({ block: "nearest" });
    return Boolean(box);
  }

  // --- keys ------------------------------------------------------------------------------------------
  // The seat meant by a figure: "1" and a moment later "0" are seat 10, and so is "0" alone.
  function seatTyped(key, seats, at) {
    const last = digit && at - digit.at < SECOND_DIGIT_MS ? digit : null;
    digit = null;
    if (last && seats.includes(last.seat + key)) {
      last.back?.();
      return last.seat + key;
    }
    if (!seats.includes(key) && seats.includes(`1${key}`) && key === "0") return "10";
    return key;
  }

  function seatInRows(form, key, at) {
    const all = rows(form);
    const seat = seatTyped(key, all.map((one) => one.dataset.seat), at);
    const row = all.find((one) => one.dataset.seat === seat);
    digit = { seat, at };
    if (!row) return;
    const here = row.contains(document.activeElement);
    const untouched = isFilled(amountOf(row));
    goTo(row);
    if (!untouched) return;
    if (stateOf(row, "f").checked) {
      digit.back = () => takeBack(row);
      say(form, row, "a");
      row.dataset.byNumber = "";
    } else if (here && stateOf(row, "a").checked) {
      takeBack(row);
      goTo(row);
      look(form);
    }
  }

  // Nothing is said of him: what he owes comes back by itself.
  function takeBack(row) {
    ask(row, "i");
    stateOf(row, "f").checked = true;
  }

  function seatInPot(form, pot, key, at) {
    const last = digit?.pot && form.querySelector(`[data-pot="${digit.pot}"]`);
    const both = last && at - digit.at < SECOND_DIGIT_MS && boxesOf(last).some((box) => box.value === digit.seat + key);
    const here = both ? last : pot;
    const seat = seatTyped(key, boxesOf(here).map((box) => box.value), at);
    const box = boxesOf(here).find((one) => one.value === seat);
    digit = { seat, at, pot: here.dataset.pot };
    if (!box) return;
    const proposed = box.checked && !sharing && here.dataset.given === "named" && proposedTo(form, seat);
    if (proposed) {
      proposed.dataset.given = "named";
      keepPicks(form);
      toPot(form, proposed);
      return;
    }
    const won = sharing ? [] : boxesOf(here).filter((one) => one.checked && one !== box && both);
    for (const one of won) one.click();
    lastPot = here.dataset.pot;
    toNextPot = true;
    sharing = false;
    waiting = [];
    digit.back = () => {};
    box.click();
  }

  // A pot that follows from one he was given: his number once more gives it to him, and takes nothing away.
  function proposedTo(form, seat) {
    const pots = Array.from(form.querySelectorAll('[data-pot]:not([data-given="named"])'));
    return pots.find((pot) => {
      const won = boxesOf(pot).filter((box) => box.checked);
      return won.length === 1 && won[0].value === seat;
    });
  }

  // Rows first, then pots: one line of places to be.
  function upOrDown(form, here, step) {
    const pots = Array.from(form.querySelectorAll("[data-pot]:has(input[type=checkbox])"));
    const places = [...rows(form), ...pots];
    const next = places[Math.min(places.length - 1, Math.max(0, here ? places.indexOf(here) + step : 0))];
    if (pots.includes(next)) toPot(form, next);
    else goTo(next);
  }

  // What was typed a moment ago is looked at first: nobody saves what they have not seen.  But once the winners were
  // typed nothing is left to be looked at, unless something is odd.
  function enter(form, ahead) {
    const complete = form.querySelector("#hand-total[data-complete]");
    const odd = form.querySelector(".hand__warning");
    entered = seen !== wanted || (ahead && Boolean(odd));
    if (seen !== wanted) look(form);
    else if (complete && !entered) form.requestSubmit(form.querySelector("[data-confirm]"));
    else toEnd(form);
  }

  function toEnd(form) {
    entered = false;
    if (form.querySelector("#hand-total[data-complete]")) form.querySelector("[data-confirm]").focus();
    else toMissing(form);
  }

  // The line that cannot be read, cards, amounts, then winners.
  function toMissing(form) {
    const asks = form.querySelector(".hand__row .hand__ask, .hand__says .field__error");
    const use = asks?.querySelector("[data-use]");
    const cards = form.querySelector(".cards__row:has([data-asks]) input");
    const decide = form.querySelector("[data-decide]");
    if (form.querySelector("#hand-said .field__error")) lineOf(form).focus();
    else if (cards) cards.focus();
    else if (use) use.focus();
    else if (asks) amountOf(rowOf(asks)).focus();
    else if (form.querySelector("#hand-deals .hand__ask")) form.querySelector("[name=button]").focus();
    else if (decide && !form.querySelector(".pot--asks")) decide.focus();
    else if (!toPot(form)) goTo(rows(form)[0]);
  }

  function pressed(form, event, at = Date.now(), ahead = false) {
    const row = rowOf(event.target);
    const pot = event.target.closest("[data-pot]");
    const typing = event.target.matches("input[type=text]");
    const key = event.key.toLowerCase();
    if (waiting && WAITS.test(key)) {
      waiting.push([event.key, at]);
      return true;
    }
    if (!/^[0-9]$/.test(key)) digit = null;
    if (key === "enter") {
      if (event.target.closest("a, button, summary")) return false;
      enter(form, ahead);
      return true;
    }
    if (typing && !(row && event.target === amountOf(row))) return false; // the line, cards, a stack: all letters are theirs
    if (key === "arrowup" || key === "arrowdown") {
      upOrDown(form, pot || row, key === "arrowdown" ? 1 : -1);
      return true;
    }
    if (key === "w" && seen !== wanted) {
      waiting = [];
      look(form);
      return true;
    }
    if (key === "w") return toPot(form) || typing;
    if (key === "/" || key === "t") {
      lineOf(form)?.select();
      return Boolean(lineOf(form));
    }
    if (row && "fia".includes(key)) {
      say(form, row, key);
      return true;
    }
    if (row && "hp".includes(key)) {
      shortcut(form, row, key === "h" ? "half" : "pot");
      return true;
    }
    if (row && key === "d" && !typing) {
      row.querySelector("[name=button]").checked = true;
      look(form);
      return true;
    }
    if (pot && key === "+") {
      sharing = true;
      toPot(form, form.querySelector(`[data-pot="${lastPot}"]`) || pot);
      return true;
    }
    if (/^[0-9]$/.test(key) && !typing) {
      if (pot) seatInPot(form, pot, key, at);
      else seatInRows(form, key, at);
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
    keepPicks(form);
    const keys = waiting || [];
    const jump = waiting && !toNextPot;
    waiting = null;
    const asks = form.querySelector(".pot--asks");
    if (jump || (toNextPot && asks)) toPot(form);
    else if (tappedPot) asks?.scrollIntoView({ block: "nearest" });
    toNextPot = tappedPot = false;
    for (const [key, at] of keys) pressed(form, { key, target: document.activeElement }, at, true);
    if (entered && !keys.length) toEnd(form);
  });

  // On a phone an amount's field goes with the focus, and what stands below moves up: not under a finger that is
  // just tapping the next player.
  const HELD_MS = 300;
  document.addEventListener("pointerdown", (event) => {
    const row = rowOf(document.activeElement);
    if (!row || row.contains(event.target) || document.activeElement !== amountOf(row)) return;
    row.dataset.held = "";
    const release = () => setTimeout(() => delete row.dataset.held, HELD_MS);
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, release, { once: true });
  }, true);

  // What more there is to say of a player opens over the rows, and may end below what one sees.
  document.addEventListener("toggle", (event) => {
    if (event.target instanceof Element && event.target.matches(".hand__more[open]")) {
      event.target.querySelector(".hand__extra")?.scrollIntoView({ block: "nearest" });
    }
  }, true);

  // keys.js has put the focus there by now; htmx would do it again a moment later, under whoever types.
  document.addEventListener("htmx:afterSwap", () => {
    document.querySelectorAll("form[data-hand] [autofocus]").forEach((one) => one.removeAttribute("autofocus"));
  });

  // The button for pages without scripts is of no use here.  A form whose fields were put back before htmx knew
  // it (keys.js, after Escape) still has to be looked at.
  function begin(root) {
    for (const form of root.querySelectorAll?.("form[data-hand]") || []) {
      form.querySelector("[data-preview]").hidden = true;
      form.querySelectorAll("[data-no-scripts]").forEach((one) => one.remove());
      if (wanted !== sent) look(form);
    }
  }
  begin(document);
  document.addEventListener("htmx:load", (event) => begin(event.detail.elt.parentElement || document));
})();
