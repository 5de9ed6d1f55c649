// Sends a form to a page of the console, as its script.

import { credentials, reach } from "../rest.js";

/** The response to a form with the session's token. Objects among the values are sent as JSON files. */
export async function sendForm(address, values) {
  const form = values instanceof FormData ? values : new FormData();
  form.set("csrf_token", credentials()["X-CSRF-Token"]);
  if (form !== values) {
    for (const [name, value] of Object.entries(values)) {
      form.set(name, new Blob([typeof value === "string" ? value : JSON.stringify(value)], { type: "application/json" }), "value.json");
    }
  }
  const response = await reach(address, { method: "POST", body: form, headers: credentials() });
  // The session has ended: the page asks to sign in again.
  if (response.redirected) location.reload();
  if (!response.ok) throw new Error(`The page answered with status ${response.status}. Reload it and try again.`);
  return response;
}
