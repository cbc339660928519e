/*
 * My seat on a player's phone. The pages are the same for everybody; who reads one is known to this phone only.
 *   <ul id="phone-people"><li data-player="7" data-name="Kosovo" data-lead="Kosovo" data-line="Table 2, seat 7">…
 *   [data-me]         shown once there is anybody to choose; inside it
 *   [data-me-shown]   with [data-me-lead], [data-me-line] and the button [data-me-change], or
 *   [data-me-ask]     with the select [data-me-names] (data-me-nobody: its first line)
 *   li[data-player] elsewhere gets the class "me"
 * The choice is kept in localStorage under "tapete-me": the player's id, so it holds for the next open too.
 */
(() => {
  "use strict";
  const KEY = "tapete-me";
  let asking = false;
  let chosen = recall();

  function recall() {
    try {
      return localStorage.getItem(KEY) || "";
    } catch {
      return ""; // private browsing: it is kept as long as this page is open
    }
  }

  function keep(player) {
    chosen = player;
    try {
      localStorage.setItem(KEY, player);
    } catch {
      // see recall()
    }
  }

  function people() {
    return Array.from(document.querySelectorAll("#phone-people > li"), (item) => item.dataset);
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
      write(box.querySelector("[data-me-lead]"), me.lead);
      write(box.querySelector("[data-me-line]"), me.line);
    } else {
      const sorted = list.sort((a, b) => a.name.localeCompare(b.name, document.documentElement.lang));
      offer(box.querySelector("[data-me-names]"), sorted);
    }
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-me-names]") || !event.target.value) return;
    keep(event.target.value);
    asking = false;
    event.target.value = "";
    show();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-me-change]")) return;
    asking = true;
    show();
    document.querySelector("[data-me-names]").focus();
  });
  document.addEventListener("tapete:swapped", show);
  show();
})();
