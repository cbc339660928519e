"""How tests listen to a page."""

EARS = """
window.heard = [];
document.addEventListener("tapete:sound", (event) => {
  window.heard.push(event.detail);
  document.body.dataset.heard = window.heard.join(" ");
});
window.spoken = [];
speechSynthesis.speak = (words) => window.spoken.push([words.lang, words.text]);
const quiet = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
const node = { frequency: {}, gain: quiet, connect: (next) => next, start() {}, stop() {} };
window.AudioContext = class {
  constructor() { this.state = "suspended"; this.currentTime = 0; this.destination = node; }
  async resume() { this.state = "running"; }
  createOscillator() { return { ...node }; }
  createGain() { return { ...node }; }
};
"""
"""A browser that writes down what would be heard, and wants one tap before it lets anything sound."""
