/*
 * A hand replayed without loading the page anew: the links of #replay-stage fetch the step and swap it in.
 *
 *   <section id="replay-stage" data-step="2" data-last="9">   the step shown, from 0; the server draws every one
 *   <a data-move="1" href="?step=3">   so many steps on; "first" goes to the beginning. Keys press these (keys.js)
 *   <button data-play data-start="Play" data-stop="Stop" hidden>   goes on by itself until the end
 *
 * Presses faster than the answers add up: the last one decides which step is shown.
 */
(() => {
  "use strict";
  const EVERY_MS = 1800;
  const id = "replay-stage";
  let wanted = null, fetching = false, timer = 0;

  const stage = () => document.getElementById(id);
  const shown = () => Number(stage().dataset.step);
  const last = () => Number(stage().dataset.last);

  function label() {
    const button = stage().querySelector("[data-play]");
    button.hidden = false;
    button.textContent = timer ? button.dataset.stop : button.dataset.start;
    button.setAttribute("aria-pressed", String(Boolean(timer)));
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    label();
  }

  function swap(html) {
    const focused = document.activeElement && stage().contains(document.activeElement) ? document.activeElement.id : "";
    const made = document.createElement("template");
    made.innerHTML = html;
    stage().replaceWith(made.content);
    history.replaceState(history.state, "", `?step=${shown()}`);
    label();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  async function fetched(step) {
    const address = `${location.pathname}?step=${step}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true", "HX-Target": id }, redirect: "error" });
    if (answer.status !== 200) throw new Error(String(answer.status));
    return answer.text();
  }

  async function go(step) {
    wanted = Math.min(Math.max(step, 0), last());
    if (fetching) return;
    fetching = true;
    try {
      while (wanted !== shown()) swap(await fetched(wanted));
    } catch {
      location.search = `?step=${wanted}`; // the whole page says what is wrong
    }
    fetching = false;
    wanted = null;
    if (timer && shown() === last()) stop();
  }

  function play() {
    if (timer) return stop();
    timer = setInterval(() => go(shown() + 1), EVERY_MS);
    label();
    go(shown() === last() ? 0 : shown() + 1);
  }

  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element && event.target.closest(`#${id} [data-move], #${id} [data-play]`);
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (pressed.hasAttribute("data-play")) return play();
    if (timer) stop();
    const move = pressed.dataset.move;
    go(move === "first" ? 0 : (wanted ?? shown()) + Number(move));
  });
  document.addEventListener("htmx:afterSwap", () => stage() && label());
  label();
})();
