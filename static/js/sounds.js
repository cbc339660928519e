/*
 * What the big screen lets be heard, made here out of plain tones, and the new blinds read aloud.
 *   #screen-plan[data-show]      {volume: 0…100, sounds_off: [...], spoken: true|false}
 *   #screen-plan[data-displays]  a set that is "silent" makes no sound at all
 *   #screen-panel                data-outs (rows of those who are out), data-money, data-blinds, data-spoken
 *   [data-sound-tap]             shown until the browser allows sound: browsers want one tap or key first
 * Sounds: minute, seconds (the last three), level, break, back, out, bubble, winner.
 * Nothing sounds at the director's corrections or a reload: the clock's events come only where time itself passes, and
 * an out, the bubble and the winner only where the panel changes while the page is open, each once, whatever is undone.
 * "tapete:mute" on document (tv.js) turns the sound off and on; the page remembers it.
 */
(() => {
  "use strict";
  const MUTED = "tapete-muted";
  const ALLOWED = "tapete-sound";
  const SAID_MS = 3000;
  // [when in s, pitch in Hz, length in s]
  const TUNES = {
    minute: [[0, 880, 0.35], [0.4, 660, 0.5]],
    seconds: [[0, 990, 0.12]],
    level: [[0, 523, 0.22], [0.2, 659, 0.22], [0.4, 784, 0.6]],
    break: [[0, 784, 0.25], [0.25, 659, 0.25], [0.5, 523, 0.7]],
    back: [[0, 659, 0.2], [0.2, 659, 0.2], [0.4, 988, 0.7]],
    out: [[0, 330, 0.25], [0.25, 220, 0.5]],
    bubble: [[0, 523, 0.15], [0.15, 659, 0.15], [0.3, 784, 0.15], [0.45, 1047, 0.8]],
    winner: [[0, 523, 0.2], [0.2, 523, 0.2], [0.4, 523, 0.2], [0.6, 784, 0.6], [1.2, 659, 0.25], [1.45, 784, 1]],
  };
  const BRIGHT = { seconds: "square", out: "sawtooth" };

  const body = document.body;
  const tap = document.querySelector("[data-sound-tap]");
  const told = document.querySelector("[data-sound-said]");
  let context = null;
  let hiding = 0;
  let muted = kept(MUTED) === "1";

  function kept(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // storage is switched off: nothing is remembered
    }
  }

  function keep(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Storage is switched off.
    }
  }

  function plan(name) {
    try {
      return JSON.parse(document.getElementById("screen-plan").dataset[name]) || {};
    } catch {
      return {};
    }
  }

  const silent = () => Boolean(plan("displays")[body.dataset.display]?.silent);

  // --- permission ------------------------------------------------------------------------------------
  const allowed = () => context !== null && context.state === "running";

  function ask() {
    if (tap) tap.hidden = allowed() || muted || silent() || !window.AudioContext;
  }

  async function begin() {
    if (!window.AudioContext || silent()) return;
    context = context || new AudioContext();
    if (context.state !== "running") await context.resume().catch(() => {});
    if (allowed()) keep(ALLOWED, "1");
    ask();
  }

  function mute() {
    muted = !muted;
    keep(MUTED, muted ? "1" : "0");
    if (muted) window.speechSynthesis?.cancel();
    if (told) {
      told.textContent = muted ? told.dataset.off : told.dataset.on;
      told.hidden = false;
      clearTimeout(hiding);
      hiding = setTimeout(() => (told.hidden = true), SAID_MS);
    }
    ask();
  }

  // --- tones and the voice ---------------------------------------------------------------------------
  function play(name) {
    const { volume = 0, sounds_off: off = [] } = plan("show");
    if (muted || silent() || !volume || off.includes(name) || !allowed()) return;
    document.dispatchEvent(new CustomEvent("tapete:sound", { detail: name }));
    for (const [after, pitch, length] of TUNES[name]) tone(context.currentTime + after, pitch, length, volume / 100, BRIGHT[name]);
  }

  function tone(at, pitch, length, volume, shape) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = shape || "triangle";
    oscillator.frequency.value = pitch;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(volume * (shape ? 0.35 : 0.8), at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length + 0.05);
  }

  function speak(text) {
    const { volume = 0, spoken } = plan("show");
    if (!spoken || !text || muted || silent() || !volume || !window.speechSynthesis) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    words.volume = volume / 100;
    setTimeout(() => speechSynthesis.speak(words), 1200); // after the tones
  }

  // --- where time passes -----------------------------------------------------------------------------
  const panel = () => document.getElementById("screen-panel");
  const mine = (event) => event.target === panel();
  let inBreak = false;

  document.addEventListener("tapete:last-minute", (event) => mine(event) && play("minute"));
  document.addEventListener("tapete:second", (event) => mine(event) && play("seconds"));
  document.addEventListener("tapete:start", (event) => {
    if (!mine(event)) return;
    play("back");
    speak(panel().dataset.spoken);
  });
  document.addEventListener("tapete:level", (event) => {
    if (!mine(event)) return;
    const begins = event.detail.state === "break";
    play(begins ? "break" : inBreak ? "back" : "level");
    inBreak = begins;
    if (!begins) speak(event.detail.spoken);
  });

  // --- where the panel changes -----------------------------------------------------------------------
  const heard = new Set(); // the rows of outs, "bubble", "winner": each sounds once
  let blinds = "";

  function look() {
    const { outs = "", money, state, blinds: here = "" } = panel()?.dataset || {};
    const found = outs.split(" ").filter(Boolean).map((row) => `out ${row}`);
    if (money === "1") found.push("bubble");
    if (state === "winner") found.push("winner");
    inBreak = state === "break";
    const fresh = found.filter((one) => !heard.has(one));
    fresh.forEach((one) => heard.add(one));
    const raised = here !== blinds;
    blinds = here;
    return { fresh, raised };
  }

  function changed(event) {
    ask();
    if (event.target !== panel()) return;
    const { fresh, raised } = look();
    if (!fresh.length) return;
    if (fresh.includes("winner")) return play("winner");
    if (fresh.includes("bubble")) return play("bubble");
    const follows = !panel().dataset.leftMs && raised; // blinds that follow the outs went up with this one
    play(follows ? "level" : "out");
    if (follows) speak(panel().dataset.spoken);
  }

  document.addEventListener("tapete:swapped", changed);
  document.addEventListener("tapete:mute", mute);
  document.addEventListener("pointerdown", begin);
  document.addEventListener("keydown", begin);
  look();
  if (kept(ALLOWED) === "1" && !muted) begin();
  ask();
})();
