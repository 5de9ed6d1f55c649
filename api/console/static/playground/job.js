// Keeps the page of a job up to date while it runs: its counters, pages and deliveries.

import { enhance } from "./results.js";
import { events } from "../rest.js";

const job = document.querySelector("[data-job]");
const announcement = document.querySelector("[data-announce]");
const REFRESH_MILLISECONDS = 1000;
const POLL_MILLISECONDS = 2000;
const ANNOUNCE_MILLISECONDS = 10_000;
// How long deliveries are watched after the job's end. Further attempts may be hours apart.
const DELIVERIES_MILLISECONDS = 120_000;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Loads this page again, and takes over those parts that have changed and do not have the focus. */
async function refresh() {
  const response = await fetch(location.href);
  if (response.redirected || !response.ok) return location.reload();
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const fresh = page.getElementById(part.id);
    if (!fresh || fresh.innerHTML === part.innerHTML) continue;
    if (part.contains(document.activeElement) || part.querySelector(":popover-open, details[open]")) continue;
    part.replaceChildren(...fresh.childNodes);
  }
  return page;
}

let announcedAt = 0;
function announce(text, always) {
  if (!always && Date.now() - announcedAt < ANNOUNCE_MILLISECONDS) return;
  announcedAt = Date.now();
  announcement.textContent = text;
}

async function follow() {
  let refreshedAt = 0;
  for await (const { event, data } of events(job.dataset.events)) {
    if (event === "page") continue;
    const hasEnded = event !== "progress";
    announce(`${data.completed + data.failed} of ${data.total} pages have ended${hasEnded ? `: ${event}` : ""}.`, hasEnded);
    if (hasEnded || Date.now() - refreshedAt > REFRESH_MILLISECONDS) {
      refreshedAt = Date.now();
      await refresh();
    }
  }
}

async function watchDeliveries() {
  const until = Date.now() + DELIVERIES_MILLISECONDS;
  while (Date.now() < until && document.querySelector("[data-pending]")) {
    await pause(POLL_MILLISECONDS);
    await refresh();
  }
}

/** A background scrape has no events: the page is loaded again until its status has changed to the last one. */
async function poll() {
  for (;;) {
    await pause(POLL_MILLISECONDS);
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    const status = page.querySelector("[data-job]")?.dataset.job;
    if (status !== "waiting" && status !== "active") return location.reload();
  }
}

enhance(document);
if (job?.dataset.events) {
  if (job.dataset.job === "running") await follow();
  await refresh();
  await watchDeliveries();
} else if (job && ["waiting", "active"].includes(job.dataset.job)) {
  await poll();
}
