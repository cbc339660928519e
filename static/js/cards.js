/*
 * Cards of a hand (templates/desk/hand/_cards.html): typed into a field for each player and the board, or tapped.
 *
 * C goes to the first field that lacks cards. The deck fills the field that had the focus last and goes on to the next
 * one once it is full; cards that lie somewhere are dimmed. Arrows go from field to field. Rows of players who folded
 * are out of the way while nothing is typed there. On a touch screen the deck stands in for the keyboard.
 * Loaded before hand.js, which looks at the hand whenever a field changes.
 */
(() => {
  "use strict";
  const CARD = /(10|[2-9tjqka])\s*([cdhs♣♦♥♠])/gi;
  const SIGNS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
  const fingers = window.matchMedia("(pointer: coarse)");
  let current = null; // the field that the deck fills

  const panelOf = (target) => (target instanceof Element ? target.closest("[data-cards]") : null);
  const fields = (panel) => Array.from(panel.querySelectorAll(".cards__row input"));
  const shown = (panel) => fields(panel).filter((field) => field.checkVisibility());
  const most = (field) => Number(field.dataset.most);

  function cardsIn(field) {
    return Array.from(field.value.matchAll(CARD), ([, rank, suit]) => {
      return rank.toUpperCase().replace("10", "T") + (SIGNS[suit] || suit.toLowerCase());
    });
  }

  const lacks = (field) => cardsIn(field).length < most(field);

  // Which field the deck fills, which cards are gone, who folded.
  function redraw(panel) {
    const form = panel.closest("form");
    for (const row of panel.querySelectorAll(".cards__row")) {
      const seat = row.dataset.cardsOf.slice(1);
      const state = seat && form.querySelector(`.hand__row[data-seat="${seat}"] [data-state]:checked`);
      if (state) row.toggleAttribute("data-folded", state.dataset.state === "f");
      const field = row.querySelector("input");
      row.toggleAttribute("data-filled", field.value !== "");
      if (row.querySelector(".field__error")) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    if (!current?.isConnected || !current.checkVisibility()) {
      current = shown(panel).find(lacks) || null;
    }
    const gone = new Set(fields(panel).flatMap(cardsIn));
    for (const card of panel.querySelectorAll("[data-card]")) {
      card.disabled = gone.has(card.dataset.card) || !current;
    }
    for (const field of fields(panel)) field.classList.toggle("cards__now", field === current && fingers.matches);
  }

  function goTo(field, panel) {
    current = field;
    field.focus();
    field.closest(".cards__row").scrollIntoView({ block: "nearest" });
    redraw(panel);
  }

  function open(form) {
    const panel = form?.querySelector("[data-cards]");
    if (!panel) return false;
    panel.open = true;
    redraw(panel);
    const first = shown(panel).find(lacks) || shown(panel)[0];
    if (first) goTo(first, panel);
    if (fingers.matches) panel.scrollIntoView({ block: "start" });
    return true;
  }

  // --- tapping ---------------------------------------------------------------------------------------
  function tapped(panel, card) {
    if (!current) return;
    if (!lacks(current)) current = shown(panel).find(lacks) || current;
    write(panel, current.value.trim() + card);
    if (lacks(current)) return;
    const all = shown(panel);
    const next = all.slice(all.indexOf(current) + 1).find(lacks) || all.find(lacks);
    if (next) next.focus({ preventScroll: true });
  }

  function takeBack(panel) {
    if (!current) return;
    const all = shown(panel);
    const before = all.slice(0, all.indexOf(current)).reverse().find((field) => field.value);
    if (!current.value && before) current = before;
    write(panel, cardsIn(current).slice(0, -1).join(""));
  }

  function write(panel, text) {
    current.value = text;
    current.dispatchEvent(new Event("input", { bubbles: true }));
    redraw(panel);
  }

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const opener = target?.closest("[data-cards-open]");
    if (opener && open(opener.closest("form"))) event.preventDefault();
    const panel = panelOf(target);
    const card = target?.closest("[data-card]");
    if (panel && card) tapped(panel, card.dataset.card);
    else if (panel && target.closest("[data-deck-back]")) takeBack(panel);
  });
  // The field keeps the focus, so that typing goes on where tapping stopped.
  document.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-deck]")) event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    const panel = panelOf(event.target);
    if (!panel || !event.target.matches(".cards__row input")) return;
    current = event.target;
    redraw(panel);
  });
  document.addEventListener("input", (event) => {
    const panel = panelOf(event.target);
    if (panel) redraw(panel);
  });
  document.addEventListener("change", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form[data-hand]") : null;
    const panel = form?.querySelector("[data-cards]");
    if (!panel) return;
    if (fields(panel).some((field) => field.value)) panel.open = true; // what was put back after an Escape
    redraw(panel);
  });

  // --- keys ------------------------------------------------------------------------------------------
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : null;
    const form = target?.closest("form[data-hand]") || document.querySelector("body.desk--hand form[data-hand]");
    const panel = panelOf(target);
    if (!form) return;
    const typing = panel && target.matches(".cards__row input");
    // What may be part of a card is no key of the form; W still goes to the pots, and / to the line.
    if (typing && event.key.length === 1 && !"wW/".includes(event.key)) event.stopImmediatePropagation();
    if (event.key.toLowerCase() === "c" && !target.matches("input[type=text], select, textarea")) {
      if (open(form)) event.preventDefault();
    } else if (typing && /^Arrow(Up|Down)$/.test(event.key)) {
      const all = shown(panel);
      const next = all[all.indexOf(target) + (event.key === "ArrowDown" ? 1 : -1)];
      if (!next) return; // on to the pots, or back to the rows
      event.preventDefault();
      goTo(next, panel);
    }
  }, true);

  function begin(root) {
    for (const panel of root.querySelectorAll?.("[data-cards]") || []) {
      panel.dataset.live = "";
      panel.querySelector("[data-deck]").hidden = false;
      if (fingers.matches) for (const field of fields(panel)) field.inputMode = "none";
      redraw(panel);
    }
  }
  begin(document);
  document.addEventListener("toggle", (event) => {
    if (event.target instanceof Element && event.target.matches("[data-cards]")) redraw(event.target);
  }, true);
  document.addEventListener("htmx:load", (event) => begin(event.detail.elt.parentElement || document));
  document.addEventListener("htmx:afterSettle", () => document.querySelectorAll("[data-cards]").forEach(redraw));
})();
