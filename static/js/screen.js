/*
 * The big screen's own script: what the page needs besides its clock.
 *   <body data-phone-address="192.168.1.20:8000/o/k3x9m2p/">  is written into each [data-phone-address] inside, also
 *   of parts that are swapped in later: the part is rendered once for everybody and cannot know the address.
 *   #screen-plan[data-look]  the address of the club's colours, put into <link id="screen-look"> when it changes
 *   [data-awake-hint]        shown for a while where the browser cannot keep the display awake
 * Where the browser allows it (https, or the laptop's own localhost) the display is kept awake while the page is seen.
 * The picture moves by a few pixels every few minutes (--shift-x, --shift-y on the body), so that nothing burns in.
 */
(() => {
  "use strict";
  const HINT_MS = 30000;
  const SHIFT_MS = 180000;
  const SHIFTS = [[0, 0], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];
  const address = document.body.dataset.phoneAddress || "";

  function write() {
    document.querySelectorAll("body [data-phone-address]").forEach((place) => {
      if (place.textContent !== address) place.textContent = address;
    });
    look();
  }

  function look() {
    const wanted = document.getElementById("screen-plan")?.dataset.look;
    let sheet = document.getElementById("screen-look");
    if (!wanted || sheet?.getAttribute("href") === wanted) return;
    if (!sheet) {
      sheet = Object.assign(document.createElement("link"), { id: "screen-look", rel: "stylesheet" });
      document.head.append(sheet);
    }
    sheet.setAttribute("href", wanted);
  }

  function hint() {
    const note = document.querySelector("[data-awake-hint]");
    if (!note) return;
    note.hidden = false;
    setTimeout(() => (note.hidden = true), HINT_MS);
  }

  async function stayAwake() {
    if (document.hidden || !navigator.wakeLock) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // Low battery or a setting of the system: the display sleeps when it wants to.
    }
  }

  let step = 0;
  function shift() {
    step = (step + 1) % SHIFTS.length;
    const [x, y] = SHIFTS[step];
    document.body.style.setProperty("--shift-x", String(x));
    document.body.style.setProperty("--shift-y", String(y));
  }

  document.addEventListener("tapete:swapped", write);
  document.addEventListener("visibilitychange", stayAwake);
  setInterval(shift, SHIFT_MS);
  write();
  stayAwake();
  if (!navigator.wakeLock) hint();
})();
