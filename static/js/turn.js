/*
 * What the big screen shows: the clock, or one of the pages that take turns with it, what is said over both, and the
 * shot clocks.  All of it is reckoned on the server's clock, so a page ends what is said by itself.
 *   <body data-display="K7P2MX">           the television set's code, "" for none
 *   #screen-plan[data-show]                {pages, seconds, clock_seconds, only, jump, jumped_ms, …} (ShowView)
 *   #screen-plan[data-displays]            {"K7P2MX": {"shows": "both|clock|pages|<page>", "silent": false}}
 *   #screen-pages > [data-page="seats"]    a page, or one of its parts; class "on" for the one that is shown
 *   [data-news][data-at-ms][data-until-ms] said over the whole screen until then; [data-news-bar] gets --progress
 *   [data-call-ends-ms][data-call-countdown] > [data-call-left]   a shot clock; class "last" for its last seconds
 * The result is <body data-page="clock|seats|…">.  A set that shows both gets its clock back in the moments that
 * concern everybody: the last minute, a pause, the beginning of a break, a shot clock, the winner.
 */
(() => {
  "use strict";
  const TICK_MS = 200;
  const BREAK_MS = 60000; // how long a break that begins keeps the clock on
  const CALL_STAYS_MS = 6000; // how long a shot clock that ran out still says so
  const MOMENTS = ["paused", "colour-up", "hand-for-hand", "bubble", "winner"];

  const body = document.body;
  const now = () => window.tapeteClock.now();
  let show = {};
  let set = {};
  let pages = [];
  let current = { key: "clock", since: now() };
  let breakSince = 0;

  function parse(text, otherwise) {
    try {
      return JSON.parse(text) || otherwise;
    } catch {
      return otherwise;
    }
  }

  function read() {
    const plan = document.getElementById("screen-plan");
    show = parse(plan?.dataset.show, {});
    set = parse(plan?.dataset.displays, {})[body.dataset.display] || { shows: "both" };
    pages = Array.from(document.querySelectorAll("#screen-pages > [data-page]"), (element, at) => ({
      element,
      page: element.dataset.page,
      key: `${element.dataset.page}:${at}`,
    }));
    // A part is known by its place among those of its page, whatever stands before it.
    const counted = {};
    for (const one of pages) {
      counted[one.page] = (counted[one.page] || 0) + 1;
      one.key = `${one.page}:${counted[one.page]}`;
    }
    tick();
  }

  // --- whose turn it is ------------------------------------------------------------------------------
  const clock = { page: "clock", key: "clock", element: null };
  const parts = (page) => (page === "clock" ? [clock] : pages.filter((one) => one.page === page));

  function steps(at) {
    const turn = (show.pages || []).flatMap(parts);
    if (set.shows === "clock") return [clock];
    if (set.shows !== "both" && set.shows !== "pages") return orClock(parts(set.shows));
    const jump = show.jump ? parts(show.jump) : [];
    if (jump.length && at - show.jumped_ms < show.seconds * 1000 * jump.length) return jump;
    const only = show.only ? parts(show.only) : [];
    if (only.length) return only;
    return set.shows === "pages" ? orClock(turn) : [clock, ...turn];
  }

  const orClock = (found) => (found.length ? found : [clock]);

  function moment(at) {
    const panel = document.getElementById("screen-panel");
    if (!panel || set.shows !== "both") return false;
    const { state, leftMs, lengthMs, serverMs } = panel.dataset;
    if (MOMENTS.includes(state) || panel.classList.contains("last-minute")) return true;
    if (panel.querySelector("[data-call-ends-ms]:not([hidden])")) return true;
    if (state !== "break") return false;
    const begun = lengthMs && leftMs ? Number(serverMs) - (Number(lengthMs) - Number(leftMs)) : 0;
    return at - Math.max(begun, breakSince) < BREAK_MS;
  }

  function turn(at) {
    const order = moment(at) ? [clock] : steps(at);
    const place = order.findIndex((one) => one.key === current.key);
    if (place < 0) current = { key: order[0].key, since: at };
    else if (moment(at)) current.since = at;
    else {
      const seconds = current.key === "clock" ? show.clock_seconds : show.seconds;
      if (order.length > 1 && at - current.since >= seconds * 1000) {
        current = { key: order[(place + 1) % order.length].key, since: at };
      }
    }
    const shown = order.find((one) => one.key === current.key);
    if (body.dataset.page !== shown.page) body.dataset.page = shown.page;
    for (const one of pages) {
      one.element.classList.toggle("on", one === shown);
      one.element.setAttribute("aria-hidden", String(one !== shown));
    }
  }

  // --- what is said, and the shot clocks -------------------------------------------------------------
  function say(at) {
    const found = Array.from(document.querySelectorAll("[data-news]"));
    const on = found.filter((one) => !one.dataset.untilMs || at < Number(one.dataset.untilMs));
    for (const one of found) one.hidden = one !== on[on.length - 1];
    for (const one of on) {
      const [from, until] = [Number(one.dataset.atMs), Number(one.dataset.untilMs)];
      const progress = until > from ? Math.min(1, Math.max(0, (at - from) / (until - from))) : 0;
      one.querySelector("[data-news-bar]")?.style.setProperty("--progress", progress.toFixed(4));
    }
  }

  function count(at) {
    for (const call of document.querySelectorAll("[data-call-ends-ms]")) {
      const left = Number(call.dataset.callEndsMs) - at;
      const seconds = String(Math.max(0, Math.ceil(left / 1000)));
      const place = call.querySelector("[data-call-left]");
      if (place.textContent !== seconds) place.textContent = seconds;
      call.classList.toggle("last", Number(seconds) <= Number(call.dataset.callCountdown));
      call.hidden = left < -CALL_STAYS_MS;
    }
  }

  function tick() {
    const at = now();
    count(at);
    turn(at);
    say(at);
  }

  document.addEventListener("tapete:level", (event) => {
    if (event.detail.state === "break") breakSince = now();
  });
  document.addEventListener("tapete:swapped", read);
  setInterval(tick, TICK_MS);
  read();
})();
