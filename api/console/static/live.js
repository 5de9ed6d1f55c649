// Keeps parts of a page up to date, and says so while the service cannot be reached.

const WAIT_FIRST_MILLISECONDS = 500;
const WAIT_MOST_MILLISECONDS = 8000;

/** Resolves after a time, and at once when the browser is online again. */
export function pause(milliseconds) {
  return new Promise((done) => {
    const timer = setTimeout(end, milliseconds);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      done();
    }
    addEventListener("online", end);
  });
}

let shown;

/** Says that the connection is lost, or takes that back. */
export function sayLost(isLost) {
  if (!shown) {
    shown = Object.assign(document.createElement("p"), { className: "notice warn connection", hidden: true });
    shown.setAttribute("role", "status");
    document.getElementById("content").prepend(shown);
  }
  shown.hidden = !isLost;
  shown.textContent = isLost ? "No connection to the service. This page continues as soon as it is back." : "";
}

/** The page that the service has now. Reloads when the session has ended or the page no longer exists; throws while it fails. */
export async function freshPage(address = location.href) {
  const response = await fetch(address, { signal: AbortSignal.timeout(15_000) });
  if (response.redirected || response.status === 404) return location.reload();
  if (!response.ok) throw new Error(`The page answered with status ${response.status}.`);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Takes over the parts of the page that have changed and that nobody uses. */
export async function refresh() {
  const page = await freshPage();
  for (const part of page ? document.querySelectorAll("[data-live]") : []) {
    const fresh = page.getElementById(part.id);
    if (!fresh || fresh.innerHTML === part.innerHTML) continue;
    if (part.contains(document.activeElement) || part.querySelector(":popover-open, details[open]")) continue;
    part.replaceChildren(...fresh.childNodes);
  }
  return page;
}

/** Repeats `work` until it returns true. When it throws, says so, and tries again soon, then less often. */
export async function persist(work) {
  let wait = WAIT_FIRST_MILLISECONDS;
  for (;;) {
    try {
      const isDone = await work(() => {
        wait = WAIT_FIRST_MILLISECONDS;
        sayLost(false);
      });
      sayLost(false);
      if (isDone) return;
    } catch {
      sayLost(true);
      await pause(wait);
      wait = Math.min(2 * wait, WAIT_MOST_MILLISECONDS);
    }
  }
}
