// Keeps the page of a job up to date while it runs: its counters, pages and deliveries.

import { freshPage, pause, persist, refresh } from "../live.js";
import { events, RestError } from "../rest.js";
import { enhance } from "./results.js";

const job = document.querySelector("[data-job]");
const announcement = document.querySelector("[data-announce]");
const REFRESH_MILLISECONDS = 1000;
const POLL_MILLISECONDS = 2000;
const ANNOUNCE_MILLISECONDS = 10_000;
// The service sends something at least every 15 seconds. A connection that is silent for longer is lost.
const SILENCE_MILLISECONDS = 25_000;
// How long deliveries are watched after the job's end. Further attempts may be hours apart.
const DELIVERIES_MILLISECONDS = 120_000;

let announcedAt = 0;
function announce(text, always) {
  if (!always && Date.now() - announcedAt < ANNOUNCE_MILLISECONDS) return;
  announcedAt = Date.now();
  announcement.textContent = text;
}

/** Follows one stream of events until it ends. Returns whether the job has ended. */
async function follow(works) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let silence;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(abort, SILENCE_MILLISECONDS);
    works();
  };
  addEventListener("offline", abort);
  try {
    await refresh();
    return await showEvents(events(job.dataset.events, { signal: controller.signal, heard }));
  } catch (error) {
    // The session has ended, or the job no longer exists.
    if (error instanceof RestError && [401, 403, 404].includes(error.status)) location.reload();
    throw error;
  } finally {
    clearTimeout(silence);
    removeEventListener("offline", abort);
  }
}

async function showEvents(stream) {
  let refreshedAt = 0;
  for await (const { event, data } of stream) {
    if (event === "page") continue;
    const hasEnded = event !== "progress";
    announce(`${data.completed + data.failed} of ${data.total} pages have ended${hasEnded ? `: ${event}` : ""}.`, hasEnded);
    if (hasEnded) return true;
    if (Date.now() - refreshedAt > REFRESH_MILLISECONDS) {
      refreshedAt = Date.now();
      await refresh();
    }
  }
  throw new Error("The stream ended before the job.");
}

async function watchDeliveries() {
  const until = Date.now() + DELIVERIES_MILLISECONDS;
  while (Date.now() < until && document.querySelector("[data-pending]")) {
    await pause(POLL_MILLISECONDS);
    await persist(async () => (await refresh(), true));
  }
}

/** A background scrape has no events: its page is loaded until its status has changed to the last one. */
async function poll() {
  await pause(POLL_MILLISECONDS);
  const page = await freshPage();
  const status = page?.querySelector("[data-job]")?.dataset.job;
  if (page && status !== "waiting" && status !== "active") location.reload();
}

enhance(document);
if (job?.dataset.events) {
  if (job.dataset.job === "running") await persist(follow);
  await persist(async () => (await refresh(), true));
  await watchDeliveries();
} else if (job && ["waiting", "active"].includes(job.dataset.job)) {
  await persist(poll);
}
