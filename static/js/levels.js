/*
 * The levels of a set-up as a small spreadsheet. Without this script the table is a plain form.
 *
 * - Tab as everywhere; arrows up and down go along the column, left and right out of a field at its ends. Enter goes to
 *   the next row, where the row of Tabs began, and adds one below the last. Shift+Enter inserts a row above.
 * - Ctrl+D duplicates the row, Alt+Up and Alt+Down move it, Ctrl+Delete takes it out; the buttons below do the same for
 *   the row that last had the cursor.
 * - A block pasted from a spreadsheet fills down and to the right from the field it is pasted into.
 * - A small blind fills in an empty big blind (twice), and the minutes of the level before it; "25/50" is both blinds.
 *   Where the big blind pays the ante, an empty ante becomes the big blind.
 * - What the server says beside the rows (#setup-notes: starts, numbers, remarks) is put there while somebody types.
 */
(() => {
  "use strict";
  const TRUE = /^(1|x|true|yes|y|s[ií]?|on|break|descanso|pausa|pause|✓)$/i;
  const MORE = "tapete-more-columns";

  const sheetOf = (element) => (element instanceof Element ? element.closest("[data-levels]") : null);
  const rowsOf = (sheet) => [...sheet.querySelectorAll("[data-level]")];
  const rowOf = (element) => (element instanceof Element ? element.closest("[data-level]") : null);
  const shown = (field) => !field.checkVisibility || field.checkVisibility();
  const fieldsOf = (row) => [...row.querySelectorAll("[data-column]")];
  const fieldIn = (row, column) => row.querySelector(`[data-column="${column}"]`);
  const isText = (field) => field instanceof HTMLInputElement && field.type === "text";
  const isTick = (field) => field instanceof HTMLInputElement && field.type === "checkbox";

  let run = null; // the column where the present run of Tabs began
  let last = null; // the row that last had the cursor

  // --- rows ------------------------------------------------------------------------------------------
  function count(sheet) {
    return sheet.querySelector("[name$='-TOTAL_FORMS']");
  }

  function renumber(sheet) {
    const rows = rowsOf(sheet);
    rows.forEach((row, index) => {
      row.id = `setup-row-${index}`;
      for (const field of fieldsOf(row)) {
        field.name = field.name.replace(/^levels-[^-]+-/, `levels-${index}-`);
        field.id = field.id.replace(/levels-[^-]+-/, `levels-${index}-`);
      }
    });
    count(sheet).value = String(rows.length);
  }

  function changed(sheet) {
    renumber(sheet);
    sheet.querySelector("[data-column]")?.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function newRow(sheet) {
    return sheet.querySelector("[data-empty-row]").content.querySelector("[data-level]").cloneNode(true);
  }

  function addRow(sheet, before) {
    if (rowsOf(sheet).length >= Number(sheet.querySelector("[name$='-MAX_NUM_FORMS']")?.value || 200)) return null;
    const row = newRow(sheet);
    const rows = rowsOf(sheet);
    if (before) before.before(row);
    else if (rows.length) rows[rows.length - 1].after(row);
    else sheet.querySelector("table").append(row);
    renumber(sheet);
    return row;
  }

  function value(field) {
    return isTick(field) ? (field.checked ? "on" : "") : field.value;
  }

  function put(field, text) {
    if (isTick(field)) field.checked = TRUE.test(text.trim());
    else if (field instanceof HTMLSelectElement) choose(field, text);
    else field.value = field.maxLength > 0 ? text.trim().slice(0, field.maxLength) : text.trim();
  }

  function choose(field, text) {
    const wanted = text.trim().toLowerCase();
    const found = [...field.options].find((one) => [one.value, one.text.toLowerCase()].includes(wanted));
    if (found) field.value = found.value;
  }

  const acts = {
    insert(sheet, row) {
      return addRow(sheet, row);
    },
    duplicate(sheet, row) {
      const copy = addRow(sheet, row.nextElementSibling?.matches("[data-level]") ? row.nextElementSibling : null);
      if (copy) fieldsOf(row).forEach((field) => put(fieldIn(copy, field.dataset.column), value(field)));
      return copy;
    },
    up(sheet, row) {
      const above = row.previousElementSibling;
      if (above?.matches("[data-level]")) above.before(row);
      return row;
    },
    down(sheet, row) {
      const below = row.nextElementSibling;
      if (below?.matches("[data-level]")) below.after(row);
      return row;
    },
    remove(sheet, row) {
      const rows = rowsOf(sheet);
      const next = rows[rows.indexOf(row) + 1] || rows[rows.indexOf(row) - 1];
      if (!next) return null;
      row.remove();
      return next;
    },
  };

  function doAct(sheet, row, name, column) {
    const target = acts[name](sheet, row);
    changed(sheet);
    if (target) go(fieldIn(target, column || "sb"));
  }

  // --- moving ----------------------------------------------------------------------------------------
  function go(field) {
    if (!field) return false;
    field.focus();
    if (isText(field)) field.select();
    return true;
  }

  function along(sheet, field, step) {
    const rows = rowsOf(sheet);
    const row = rows[rows.indexOf(rowOf(field)) + step];
    return row ? go(fieldIn(row, field.dataset.column)) : false;
  }

  function beside(sheet, field, step) {
    const fields = rowsOf(sheet).flatMap(fieldsOf).filter(shown);
    return go(fields[fields.indexOf(field) + step]);
  }

  function atEnd(field, step) {
    if (!isText(field)) return true;
    const { selectionStart: start, selectionEnd: end, value: text } = field;
    const all = start === 0 && end === text.length;
    return all || (start === end && end === (step < 0 ? 0 : text.length));
  }

  function enter(sheet, field) {
    settle(field);
    const rows = rowsOf(sheet);
    const row = rowOf(field);
    const start = run;
    run = null;
    const next = rows[rows.indexOf(row) + 1];
    // below an empty last row comes no other: Enter stays where it is
    const added = next ? null : fieldsOf(row).some((one) => one.dataset.column !== "ante_form" && value(one)) && addRow(sheet);
    go(fieldIn(next || added || row, start || (added ? "sb" : field.dataset.column)));
  }

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    const sheet = sheetOf(field);
    if (!sheet || !(field instanceof Element) || !field.matches("[data-column]") || event.isComposing) return;
    if (handled(event, sheet, field)) event.preventDefault();
  });

  function handled(event, sheet, field) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const control = ctrlKey || metaKey;
    if (key === "Tab") {
      if (!shiftKey) run = run || field.dataset.column;
      return false;
    }
    if (key === "Enter" && !control && !altKey) {
      if (shiftKey) doAct(sheet, rowOf(field), "insert");
      else enter(sheet, field);
      return true;
    }
    if (control && key.toLowerCase() === "d") return act("duplicate");
    if (control && key === "Delete") return act("remove");
    if (altKey && key === "ArrowUp") return act("up");
    if (altKey && key === "ArrowDown") return act("down");
    if (control || altKey || shiftKey) return false;
    if (key === "ArrowUp" || key === "ArrowDown") {
      if (field instanceof HTMLSelectElement) return false; // its own choices
      run = null;
      along(sheet, field, key === "ArrowUp" ? -1 : 1);
      return true;
    }
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const step = key === "ArrowLeft" ? -1 : 1;
      return atEnd(field, step) && beside(sheet, field, step);
    }
    return false;

    function act(name) {
      doAct(sheet, rowOf(field), name, field.dataset.column);
      return true;
    }
  }

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest("[data-row-act]");
    const sheet = sheetOf(target);
    if (target?.closest("[data-column]")) run = null;
    if (!button || !sheet) return;
    const row = last?.isConnected && sheet.contains(last) ? last : rowsOf(sheet).pop();
    if (row) doAct(sheet, row, button.dataset.rowAct);
  });

  document.addEventListener("focusin", (event) => {
    const row = rowOf(event.target);
    if (!row || row === last) return;
    last?.classList.remove("level--here");
    last = row;
    row.classList.add("level--here");
  });

  // --- pasting ---------------------------------------------------------------------------------------
  document.addEventListener("paste", (event) => {
    const field = event.target;
    const sheet = sheetOf(field);
    const text = event.clipboardData?.getData("text/plain") || "";
    if (!sheet || !(field instanceof Element) || !field.matches("[data-column]") || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    paste(sheet, field, text.replace(/\r\n?/g, "\n").replace(/\n+$/, ""));
  });

  function paste(sheet, field, text) {
    const first = fieldsOf(rowOf(field)).filter(shown).indexOf(field);
    let row = rowOf(field);
    let end = field;
    for (const line of text.split("\n")) {
      if (!row) break;
      const fields = fieldsOf(row).filter(shown);
      line.split("\t").forEach((cell, index) => {
        const target = fields[first + index];
        if (!target) return;
        put(target, cell);
        end = target;
      });
      split(fieldIn(row, "sb"));
      const next = row.nextElementSibling;
      row = next?.matches("[data-level]") ? next : addRow(sheet);
    }
    changed(sheet);
    go(end);
  }

  // --- filling in ------------------------------------------------------------------------------------
  // "25/50" in a small blind is both.
  function split(field) {
    if (!field || field.dataset.column !== "sb" || !field.value.includes("/")) return;
    const [sb, bb, ante] = field.value.split("/").map((part) => part.trim());
    const row = rowOf(field);
    field.value = sb;
    if (bb) fieldIn(row, "bb").value = bb;
    if (ante) fieldIn(row, "ante").value = ante;
  }

  // A typed amount twice, written as it was typed; empty where it cannot be told what it is.
  function twice(text) {
    const plain = text.replace(/[\s'’]/g, "");
    if (/^\d{1,3}([.,]\d{3})+$/.test(plain)) return String(2 * Number(plain.replace(/[.,]/g, "")));
    const found = /^(\d{1,12})(?:([.,])(\d{1,2}))?$/.exec(plain);
    if (!found) return "";
    const decimals = (found[3] || "").length;
    const doubled = String(2 * Number(found[1] + (found[3] || ""))).padStart(decimals + 1, "0");
    if (!decimals) return doubled;
    const rest = doubled.slice(-decimals);
    return doubled.slice(0, -decimals) + (/^0+$/.test(rest) ? "" : found[2] + rest);
  }

  function settle(field) {
    const row = rowOf(field);
    split(field);
    const [sb, bb, ante, minutes] = ["sb", "bb", "ante", "minutes"].map((column) => fieldIn(row, column));
    const column = field.dataset.column;
    if (column === "sb" && sb.value.trim() && !bb.value.trim()) bb.value = twice(sb.value);
    if ((column === "sb" || column === "bb") && bb.value.trim() && !minutes.value.trim()) minutes.value = minutesAbove(row);
    if (fieldIn(row, "ante_form").value === "big_blind" && !ante.value.trim() && column !== "ante") ante.value = bb.value;
  }

  function minutesAbove(row) {
    for (let above = row.previousElementSibling; above?.matches("[data-level]"); above = above.previousElementSibling) {
      const minutes = fieldIn(above, "minutes").value.trim();
      if (minutes && !fieldIn(above, "is_break").checked) return minutes;
    }
    return "";
  }

  document.addEventListener(
    "change",
    (event) => {
      const field = event.target;
      if (sheetOf(field) && field.matches("[data-column]")) settle(field);
    },
    true,
  );

  // --- what the server says --------------------------------------------------------------------------
  function place() {
    const notes = document.getElementById("setup-notes");
    const sheet = document.querySelector("[data-levels]");
    if (!notes?.children.length || !sheet) return;
    rowsOf(sheet).forEach((row, index) => {
      const note = notes.children[index];
      row.querySelector("[data-start]").textContent = note?.dataset.start || "";
      row.querySelector("[data-number]").textContent = note?.dataset.number || "";
      const said = row.querySelector("[data-said]");
      said.hidden = !note?.children.length;
      said.lastElementChild.replaceChildren(...[...(note?.children || [])].map((one) => one.cloneNode(true)));
    });
    sheet.querySelector("[data-total]").textContent = notes.dataset.total || "";
    sheet.querySelector("[data-total-line]").hidden = !notes.dataset.total;
  }

  // --- the sheet as it comes -------------------------------------------------------------------------
  function remembered() {
    try {
      return localStorage.getItem(MORE) === "1";
    } catch {
      return false; // storage is switched off
    }
  }

  function ready() {
    const more = document.getElementById("levels-more");
    if (more && remembered()) more.checked = true;
    for (const tools of document.querySelectorAll("[data-row-tools]")) tools.hidden = false;
    for (const button of document.querySelectorAll("[data-without-script]")) button.hidden = true;
  }

  document.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.id === "levels-more") {
      try {
        localStorage.setItem(MORE, event.target.checked ? "1" : "0");
      } catch {
        // nobody remembers it then
      }
    }
  });
  document.addEventListener("htmx:afterSwap", ready);
  document.addEventListener("htmx:oobAfterSwap", place);
  ready();
})();
