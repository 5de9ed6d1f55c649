// Completes results on a page: tabs, copies, downloads, images on request, passages in the text of a page.

import { readyCopyButtons } from "../console.js";
import { call } from "../rest.js";
import { sendForm } from "./send_form.js";
import { makeTabs } from "./tabs.js";

// Texts that the page's script shows itself: they are too long to be sent to the service and back.
const LONG = new Set(["html", "rawHtml", "image"]);
const GALLERY_IMAGES = 500;
// Width and height of an image with its gap, in pixels, and the rows that are shown without scrolling.
const GALLERY_CELL = 128;
const GALLERY_ROWS = 4;

/** A result without its longest texts. */
export function shortened(result) {
  return JSON.stringify(result, (name, value) => (LONG.has(name) && typeof value === "string" ? "" : value));
}

function fill(root, result) {
  for (const target of root.querySelectorAll("[data-source]")) {
    const name = target.dataset.source;
    const value = name ? result[name] : result;
    if (target instanceof HTMLImageElement) target.src = `data:image/png;base64,${value}`;
    else if (!target.textContent) target.textContent = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  }
}

function offerDownloads(root, result) {
  for (const link of root.querySelectorAll("a[data-download]")) {
    const text = document.getElementById(link.dataset.from).textContent;
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = link.dataset.download;
    link.hidden = false;
  }
  for (const link of root.querySelectorAll("a[data-save]")) {
    link.href = `data:image/png;base64,${result.image}`;
    link.download = link.dataset.save;
    link.hidden = false;
  }
}

/** Images of other sites are loaded in a separate frame, which has no session and names no referrer. */
function offerGallery(root) {
  for (const button of root.querySelectorAll("[data-gallery]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const urls = [...root.querySelectorAll("table a.web-link")].map((link) => link.href).slice(0, GALLERY_IMAGES);
      const frame = document.createElement("iframe");
      frame.className = "gallery";
      frame.title = "Images of the page";
      frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
      frame.addEventListener("load", () => frame.contentWindow.postMessage({ urls }, "*"));
      frame.src = button.dataset.gallery;
      const target = root.querySelector("[data-gallery-place]");
      const rows = Math.ceil(urls.length / Math.floor(target.clientWidth / GALLERY_CELL));
      frame.style.height = `${Math.min(rows, GALLERY_ROWS) * GALLERY_CELL + 16}px`;
      target.replaceChildren(frame);
      button.remove();
    });
  }
}

function offerEvidence(root, result) {
  const address = document.querySelector("[data-evidence][data-playground]")?.dataset.evidence;
  for (const button of root.querySelectorAll("button[data-evidence]")) {
    if (!address) continue;
    button.hidden = false;
    button.addEventListener("click", () => showEvidence(button, address, result.results[button.dataset.evidence], root));
  }
}

async function showEvidence(button, address, page, root) {
  const target = root.querySelector(`[data-evidence-of="${button.dataset.evidence}"]`);
  button.disabled = true;
  try {
    const options = { url: page.url, formats: ["markdown"], onlyMainContent: false };
    const answer = await call("POST", "/v1/web/scrape", options);
    const sent = { text: answer.data.markdown, fields: page.fields };
    target.innerHTML = await (await sendForm(address, { page: sent })).text();
    button.remove();
  } catch (error) {
    target.textContent = error.message;
    button.disabled = false;
  }
}

/** Completes the HTML of a result. `result` is the JSON; without it the page has all texts. */
export function enhance(root, result = {}) {
  fill(root, result);
  makeTabs(root);
  readyCopyButtons(root);
  offerDownloads(root, result);
  offerGallery(root);
  offerEvidence(root, result);
}
