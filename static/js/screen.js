/*
 * The big screen's own script.
 *   <body data-phone-address="192.168.1.20:8000/o/k3x9m2p/">  is written into each [data-phone-address] inside, also
 *   of parts that are swapped in later: the part is rendered once for everybody and cannot know the address.
 * Where the browser allows it (https, or the laptop's own localhost) the display is kept awake while the page is seen.
 */
(() => {
  "use strict";
  const address = document.body.dataset.phoneAddress || "";

  function write() {
    document.querySelectorAll("body [data-phone-address]").forEach((place) => {
      if (place.textContent !== address) place.textContent = address;
    });
  }

  async function stayAwake() {
    if (document.hidden || !navigator.wakeLock) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // Low battery or a setting of the system: the display sleeps when it wants to.
    }
  }

  document.addEventListener("tapete:swapped", write);
  document.addEventListener("visibilitychange", stayAwake);
  write();
  stayAwake();
})();
