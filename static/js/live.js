/*
 * Keeps a page up to date from the address in data-live (tdapp/live/stream.py).
 *
 *   <body data-live="/live/es/screen/k3x9/">  and one element per fragment, whose id is the fragment's name
 *   <i data-server-time hidden></i>           gets the server's clock in ms (clock.js reads it)
 *   <p data-link-lost hidden>… <b data-link-age></b></p>   shown while nothing is heard, with the age, M:SS
 *   <ul data-parts="phone-table-">            its children are fragments whose names begin so; they come and go
 *   <html data-link="live|poll|lost">, and class "link-lost"; data-stored-ms where worker.js gave a kept page
 * The desk's stream sends only versions: the body has data-live-version too, the version that it shows, and parts have
 * hx-trigger="changed from:body". An answer that brought the whole page to a version says so, and saves a round:
 * HX-Trigger: {"tapete:shown": "<epoch>-<version>"}.
 * Nothing replaces a part that holds the focused field, or one with something typed in it: it waits.
 * Events: tapete:swapped on each new fragment; tapete:server on document, detail.offset = server's clock minus ours.
 */
(() => {
  "use strict";
  const QUIET_MS = 40000; // the server speaks every 15 s: a stream silent for longer is dead
  const PATIENCE_MS = 10000; // to connect, and between attempts once polling has taken over
  const GRACE_MS = 5000; // without any connection, before the page says so
  const POLL_MS = 3000;
  const TRIES = 3;

  const host = document.querySelector("[data-live]");
  if (!host) return;
  const root = document.documentElement;
  const all = (selector, act) => document.querySelectorAll(selector).forEach(act);
  const fire = (where, name, detail) => where.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  const waiting = new Map(); // fragment name -> HTML that has to wait for somebody who types
  let source = null, linked = false, failures = 0, openedAt = 0, retryAt = 0;
  let polling = false, pollAt = 0, etag = "";
  let names = []; // of the fragments there are
  let heardAt = Number(root.dataset.storedMs) || Date.now(), soon = 0, owed = null;

  // --- what arrives ----------------------------------------------------------------------------------
  function server(state) {
    heardAt = Date.now();
    all("[data-server-time]", (element) => {
      element.textContent = state.now;
      fire(element, "tapete:swapped");
    });
    fire(document, "tapete:server", { ...state, offset: state.now - heardAt });
    show();
  }

  function arrived(name, html) {
    if (name !== "changed") swap(name, html);
    else if (html !== host.dataset.liveVersion) {
      host.dataset.liveVersion = html;
      soon ||= setTimeout(refetch, 150);
    }
  }

  function refetch() {
    clearTimeout(soon);
    soon = 0;
    owed = null;
    fire(document.body, "changed");
  }

  function swap(name, html) {
    const old = document.getElementById(name);
    const box = document.createElement("template");
    box.innerHTML = html;
    const fresh = box.content.firstElementChild;
    waiting.delete(name);
    if (!old && fresh) adopt(name, fresh);
    if (!old || !fresh || old.isEqualNode(fresh)) return;
    if (busy(old)) {
      waiting.set(name, html);
      return;
    }
    const focused = old.contains(document.activeElement) && document.activeElement.id;
    old.replaceWith(fresh);
    window.htmx?.process(fresh);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    fire(fresh, "tapete:swapped");
  }

  // A list whose parts come one by one (data-parts: how their names begin): a new one goes to its end ...
  function adopt(name, fresh) {
    const list = [...document.querySelectorAll("[data-parts]")].find((one) => name.startsWith(one.dataset.parts));
    if (!list) return;
    list.append(fresh);
    fire(fresh, "tapete:swapped");
  }

  // ... and one that the server has no more goes.
  function prune(names) {
    all("[data-parts]", (list) => {
      for (const part of [...list.children]) if (!names.includes(part.id)) part.remove();
    });
  }

  function busy(part) {
    return [part, ...part.querySelectorAll("input, textarea, select")].some((field) => {
      if (!field.matches("input, textarea, select")) return false;
      if (field === document.activeElement) return true;
      if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
      return field.type !== "hidden" && field.defaultValue !== undefined && field.value !== field.defaultValue;
    });
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, target } = event.detail;
    if (requestConfig?.triggeringEvent?.type === "changed" && busy(target)) {
      event.detail.shouldSwap = false;
      owed = target;
    }
  });

  document.addEventListener("tapete:asked", ({ detail }) => {
    for (const name of names) {
      const fresh = detail.getElementById(name);
      if (fresh && document.getElementById(name)) swap(name, fresh.outerHTML);
    }
  });

  document.addEventListener("tapete:shown", (event) => {
    if (host.dataset.liveVersion === event.detail.value) soon = clearTimeout(soon) || 0;
    host.dataset.liveVersion = event.detail.value;
  });

  // --- the connection --------------------------------------------------------------------------------
  function open() {
    close();
    openedAt = Date.now();
    const known = new Set();
    const mine = (source = new EventSource(host.dataset.live));
    mine.addEventListener("server", (event) => {
      const state = JSON.parse(event.data);
      linked = true;
      failures = 0;
      for (const name of state.fragments) {
        if (!known.has(name)) mine.addEventListener(name, ({ data }) => arrived(name, data));
        known.add(name);
      }
      prune((names = state.fragments));
      server(state);
    });
    mine.onerror = () => mine === source && fail();
  }

  function close() {
    source?.close();
    source = null;
    linked = false;
  }

  function fail() {
    close();
    failures += 1;
    // Not all at the same moment: after a restart every phone in the room comes back.
    retryAt = Date.now() + (failures < TRIES ? 1000 : PATIENCE_MS) + Math.random() * 1000;
  }

  async function poll() {
    polling = true;
    try {
      const answer = await fetch(`${host.dataset.live}?poll=1`, {
        cache: "no-store",
        headers: etag ? { "If-None-Match": etag } : {},
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (answer.ok || answer.status === 304) {
        if (root.dataset.link === "lost") retryAt = 0; // the server is back, perhaps the stream too
        const state = answer.ok ? await answer.json() : { now: Number(answer.headers.get("X-Tapete-Now")) };
        etag = answer.headers.get("ETag");
        if (state.fragments) prune((names = Object.keys(state.fragments)));
        server(state);
        for (const [name, html] of Object.entries(state.fragments || {})) arrived(name, html);
      }
    } catch {
      // Nothing heard: show() will say so.
    }
    polling = false;
    pollAt = Date.now() + POLL_MS;
  }

  // --- once a second ---------------------------------------------------------------------------------
  function tick() {
    const now = Date.now();
    if (document.hidden) return;
    // A laptop's clock that is set back: nothing waits for the hour to come round again.
    [heardAt, openedAt] = [heardAt, openedAt].map((at) => Math.min(at, now));
    retryAt = Math.min(retryAt, now + PATIENCE_MS + 1000);
    pollAt = Math.min(pollAt, now + POLL_MS);
    if (linked && now - heardAt > QUIET_MS) open();
    else if (source && !linked && now - openedAt > PATIENCE_MS) fail();
    else if (!source && now >= retryAt) open();
    if (!linked && failures >= TRIES && !polling && now >= pollAt) poll();
    for (const [name, html] of [...waiting]) swap(name, html);
    if (owed && !(owed.isConnected && busy(owed))) refetch();
    show();
  }

  function show() {
    const age = Math.max(0, Date.now() - heardAt);
    const lost = age > (linked ? QUIET_MS : GRACE_MS);
    root.dataset.link = lost ? "lost" : linked ? "live" : "poll";
    root.classList.toggle("link-lost", lost);
    all("[data-link-lost]", (notice) => (notice.hidden = !lost));
    const text = `${Math.floor(age / 60000)}:${String(Math.floor(age / 1000) % 60).padStart(2, "0")}`;
    if (lost) all("[data-link-age]", (place) => (place.textContent = text));
  }

  // A browser allows six connections to one server: a page nobody sees keeps none.
  function visible() {
    if (document.hidden) close();
    else open();
  }
  document.addEventListener("visibilitychange", visible);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => event.persisted && visible());
  document.addEventListener("tapete:woke", () => document.hidden || open());

  setInterval(tick, 1000);
  visible();
})();
