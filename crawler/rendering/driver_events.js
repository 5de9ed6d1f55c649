// Loaded into Playwright's driver before anything else (`driver.py`). One browser process and one driver handle the
// DevTools events of all pages, and nothing slows down a page that sends too many: it would delay all others by many
// seconds. So each page's events are counted by name. Above a limit their domain is disabled for this page.
const CHARS_MAX = 4_000_000;
const EVENTS_MAX = 10_000;
const DISPENSABLE_EVENTS_MAX = 2_000;
// A page that has sent more than this to its console is crashed at once: what it sends meanwhile delays its crash.
const ENDLESS_CHARS_MAX = 20_000_000;
// Nothing uses these: they are dropped before they are parsed.
const UNUSED = /^Network\.(dataReceived|eventSourceMessageReceived|webSocketFrame(Received|Sent))$/;
// Rendering can continue without these domains. Too many events of another one crash the page, and so does a script that
// keeps the page from disabling the domain in time.
const DISPENSABLE = ["Log", "Network", "Runtime"];
const STOP_MS = 1_000;

// Chromium writes the method first and the session last.
const EVENT = /^\{"method":"((\w+)\.\w+)"/;
const SESSION = /"sessionId":"(\w+)"\}$/;
const WORKER = /^\{"method":"Target\.attachedToTarget","params":\{"sessionId":"(\w+)","targetInfo":\{"targetId":"\w+","type":"worker"/;
const DETACHED = /^\{"method":"Target\.detachedFromTarget","params":\{"sessionId":"(\w+)"/;
// Ids of the commands sent here. Playwright counts its own from 1.
const FIRST_ID = 1_000_000_000;
const ANSWER = /^\{"id":(1\d{9}),/;
const DROPPED = {};

const pages = new Map(); // By the session of the page or of its worker.
const stopping = new Map(); // Timers, by the command's id.
let commands = 0;
let browser;

const childProcess = require("child_process");
const spawn = childProcess.spawn;
childProcess.spawn = (...given) => {
  const child = spawn(...given);
  browser ??= child.stdio?.[3]; // The browser reads commands from this pipe (`--remote-debugging-pipe`).
  return child;
};

const parse = JSON.parse;
JSON.parse = (text, reviver) => {
  if (typeof text !== "string") return parse(text, reviver);
  const answer = ANSWER.exec(text);
  if (answer) return finish(Number(answer[1]));
  const detached = DETACHED.exec(text);
  if (detached) pages.delete(detached[1]);
  const [, name, domain] = EVENT.exec(text) ?? [];
  const [, session] = (name && SESSION.exec(text.slice(-100))) || [];
  if (!session) return parse(text, reviver);
  const page = pageOf(session);
  const worker = WORKER.exec(text);
  if (worker) pages.set(worker[1], page);
  if (exceeds(page, name, domain, text.length)) stop(page, domain, session);
  return UNUSED.test(name) ? DROPPED : parse(text, reviver);
};

// `counts` is by the event's name. `stopped` holds domains with their session.
function pageOf(session) {
  const page = pages.get(session) ?? { session, counts: new Map(), stopped: new Set() };
  pages.set(session, page);
  return page;
}

// Counts an event. Returns whether the page has sent too many of these.
function exceeds(page, name, domain, chars) {
  const count = page.counts.get(name) ?? { events: 0, chars: 0 };
  page.counts.set(name, count);
  count.events += 1;
  count.chars += chars;
  const most = DISPENSABLE.includes(domain) ? DISPENSABLE_EVENTS_MAX : EVENTS_MAX;
  page.isEndless ||= domain === "Runtime" && (count.events > EVENTS_MAX || count.chars > ENDLESS_CHARS_MAX);
  return count.events > most || count.chars > CHARS_MAX;
}

function stop(page, domain, session) {
  if (page.isEndless) return crash(page);
  if (page.stopped.has(domain + session)) return;
  page.stopped.add(domain + session);
  if (!DISPENSABLE.includes(domain)) return crash(page);
  const id = send(`${domain}.disable`, session);
  stopping.set(id, setTimeout(() => crash(page), STOP_MS));
}

function finish(id) {
  clearTimeout(stopping.get(id));
  stopping.delete(id);
  return DROPPED;
}

function crash(page) {
  if (page.isCrashed) return;
  page.isCrashed = true;
  send("Page.crash", page.session);
}

function send(method, sessionId) {
  const id = FIRST_ID + ++commands;
  browser.write(`${JSON.stringify({ id, method, params: {}, sessionId })}\0`);
  return id;
}
