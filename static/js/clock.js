/*
 * The ticking of every clock on a page.
 *
 * Markup, written by the server at each change (all instants are milliseconds since 1970, all spans milliseconds):
 *   <section data-clock data-running="1" data-server-ms="1767225600000" data-left-ms="754000"
 *            data-length-ms="1200000" data-boundaries='[{"at_ms": …, "left_ms": 1200000, "sb": "750", …}, …]'>
 *     [data-clock-time]      the time left, whole seconds rounded up, M:SS or H:MM:SS
 *     [data-clock-bar]       gets the custom property --progress, 0…1 of the level that is over
 *     [data-clock-sb] …      text replaced when a boundary passes that has that key ("sb"; next_sb -> data-clock-next-sb)
 *     [data-clock-if="ante"] hidden while that key is empty
 *     [data-clock-anew]      a centred line: made anew at each boundary, so that no word of it counts as moved
 *     [data-countdown]       M:SS until data-start-ms of the section (a start that lies ahead, or was announced);
 *                            with data-running="1" play begins then: until that instant the clock stands still,
 *                            what stands in [data-clock-if="before_start"] shows, in [data-clock-if="started"] not
 *     [data-in-ms="5520000"] counts down to something later (a break), as H:MM rounded up to the minute;
 *                            with data-in-words as "1 h 32" or "32 min"
 *   </section>
 * A section may have data-count-ms, when some table's time is up and its chips are counted (VIV-26): what is said of
 * it then is the server's to write. It sends that at once; a page that got nothing some seconds later asks for it.
 *   <span data-wall-time data-zone="Europe/Madrid">22:47</span>
 *
 * How the time is known. Between messages the page counts by itself, on a clock made of two:
 *   - performance.now() cannot be set by anybody, but stops while some systems sleep;
 *   - Date.now() goes on in sleep, but jumps when the laptop's clock is set.
 * Each tick adds the step of the first; when the second moved more than 2 s further, the machine slept (or somebody
 * set the clock forward, which looks the same) and the larger step is taken; a clock set back is never followed.
 * A wrong guess lasts until the next message: the difference to the server's time is measured anew with each. A page
 * that slept also gets the event "tapete:woke", so that it may ask the server at once.
 * A message can only arrive late, never early, so the largest difference seen is the true one: of what is written into
 * pages and of the last few "tapete:server" events of live.js (a server whose clock is set back is followed after four
 * of them, a minute). A fragment rendered minutes ago and delivered again cannot turn the clock back.
 * The next drawing is due when the next thing changes: a second, a level, the start, a minute of the time of day.
 *
 * The server tells the next eight level starts. Should nothing happen for so long that they run out (every act, and
 * every start that is recorded, brings new ones), the page reads its own address again for the rest.
 *
 * Only `window.tapeteClock` is public: now() is the server's time in ms, refresh() reads the page again.
 * Events on the clock's element, only when the time itself passes the point (never when the server corrects it; a new
 * element with the same id, which the server sends at that very instant, is the same clock):
 *   tapete:start         detail {}            play begins
 *   tapete:last-minute   detail {}            60 s left
 *   tapete:second        detail {left}        3, 2, 1 whole seconds left
 *   tapete:level         detail = boundary    a level or break begins
 *   tapete:count         detail {}            a table's time was up some seconds ago, and the server told nothing
 *   tapete:asked         detail = the page    as the server writes it now (on the document)
 */
