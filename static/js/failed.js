/*
 * Says it where an act came to nothing: the server refused it without a form, broke, or could not be reached.
 *
 *   <script src="failed.js" data-lost="…" data-broken="…" data-dismiss="…" defer>
 *
 * The server's own sentence (text/plain) goes before data-broken. What the page fetches by itself fails in silence:
 * it is fetched again. A tap sent twice counts once (request_id), so that trying again is safe.
 */
(() => {
  "use strict";

  const { lost, broken, dismiss } = document.currentScript.dataset;

  function say(text) {
    document.querySelectorAll("[data-failed]").forEach((old) => old.remove());
    const message = document.createElement("p");
    message.className = "message message--error";
    message.dataset.failed = "";
    message.setAttribute("role", "alert");
    const words = document.createElement("span");
    words.textContent = text;
    const away = document.createElement("button");
    Object.assign(away, { type: "button", className: "btn btn--plain", textContent: "×" });
    away.dataset.dismiss = "";
    away.setAttribute("aria-label", dismiss);
    message.append(words, away);
    // A modal dialog lies above the messages: there it is said inside.
    (document.querySelector("dialog[open]") || document.getElementById("parts-messages")).append(message);
    message.scrollIntoView({ block: "nearest" });
  }

  const asked = ({ requestConfig, target }) => requestConfig?.verb !== "get" || target?.id === "dialog";

  document.addEventListener("htmx:responseError", (event) => {
    if (!asked(event.detail)) return;
    const { xhr } = event.detail;
    const worded = xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
    say((worded && xhr.responseText) || broken);
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (asked(event.detail)) say(lost);
    });
  }
})();
