/*
 * What a screen lets hear: synthesised here, no files.
 *   <div id="screen-plan" data-show='{"volume": 70, "sounds_off": ["out"], "spoken": true}'
 *        data-displays='{"K7P2MX": {"silent": false}}'>
 *   <div id="screen-panel" data-outs="3" data-bubble="1" data-state="winner">
 *   <button data-sound-start hidden>   until the browser allows sound: "tap once for sound"
 *   <p data-sound-off hidden>          shown while the set is mute
 *   [data-clock-speech]                what a new level is called, read aloud where "spoken"
 * Heard when time itself passes a point (clock.js: tapete:last-minute, tapete:second, tapete:level, tapete:start) and
 * when somebody goes out, the bubble bursts or a winner is found while this page looks on. Never at a reload, never
 * when the director sets the clock, never when an act is taken back: a clock that is swapped in fires nothing.
 * M (tv.js: the event "tapete:mute") makes the set mute; the set remembers it.
 */
(() => {
  "use strict";

  const MUTE = "tapete-mute";
  // event -> notes: [hertz, start in s, length in s]
  const TUNES = {
    minute: [[660, 0, 0.18], [660, 0.26, 0.18]],
    seconds: [[880, 0, 0.09]],
    level: [[523, 0, 0.22], [659, 0.2, 0.22], [784, 0.4, 0.5]],
    break: [[784, 0, 0.3], [587, 0.28, 0.3], [440, 0.56, 0.6]],
    back: [[440, 0, 0.2], [587, 0.18, 0.2], [784, 0.36, 0.2], [880, 0.54, 0.5]],
    out: [[330, 0, 0.16], [247, 0.16, 0.4]],
    bubble: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.12], [1047, 0.36, 0.6]],
    winner: [[523, 0, 0.18], [523, 0.2, 0.1], [659, 0.32, 0.18], [784, 0.52, 0.18], [1047, 0.72, 0.9]],
  };

  let audio = null;
  let mute = remembered();
  let before = null; // what the panel last said

  function remembered() {
    try {
      return localStorage.getItem(MUTE) === "1";
    } catch {
      return false; // private browsing: mute lasts as long as this page
    }
  }

  function plan() {
    const element = document.getElementById("screen-plan");
    try {
      const show = JSON.parse(element.dataset.show);
      const mine = JSON.parse(element.dataset.displays)[document.body.dataset.display];
      return { ...show, silent: Boolean(mine && mine.silent) };
    } catch {
      return { volume: 70, sounds_off: [], spoken: false, silent: false };
    }
  }

  function quiet(show) {
    return mute || show.silent || !show.volume;
  }

  // --- sound -----------------------------------------------------------------------------------------
  function play(name) {
    const show = plan();
    if (quiet(show) || show.sounds_off.includes(name) || !audio || audio.state !== "running") return;
    for (const [hertz, start, length] of TUNES[name]) note(hertz, audio.currentTime + start, length, show.volume / 100);
    document.dispatchEvent(new CustomEvent("tapete:sounded", { detail: { name } }));
  }

  function note(hertz, at, length, loudness) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness, at + 0.012); // no click at either end
    gain.gain.setValueAtTime(loudness, at + Math.max(0.012, length - 0.06));
    gain.gain.linearRampToValueAtTime(0, at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }

  // A browser lets a page sound only once somebody touched it.
  async function allow() {
    audio ??= new AudioContext();
    if (audio.state !== "running") await Promise.race([audio.resume(), new Promise((go) => setTimeout(go, 300))]);
    show();
  }

  function show() {
    const { silent, volume } = plan();
    const button = document.querySelector("[data-sound-start]");
    if (button) button.hidden = silent || !volume || mute || Boolean(audio && audio.state === "running");
    const note = document.querySelector("[data-sound-off]");
    if (note) note.hidden = !mute || silent;
  }

  // --- voice -----------------------------------------------------------------------------------------
  function speak() {
    const shown = plan();
    const text = document.querySelector("[data-clock-speech]")?.textContent.trim();
    if (!text || !shown.spoken || quiet(shown) || !window.speechSynthesis) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    words.volume = shown.volume / 100;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }

  // --- when ------------------------------------------------------------------------------------------
  document.addEventListener("tapete:last-minute", () => play("minute"));
  document.addEventListener("tapete:second", () => play("seconds"));
  document.addEventListener("tapete:start", () => play("level"));
  document.addEventListener("tapete:level", (event) => {
    const now = event.detail.state;
    const then = before?.clock;
    play(now === "break" ? "break" : then === "break" ? "back" : "level");
    if (before) before.clock = now;
    if (now !== "break") setTimeout(speak, 1200); // after the tune
  });

  function looked() {
    const { outs, bubble, state } = document.getElementById("screen-panel")?.dataset ?? {};
    const now = { outs: Number(outs || 0), bubble: bubble === "1", state, clock: state === "break" ? "break" : "running" };
    if (before) {
      if (now.state === "winner" && before.state !== "winner") play("winner");
      else if (now.bubble && !before.bubble) play("bubble");
      else if (now.outs > before.outs) play("out");
    }
    before = now;
    show();
  }

  document.addEventListener("tapete:swapped", looked);
  document.addEventListener("tapete:mute", () => {
    mute = !mute;
    try {
      localStorage.setItem(MUTE, mute ? "1" : "0");
    } catch {
      // see remembered()
    }
    if (mute) window.speechSynthesis?.cancel();
    allow();
  });
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, allow, { capture: true });
  looked();
  allow();
})();