(function () {
  "use strict";

  const SLEEP_MS = 2000;
  const MINUTE_MS = 60000;
  const FRESH_MS = 12000;
  const NATURAL_MS = 5000; // between two drawings, or time did not pass before our eyes
  const HEARD = 4;
  const FEW = 2; // level starts still known when more are asked for
  const ASK_MS = 10000;
  const TOLD_MS = 3000; // by then the server has told what it tells by itself

  // --- the local clock -------------------------------------------------------------------------------
  let perf = performance.now();
  let wall = Date.now();
  let local = wall;

  function localNow() {
    const nextPerf = performance.now();
    const nextWall = Date.now();
    const perfStep = nextPerf - perf;
    const wallStep = nextWall - wall;
    perf = nextPerf;
    wall = nextWall;
    const slept = wallStep - perfStep > SLEEP_MS;
    local += slept ? wallStep : perfStep;
    if (slept) {
      heard = []; // the step may be a wrong guess; the next message decides
      setTimeout(() => document.body.dispatchEvent(new CustomEvent("tapete:woke", { bubbles: true })), 0);
    }
    return local;
  }

  // --- the server's clock ----------------------------------------------------------------------------
  let offset = null; // server time minus local time
  let heard = []; // the last differences seen

  function hear(serverMs, told) {
    if (!Number.isFinite(serverMs) || serverMs <= 0) return;
    const seen = serverMs - localNow();
    if (!told && offset !== null && seen <= offset) return;
    heard = [...heard.slice(1 - HEARD), seen];
    offset = Math.max(...heard);
  }

  function serverNow() {
    const now = localNow();
    return offset === null ? now : now + offset;
  }

  // --- reading the page ------------------------------------------------------------------------------
  const clocks = new Map(); // element -> state

  function number(text) {
    return text === undefined || text === "" ? null : Number(text);
  }

  function read(element) {
    const data = element.dataset;
    let boundaries = [];
    try {
      boundaries = JSON.parse(data.boundaries || "[]");
    } catch {
      boundaries = [];
    }
    boundaries.sort((a, b) => a.at_ms - b.at_ms);
    return {
      signature: [data.running, data.serverMs, data.startMs, data.leftMs, data.lengthMs, data.countMs, data.boundaries].join("|"),
      running: data.running === "1" || data.running === "true",
      serverMs: Number(data.serverMs),
      startMs: number(data.startMs),
      leftMs: number(data.leftMs),
      lengthMs: number(data.lengthMs),
      countMs: number(data.countMs),
      counted: false, // whether that has been said on the page
      boundaries,
      passed: null, // how many boundaries are over; null until first drawn
      served: null, // what stood there before the first of them was
      lastLeft: null,
      lastDrawn: null,
    };
  }

  function refresh() {
    const found = new Set(document.querySelectorAll("[data-clock]"));
    const gone = new Map(); // id -> state of a clock that was swapped away
    const missed = [];
    for (const [element, state] of clocks) {
      if (found.has(element)) continue;
      clocks.delete(element);
      if (element.id) gone.set(element.id, state);
    }
    for (const element of found) {
      const state = read(element);
      const before = clocks.get(element) || gone.get(element.id);
      if (clocks.has(element) && before.signature === state.signature) continue;
      hear(state.serverMs, false);
      clocks.set(element, state);
      if (before) missed.push([element, ...overtaken(before, state)]);
    }
    draw();
    for (const [element, name, detail] of missed) if (name) fire(element, name, detail);
  }

  // what the old clock was about to pass when the server, milliseconds faster, sent one that is past it
  function overtaken(before, state) {
    const watched = before.lastDrawn !== null && state.running && state.serverMs - before.lastDrawn < NATURAL_MS;
    if (!watched || !before.running) return [];
    const [due, after] = before.boundaries.slice(before.passed);
    const start = before.startMs > before.lastDrawn && state.startMs === null ? before.startMs : Infinity;
    if (state.serverMs >= start) return ["tapete:start", {}];
    const same = due && state.serverMs >= due.at_ms && state.boundaries[0]?.at_ms === after?.at_ms;
    return same ? ["tapete:level", due] : [];
  }

  // --- drawing ---------------------------------------------------------------------------------------
  function spell(seconds) {
    const h = Math.floor(seconds / 3600);
    const m = Math.floor((seconds % 3600) / 60);
    const s = String(seconds % 60).padStart(2, "0");
    return h ? `${h}:${String(m).padStart(2, "0")}:${s}` : `${m}:${s}`;
  }

  function write(element, text) {
    if (element.textContent === text) return;
    element.textContent = text;
    if (element.dataset.len !== undefined) element.dataset.len = String(text.length);
  }

  // what belongs to this clock, itself included, but not to a clock inside it
  function own(root, selector) {
    const found = Array.from(root.querySelectorAll(selector)).filter((e) => e.closest("[data-clock]") === root);
    if (root.matches(selector)) found.push(root);
    return found;
  }

  function flip(root, boundary, fresh) {
    for (const line of own(root, "[data-clock-anew]")) line.replaceChildren(...Array.from(line.childNodes, (one) => one.cloneNode(true)));
    for (const [key, value] of Object.entries(boundary)) {
      if (!/^[a-z][a-z0-9_]*$/.test(key) || key === "at_ms" || key === "left_ms") continue;
      const text = value === null || value === undefined ? "" : String(value);
      if (key === "state") {
        root.dataset.state = text;
        continue;
      }
      for (const element of own(root, `[data-clock-${key.replaceAll("_", "-")}]`)) {
        if (fresh && element.textContent !== text && text) {
          element.classList.add("fresh");
          setTimeout(() => element.classList.remove("fresh"), FRESH_MS);
        }
        write(element, text);
      }
      for (const element of own(root, `[data-clock-if="${key}"]`)) element.hidden = text === "";
    }
    for (const element of own(root, "[data-len-sum]")) {
      const parts = element.querySelectorAll("[data-len-part]");
      element.dataset.len = String(Array.from(parts).reduce((sum, e) => sum + (e.closest("[hidden]") ? 0 : e.textContent.length), 0));
    }
  }

  // What the server wrote, as a boundary: a clock that was wrongly ahead goes back to it.
  function served(root, state) {
    const texts = {};
    for (const key of new Set(state.boundaries.flatMap(Object.keys))) {
      const place = own(root, `[data-clock-${key.replaceAll("_", "-")}]`)[0];
      const condition = own(root, `[data-clock-if="${key}"]`)[0];
      if (key === "state") texts.state = root.dataset.state;
      else if (condition?.hidden) texts[key] = "";
      else if (place || condition) texts[key] = place ? place.textContent : "1";
    }
    return texts;
  }

  // the position: how much is left now, of how much, and how many boundaries are over
  function position(state, now) {
    const from = Math.max(state.serverMs, state.startMs ?? 0);
    const elapsed = state.running ? Math.max(0, now - from) : 0;
    let passed = 0;
    if (state.running) while (passed < state.boundaries.length && state.boundaries[passed].at_ms <= now) passed += 1;
    if (passed === 0) {
      const left = state.leftMs === null ? null : Math.max(0, state.leftMs - elapsed);
      return { passed, left, length: state.lengthMs, elapsed };
    }
    const begun = state.boundaries[passed - 1];
    const length = number(begun.left_ms ?? undefined);
    return { passed, left: length === null ? null : Math.max(0, length - (now - begun.at_ms)), length, elapsed };
  }

  function drawClock(root, state, now) {
    const at = position(state, now);
    const natural = state.lastDrawn !== null && now - state.lastDrawn < NATURAL_MS;
    const before = state.passed;
    if (state.startMs !== null) drawCountdown(root, state, now, natural);
    if (at.passed !== (before || 0)) {
      const back = at.passed < before;
      if (back) flip(root, state.served, false);
      else state.served ??= served(root, state);
      // keys that only an earlier boundary named are kept, so every passed one is applied in its turn
      for (let i = back ? 0 : before || 0; i < at.passed; i += 1) {
        flip(root, state.boundaries[i], natural && !back && i === at.passed - 1);
      }
      if (natural && !back) fire(root, "tapete:level", state.boundaries[at.passed - 1]);
    }
    if (runsOut(state, at.passed)) ask();
    if (untold(state, now)) {
      ask(state.countMs);
      if (!state.counted) fire(root, "tapete:count", {});
      state.counted = true;
    }
    if (at.left !== null) {
      const seconds = Math.ceil(at.left / 1000);
      for (const element of own(root, "[data-clock-time]")) write(element, spell(seconds));
      root.classList.toggle("last-minute", state.running && at.left < MINUTE_MS && root.dataset.state !== "break");
      if (natural && state.lastLeft >= MINUTE_MS && at.left < MINUTE_MS && at.passed === before) {
        fire(root, "tapete:last-minute", {});
      }
      const was = Math.ceil((state.lastLeft ?? 0) / 1000);
      if (natural && state.running && seconds < was && seconds >= 1 && seconds <= 3) {
        fire(root, "tapete:second", { left: seconds });
      }
      if (at.length) {
        const progress = Math.min(1, Math.max(0, 1 - at.left / at.length));
        for (const element of own(root, "[data-clock-bar]")) element.style.setProperty("--progress", progress.toFixed(4));
      }
    }
    for (const element of own(root, "[data-in-ms]")) {
      const minutes = Math.ceil(Math.max(0, Number(element.dataset.inMs) - at.elapsed) / MINUTE_MS);
      const h = Math.floor(minutes / 60);
      const mm = String(minutes % 60).padStart(2, "0");
      if (element.dataset.inWords === undefined) write(element, `${h}:${mm}`);
      else write(element, h ? `${h} h ${mm}` : `${minutes} min`);
    }
    state.passed = at.passed;
    state.lastLeft = at.left;
    state.lastDrawn = now;
    const next = state.running && state.boundaries[at.passed];
    const coming = [state.startMs - now, state.running ? at.left % 1000 : 0, next ? next.at_ms - now : 0];
    return Math.min(...coming.filter((wait) => wait > 0).map((wait) => wait % 1000 || 1000), 1000);
  }

  // A start that lies ahead: what waits for it, and what shows from then on.
  function drawCountdown(root, state, now, natural) {
    const left = state.startMs - now;
    for (const element of own(root, "[data-countdown]")) write(element, spell(Math.max(0, Math.ceil(left / 1000))));
    if (!state.running) return;
    for (const element of own(root, '[data-clock-if="before_start"]')) element.hidden = left <= 0;
    for (const element of own(root, '[data-clock-if="started"]')) element.hidden = left > 0;
    if (left > 0 || root.dataset.state !== "countdown") return;
    root.dataset.state = "running";
    if (natural) fire(root, "tapete:start", {});
  }

  function runsOut(state, passed) {
    const last = state.boundaries.at(-1);
    return state.running && last && state.boundaries.length - passed <= FEW && Boolean(last.next) && Boolean(last.left_ms);
  }

  function untold(state, now) {
    return state.running && state.countMs !== null && now >= state.countMs + TOLD_MS;
  }

  let askedAt = -ASK_MS;
  // For more level starts; with an instant, for all that is said of the time after it (live.js puts it in).
  async function ask(instant = null) {
    if (document.hidden || performance.now() - askedAt < ASK_MS) return;
    askedAt = performance.now();
    try {
      const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(ASK_MS) });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const after = (element) => read(element).serverMs >= instant; // else it was kept
      if (instant === null) take(page);
      else if ([...page.querySelectorAll("[data-clock]")].some(after)) {
        for (const state of clocks.values()) if (state.countMs === instant) state.countMs = null;
        fire(document, "tapete:asked", page);
      }
    } catch {
      // The server is away: asked again while it matters, and live.js says so.
    }
  }

  // Not where somebody is in the middle of something: that brings the rest by itself.
  function take(page) {
    for (const [element, state] of [...clocks]) {
      const fresh = element.id && page.getElementById(element.id);
      if (!fresh || fresh.dataset.clock === undefined) continue;
      if (element.contains(document.activeElement) || element.querySelector("details[open], .htmx-request")) continue;
      const more = read(fresh).boundaries.at(-1);
      if (!more || more.at_ms <= state.boundaries.at(-1)?.at_ms) continue; // a page that was kept, or the end
      element.replaceWith(document.adoptNode(fresh));
      window.htmx?.process(fresh);
      fire(fresh, "tapete:swapped", {});
    }
  }

  function fire(element, name, detail) {
    element.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }

  const formats = new Map();
  function wallFormat(zone) {
    if (!formats.has(zone)) {
      const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
      let format;
      try {
        format = new Intl.DateTimeFormat("en-GB", zone ? { ...options, timeZone: zone } : options);
      } catch {
        format = new Intl.DateTimeFormat("en-GB", options); // a zone this browser does not know
      }
      formats.set(zone, format);
    }
    return formats.get(zone);
  }

  let timer = 0;
  function draw() {
    clearTimeout(timer);
    const now = serverNow();
    let wait = Math.min(1000, MINUTE_MS - (now % MINUTE_MS));
    for (const [element, state] of clocks) {
      if (!element.isConnected) {
        clocks.delete(element);
        continue;
      }
      wait = Math.min(wait, drawClock(element, state, now));
    }
    document.querySelectorAll("[data-wall-time]").forEach((element) => {
      write(element, wallFormat(element.dataset.zone || "").format(now));
    });
    timer = setTimeout(draw, Math.ceil(wait) + 1); // a timer may go off a little early, and would find nothing to do
  }

  // --- what starts it --------------------------------------------------------------------------------
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:sseMessage", "tapete:swap", "tapete:swapped"]) {
    document.addEventListener(name, refresh);
  }
  document.addEventListener("tapete:server", (event) => {
    hear(event.detail.now, true);
    draw();
  });
  document.addEventListener("visibilitychange", draw);
  window.addEventListener("pageshow", draw);
  window.addEventListener("focus", draw);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", refresh);
  else refresh();

  window.tapeteClock = Object.freeze({ now: serverNow, refresh });
})();
