// The preview of a logo, and the snippet that follows the form.
import { RestError, credentials } from "../rest.js";

const form = document.getElementById("logo-form");
const preview = document.getElementById("preview");
const snippet = document.getElementById("logo-snippet");

function options() {
  const data = new FormData(form);
  const domain = data.get("domain").trim();
  data.delete("domain");
  return { domain, query: new URLSearchParams(data) };
}

function message(text) {
  const paragraph = document.createElement("p");
  paragraph.className = "quiet small";
  paragraph.textContent = text;
  preview.replaceChildren(paragraph);
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function writeSnippet() {
  const { domain, query } = options();
  const size = query.get("size");
  const url = `${form.dataset.base}/${encodeURIComponent(domain)}?token=ow_pk_…&${query}`;
  snippet.textContent = `<img src="${url}"\n     alt="${escaped(domain)}" width="${size}" height="${size}">`;
}

async function show() {
  const { domain, query } = options();
  preview.dataset.themeShown = query.get("theme");
  message("Loading …");
  const response = await fetch(`/v1/web/logo/${encodeURIComponent(domain)}?${query}`, { headers: credentials() });
  if (response.status === 404) return message("No logo: status 404.");
  if (!response.ok) return message(new RestError(await response.json()).message);
  const image = document.createElement("img");
  image.alt = `Logo of ${domain}`;
  image.src = URL.createObjectURL(await response.blob());
  preview.replaceChildren(image);
}

form.addEventListener("input", writeSnippet);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  writeSnippet();
  show().catch(() => message("The service could not be reached."));
});
message("Choose a domain, and select Show.");
