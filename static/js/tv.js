/*
 * A television set: its code in the corner, where it belongs, and its keys.
 *   <div id="screen-tv" data-open="k3x9m2p" data-code="K7P2MX" data-where="…" data-key-address="…" data-csrf="…"
 *          data-keys="0|1">; without data-code the page is no set's, and only the local keys work.
 * A set asks the server every few seconds where it belongs, so that it follows the desk even from the page of an open
 * that nobody touches; what it shows of its open comes with the live page itself.
 *
 * Keys: F full screen, M sound off or on (event "tapete:mute" on document).  Where the director allowed it also: space
 * pauses and resumes, up and down give or take a minute, right and left go to the next or previous level when pressed
 * again within three seconds.  The server decides: the cookie proves which set it is.
 */
(() => {
  "use strict";

  const corner = document.getElementById("screen-tv");
  if (!corner) return;
  const AGAIN_MS = 3000;
  const SAID_MS = 4000;
  const ASK_PAIRED_MS = 10000;
  const ASK_NEW_MS = 4000;
  const LOOK_MS = 10000;
  const said = corner.querySelector("[data-tv-said]");
  const label = corner.querySelector("[data-tv-code]");
  let paired = Boolean(label && label.hidden);
  let hiding = 0;
  let asked = { verb: "", until: 0 };
  let busy = false;

  function say(text, milliseconds) {
    said.textContent = text;
    said.hidden = !text;
    clearTimeout(hiding);
    hiding = setTimeout(() => (said.hidden = true), milliseconds || SAID_MS);
  }

  // --- where the set belongs -------------------------------------------------------------------------
  function go(address) {
    const query = new URLSearchParams(location.search);
    query.set("tv", "1");
    location.replace(`${address}?${query}`);
  }

  // The club's colours are a sheet of their own, whose address changes with them.
  function dress(address) {
    let sheet = document.getElementById("screen-look");
    if (!address || address.endsWith("-0.css") || sheet?.getAttribute("href") === address) return;
    if (!sheet) {
      sheet = Object.assign(document.createElement("link"), { id: "screen-look", rel: "stylesheet" });
      document.head.append(sheet);
    }
    sheet.setAttribute("href", address);
  }

  async function ask() {
    let wait = paired ? ASK_PAIRED_MS : ASK_NEW_MS;
    try {
      const answer = await fetch(`${corner.dataset.where}?at=${encodeURIComponent(corner.dataset.open)}`, { cache: "no-store" });
      if (answer.ok) {
        const told = await answer.json();
        if (told.address !== location.pathname || (told.code && told.code !== corner.dataset.code)) return go(told.address);
        dress(told.look);
        paired = told.paired;
        corner.dataset.keys = told.keys ? "1" : "0";
        label.hidden = paired;
        wait = paired ? ASK_PAIRED_MS : ASK_NEW_MS;
      }
    } catch {
      // The server is away: the clock goes on, and this asks again.
    }
    setTimeout(ask, wait);
  }

  // --- keys ------------------------------------------------------------------------------------------
  function requestId() {
    // crypto.randomUUID is for secure pages only, and a set's page is plain http.
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  async function press(verb) {
    if (busy) return;
    busy = true;
    const form = new URLSearchParams({ key: verb, open: corner.dataset.open, request_id: requestId() });
    const language = encodeURIComponent(document.documentElement.lang);
    try {
      const answer = await fetch(`${corner.dataset.keyAddress}?lang=${language}`, {
        method: "POST",
        headers: { "X-CSRFToken": corner.dataset.csrf },
        body: form,
      });
      if (answer.headers.get("Content-Type")?.startsWith("application/json")) say((await answer.json()).said);
      else say(answer.status === 403 ? corner.dataset.forbidden : corner.dataset.failed);
    } catch {
      say(corner.dataset.failed);
    } finally {
      busy = false;
    }
  }

  function pressTwice(verb, text) {
    const now = performance.now();
    if (asked.verb === verb && now < asked.until) {
      asked = { verb: "", until: 0 };
      press(verb);
    } else {
      asked = { verb, until: now + AGAIN_MS };
      say(text, AGAIN_MS);
    }
  }

  function fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }

  const paused = () => document.querySelector('.screen[data-state="paused"]') !== null;
  const LOCAL = {
    f: fullScreen,
    m: () => document.dispatchEvent(new CustomEvent("tapete:mute")),
  };
  const CLOCK = {
    " ": () => press(paused() ? "resume" : "pause"),
    arrowup: () => press("plus"),
    arrowdown: () => press("minus"),
    arrowright: () => pressTwice("next", corner.dataset.againNext),
    arrowleft: () => pressTwice("previous", corner.dataset.againPrevious),
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea, dialog, [contenteditable]")) return;
    if (event.key === " " && target.closest("button, summary")) return;
    const act = LOCAL[event.key.toLowerCase()] || (corner.dataset.keys === "1" && CLOCK[event.key.toLowerCase()]);
    if (!act) return;
    event.preventDefault();
    act();
  });

  // A page that waits for an open is read again only while the server answers: never into the browser's error page.
  async function lookAgain() {
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
  }

  if (corner.dataset.where) setTimeout(ask, 1000);
  if (document.querySelector("[data-look-again]")) setInterval(lookAgain, LOOK_MS);
})();
