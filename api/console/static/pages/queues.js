// Replaces the changing part of the page every few seconds, while the page is visible and nobody uses a control in it.

import { sayLost } from "../live.js";

const SECONDS = 4;
const part = document.querySelector("[data-state]");
const button = document.querySelector("[data-live]");
let timer;

function inUse() {
  const focused = document.activeElement;
  return part.querySelector(":popover-open") || (part.contains(focused) && !focused.matches(".table"));
}

function replace(html) {
  const scrolled = [...part.querySelectorAll(".table")].map((table) => [table.getAttribute("aria-labelledby"), table.scrollLeft]);
  const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute("aria-labelledby") : null;
  part.innerHTML = html;
  for (const [name, left] of scrolled) {
    const table = part.querySelector(`.table[aria-labelledby="${name}"]`);
    if (table) table.scrollLeft = left;
  }
  if (focused) part.querySelector(`.table[aria-labelledby="${focused}"]`)?.focus();
}

async function refresh() {
  if (document.hidden || inUse()) return;
  const response = await fetch(part.dataset.state, { redirect: "manual" });
  // A redirect: the session has ended.
  if (response.type === "opaqueredirect") location.reload();
  else if (response.ok && !inUse()) replace(await response.text());
}

async function round() {
  try {
    await refresh();
    sayLost(false);
  } catch {
    sayLost(true); // The next round tries again.
  }
  if (button.getAttribute("aria-pressed") === "true") timer = setTimeout(round, SECONDS * 1000);
}

function toggle() {
  const live = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", live);
  clearTimeout(timer);
  if (live) round();
}

button.hidden = false;
button.addEventListener("click", toggle);
timer = setTimeout(round, SECONDS * 1000);
