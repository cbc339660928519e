/*
 * A colour that is picked stands in the field where it can also be typed: <input type="color" data-colour-of="id">,
 * without a name of its own, beside the text field with that id. An empty text stays empty until somebody picks.
 */
(() => {
  "use strict";
  for (const picker of document.querySelectorAll("[data-colour-of]")) {
    const field = document.getElementById(picker.dataset.colourOf);
    if (!field) continue;
    picker.addEventListener("input", () => (field.value = picker.value));
    field.addEventListener("input", () => {
      const typed = /^#?([0-9a-f]{6})$/i.exec(field.value.trim());
      if (typed) picker.value = `#${typed[1].toLowerCase()}`;
    });
  }
})();
