/*
 * My seat on a player's phone. The pages are the same for everybody; who reads one is known to this phone only.
 *   <div id="phone-people"><ul><li data-player="7" data-name="Kosovo" data-line="Table 2, seat 7">…
 *   [data-me]         shown once there is anybody to choose; inside it
 *   [data-me-shown]   with [data-me-lead], [data-me-line] and the button [data-me-change], or
 *                     and, while a move (li[data-move], data-move-lead, data-move-since) was not seen, the class
 *                     "moving", [data-me-since] and the button [data-me-seen]: kept under "tapete-seen", its number
 *   [data-me-ask]     with the select [data-me-names] (data-me-nobody: its first line)
 *   li[data-player] elsewhere gets the class "me"
 * The choice is kept in localStorage under "tapete-me": the player's id, so it holds for the next open too.
 */
(() => {
  "use strict";
  const KEY = "tapete-me";
  const SEEN = "tapete-seen";
  let asking = false;
  let chosen = recall(KEY);
  let seen = Number(recall(SEEN));
  let told = seen; // the last move this phone buzzed for

  function recall(key) {
    try {
      return localStorage.getItem(key) || "";
    } catch {
      return ""; // private browsing: it is kept as long as this page is open
    }
  }

  function keep(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // see recall()
    }
  }

  function people() {
    return Array.from(document.querySelectorAll("#phone-people li"), (item) => item.dataset);
  }

  function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  function offer(names, list) {
    const known = Array.from(names.options, (option) => `${option.value}|${option.textContent}`).join("\n");
    const wanted = [{ player: "", name: names.dataset.meNobody }, ...list];
    if (known === wanted.map((one) => `${one.player}|${one.name}`).join("\n")) return;
    names.replaceChildren(...wanted.map((one) => new Option(one.name, one.player)));
  }

  function show() {
    const box = document.querySelector("[data-me]");
    const list = people();
    document.querySelectorAll("li[data-player]").forEach((item) => {
      item.classList.toggle("me", Boolean(chosen) && item.dataset.player === chosen);
    });
    if (!box) return;
    const me = asking ? undefined : list.find((one) => one.player === chosen);
    box.hidden = !list.length;
    box.querySelector("[data-me-shown]").hidden = !me;
    box.querySelector("[data-me-ask]").hidden = Boolean(me);
    if (me) {
      showMe(box, me);
    } else {
      const sorted = list.sort((a, b) => a.name.localeCompare(b.name, document.documentElement.lang));
      offer(box.querySelector("[data-me-names]"), sorted);
    }
  }

  function showMe(box, me) {
    const moving = Number(me.move || 0) > seen;
    box.classList.toggle("moving", moving);
    write(box.querySelector("[data-me-lead]"), moving ? me.moveLead : me.name);
    write(box.querySelector("[data-me-line]"), me.line);
    const since = box.querySelector("[data-me-since]");
    write(since, moving ? me.moveSince : "");
    since.hidden = !moving;
    box.querySelector("[data-me-seen]").hidden = !moving;
    if (moving && Number(me.move) > told) {
      told = Number(me.move);
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
    }
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-me-names]") || !event.target.value) return;
    chosen = event.target.value;
    keep(KEY, chosen);
    asking = false;
    event.target.value = "";
    show();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-me-seen]")) {
      seen = Math.max(seen, ...people().filter((one) => one.player === chosen).map((one) => Number(one.move || 0)));
      keep(SEEN, String(seen));
      show();
    }
    if (!event.target.closest("[data-me-change]")) return;
    asking = true;
    show();
    document.querySelector("[data-me-names]").focus();
  });
  document.addEventListener("tapete:swapped", show);
  show();

  // Where the site has HTTPS the last page seen is kept, for a walk behind the bar's thickest wall.
  const { worker } = document.body.dataset;
  if (worker && window.isSecureContext) navigator.serviceWorker?.register(worker, { scope: "/o/" }).catch(() => {});
})();
