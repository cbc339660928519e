/*
 * Keys, dialogs, menus and messages.
 *
 * Keys: any visible button or link with data-key="k" is clicked on that key. Also "ctrl+z" (Cmd on a Mac), "shift+enter",
 * "ArrowRight", "?". Never while typing, except Enter with a modifier, which may press a button of the same form.
 * With a dialog open only the keys inside it count.
 *
 * Dialogs: a part that is swapped in and holds <dialog data-dialog> is opened as a modal. Escape, a [data-close] button
 * or the server's event "tapete:close" (HX-Trigger) closes it; the focus goes back to what opened it. Enter submits its
 * form wherever the focus is, except where Enter means something else. What was typed into a form with
 * data-keep="name" is put back when the same form is opened again after an Escape; with data-keep-back also after a
 * question beside it or a page that a link in it led to (data-keep-page: put back on a page of its own too).
 */
(function () {
  "use strict";

  const NOT_TYPED = new Set(["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"]);

  function typing(element) {
    if (!(element instanceof HTMLElement)) return false;
    if (element.isContentEditable) return true;
    if (element instanceof HTMLInputElement) return !NOT_TYPED.has(element.type);
    return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
  }

  function topDialog() {
    const open = document.querySelectorAll("dialog[open]");
    return open.length ? open[open.length - 1] : null;
  }

  function visible(element) {
    return element.checkVisibility ? element.checkVisibility({ visibilityProperty: true }) : element.offsetParent !== null;
  }

  // --- keys ------------------------------------------------------------------------------------------
  function parse(spec) {
    const parts = spec.toLowerCase().split("+").map((part) => part.trim());
    if (spec === "+" || spec.endsWith("++")) parts.splice(-2, 2, "+");
    const key = parts.pop();
    return { key, ctrl: parts.includes("ctrl"), alt: parts.includes("alt"), shift: parts.includes("shift") };
  }

  function matches(spec, event) {
    const want = parse(spec);
    if (event.key.toLowerCase() !== want.key) return false;
    if ((event.ctrlKey || event.metaKey) !== want.ctrl || event.altKey !== want.alt) return false;
    // "?" or "+" need Shift on some keyboards, so Shift only counts for letters and named keys
    return event.shiftKey === want.shift || /^[^a-z0-9]$/.test(want.key);
  }

  function takesKey(target, event) {
    if (!(target instanceof HTMLElement)) return false;
    if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey) return Boolean(target.closest("a[href], button, summary"));
    if (event.key.startsWith("Arrow")) return target.matches("input[type=radio], input[type=range], [role=listbox] *, [role=option]");
    return false;
  }

  function buttonFor(event) {
    const target = event.target;
    const dialog = topDialog();
    const inField = typing(target);
    if (inField && !(event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey))) return null;
    if (takesKey(target, event)) return null;
    for (const element of (dialog || document).querySelectorAll("[data-key]")) {
      if (!element.dataset.key.split(" ").some((spec) => matches(spec, event))) continue;
      if (inField && (!target.form || element.form !== target.form)) continue;
      if (element.disabled || element.getAttribute("aria-disabled") === "true" || !visible(element)) continue;
      return element;
    }
    return null;
  }

  // Enter opens the list of a select: only while nothing is chosen there, or the list is open already.
  function listOpen(select) {
    return CSS.supports("selector(:open)") && select.matches(":open");
  }

  function enterSubmits(event) {
    const dialog = topDialog();
    if (!dialog || event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return false;
    const target = event.target;
    const chosen = target instanceof HTMLSelectElement && target.value !== "" && !listOpen(target);
    if ((typing(target) && !chosen) || takesKey(target, event)) return false; // the browser does those by itself
    const form = (target instanceof Element && target.closest("form")) || dialog.querySelector("form");
    if (!form) return false;
    const button = form.querySelector("[data-confirm]") || form.querySelector("button[type=submit], button:not([type])");
    if (button && button.disabled) return true;
    form.requestSubmit(button || undefined);
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (event.key === "Escape" && closeMenus(true)) {
      event.preventDefault();
      return;
    }
    const button = buttonFor(event);
    if (button) {
      event.preventDefault();
      if (!topDialog()) opener = button;
      if (button.matches("input[type=search], input[type=text]")) button.select();
      else button.click();
      if (button.matches("input[type=radio]")) button.focus(); // the arrows go on from what was chosen
    } else if (enterSubmits(event)) {
      event.preventDefault();
    }
  });

  function announceKeys(root) {
    root.querySelectorAll("[data-key]:not([aria-keyshortcuts])").forEach((element) => {
      const names = { ctrl: "Control", shift: "Shift", alt: "Alt", enter: "Enter" };
      const spell = (spec) => spec.split("+").map((part) => names[part.toLowerCase()] || part).join("+");
      element.setAttribute("aria-keyshortcuts", element.dataset.key.split(" ").map(spell).join(" "));
    });
  }

  // --- dialogs ---------------------------------------------------------------------------------------
  let shown = false; // a dialog was opened and the focus not given back yet
  let opener = null; // what had the focus, or was pressed, before the first dialog opened
  const kept = new Map(); // data-keep name -> [[field name, value], …]

  const keptBack = new Set(); // the names of those that were only left for a question beside them

  // What the server filled in by itself (data-filled) is left to it.
  function typedIn(form) {
    const typed = (name, value) => form.elements[name]?.type !== "hidden" && form.elements[name]?.dataset?.filled !== value;
    const fields = Array.from(new FormData(form)).filter(([name, value]) => typeof value === "string" && !name.startsWith("csrf"));
    return fields.filter(([name, value]) => typed(name, value));
  }

  function keepForm(dialog, which = "form[data-keep]") {
    for (const form of dialog.querySelectorAll(which)) {
      kept.set(form.dataset.keep, typedIn(form));
      keptBack.delete(form.dataset.keep);
    }
  }

  // A link to another page (street by street) takes the form away too: this tab keeps it until it is shown again.
  const PAGE_LEFT = "tapete-left";
  function leftPage(say) {
    try {
      return say(window.sessionStorage);
    } catch {
      return null; // a browser that stores nothing
    }
  }
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("form[data-keep-back] a[href]") : null;
    if (!link || link.matches('[hx-get], [data-close], [href^="#"]')) return;
    const form = link.closest("form");
    leftPage((store) => store.setItem(PAGE_LEFT, JSON.stringify([form.dataset.keep, typedIn(form)])));
  });
  function takeLeft(name) {
    const [left, fields] = JSON.parse(leftPage((store) => store.getItem(PAGE_LEFT)) || "[]");
    if (left !== name) return undefined;
    leftPage((store) => store.removeItem(PAGE_LEFT));
    return fields;
  }

  // A form with data-keep-back makes way for another dialog (a misdeal, an open hand, another level): whoever comes
  // back finds what was typed, unless something was saved meanwhile.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, serverResponse, requestConfig } = event.detail || {};
    const dialog = topDialog();
    if (!dialog || target?.id !== "dialog" || !/<dialog\b/.test(serverResponse || "")) return;
    for (const form of dialog.querySelectorAll("form[data-keep][data-keep-back]")) {
      const name = form.dataset.keep;
      if (requestConfig?.verb !== "get" && serverResponse.includes(`data-keep="${name}"`)) continue; // it has what was sent
      keepForm(dialog, `form[data-keep="${name}"]`);
      keptBack.add(name);
    }
  });
  document.body.addEventListener("tapete:close", () => {
    for (const name of keptBack) kept.delete(name);
    keptBack.clear();
    leftPage((store) => store.removeItem(PAGE_LEFT));
  });

  function putBack(root, which = "form[data-keep]") {
    for (const form of root.querySelectorAll(which)) {
      const fields = kept.get(form.dataset.keep) || takeLeft(form.dataset.keep);
      if (!fields) continue;
      for (const element of form.elements) {
        const values = fields.filter(([name]) => name === element.name).map(([, value]) => value);
        if (element.type === "checkbox" || element.type === "radio") element.checked = values.includes(element.value);
        else if (values.length === 1 && "value" in element && element.type !== "hidden") element.value = values[0];
      }
      kept.delete(form.dataset.keep);
      form.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  function openDialogs(root) {
    const found = Array.from(root.querySelectorAll("dialog[data-dialog]"));
    if (root.matches && root.matches("dialog[data-dialog]")) found.unshift(root);
    for (const dialog of found) {
      if (dialog.dataset.shown !== undefined) continue;
      dialog.dataset.shown = "";
      if (!opener && !topDialog()) opener = document.activeElement;
      if (dialog.open) dialog.removeAttribute("open"); // it came open for pages without scripts
      dialog.showModal();
      shown = true;
      putBack(dialog);
      const first = firstField(dialog);
      if (first === dialog) dialog.tabIndex = -1; // or the focus would stay in a field, and the keyboard come up
      first?.focus();
      dialog.addEventListener("cancel", () => keepForm(dialog));
      dialog.addEventListener("close", () => {
        dialog.remove();
        giveFocusBack();
      });
    }
  }

  // A refused field first, then what the page chose, then the first field; a phone's keyboard is not raised unasked.
  function firstField(dialog) {
    const refused = dialog.querySelector("[aria-invalid=true]");
    if (refused) return refused;
    const chosen = dialog.querySelector("[autofocus]");
    const fields = Array.from(dialog.querySelectorAll("input:not([type=hidden]), select, textarea"));
    const first = chosen || fields.find((field) => !field.disabled && (field.type !== "radio" || field.checked) && visible(field));
    if (first && typing(first) && window.matchMedia("(pointer: coarse)").matches) return dialog;
    return first;
  }

  function giveFocusBack() {
    if (!shown || topDialog()) return;
    const before = opener;
    opener = null;
    shown = false;
    if (!before) return;
    const same = before.isConnected ? before : before.id ? document.getElementById(before.id) : null;
    const nearby = same && !visible(same) ? same.closest("details.menu")?.querySelector("summary") : same;
    const target = nearby && visible(nearby) ? nearby : document.querySelector("main");
    if (!target) return;
    if (!target.matches("a[href], button, input, select, textarea, summary, [tabindex]")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const element = event.detail?.elt;
    if (element instanceof HTMLElement && !topDialog()) opener = element.closest("button, a, summary") || document.activeElement;
  });
  document.body.addEventListener("tapete:close", () => topDialog()?.close());

  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:sseMessage", "tapete:swap", "tapete:swapped"]) {
    document.addEventListener(name, () => {
      announceKeys(document);
      openDialogs(document);
      giveFocusBack(); // an answer may have taken the dialog away without closing it
    });
  }

  // --- menus, messages, closing ----------------------------------------------------------------------
  function closeMenus(byKey, except) {
    let closed = false;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (except && menu.contains(except)) continue;
      menu.open = false;
      closed = true;
      if (byKey) menu.querySelector("summary")?.focus();
    }
    return closed;
  }

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target) return;
    closeMenus(false, target);
    if (target.closest(".menu__list a, .menu__list button")) closeMenus(false);
    if (target.closest("[data-dismiss]")) target.closest(".message")?.remove();
    const close = target.closest("[data-close]");
    const dialog = close && close.closest("dialog");
    if (dialog && dialog.open) {
      event.preventDefault();
      keepForm(dialog);
      dialog.close();
    }
  });

  announceKeys(document);
  openDialogs(document);
  // Once the page's own scripts are there to hear it.
  document.addEventListener("DOMContentLoaded", () => putBack(document, "form[data-keep-page]"));
  if (!topDialog()) document.querySelector("main [aria-invalid=true]")?.focus(); // a whole page that was refused
})();
