// Runs the call that the form describes, by the REST API, and shows its result. Keeps the equal calls up to date.

import { call, RestError } from "../rest.js";
import { Memory, unfold } from "./memory.js";
import { enhance, shortened } from "./results.js";
import { pickedRun, showRuns } from "./runs.js";
import { sendForm } from "./send_form.js";
import { makeTabs } from "./tabs.js";

const form = document.querySelector("form[data-playground]");
const find = (selector) => document.querySelector(selector);
const WAIT_AFTER_TYPING = 350;
const CLOCK_MILLISECONDS = 100;
let running = null;
let changes = 0;

const memory = new Memory(form);
const number = (value) => Number(value).toLocaleString("en");

// ---- the call

async function describe() {
  const answer = await sendForm(`${form.action}/call`, new FormData(form));
  return answer.json();
}

function showCalls({ calls }) {
  for (const [name, id] of [["curl", "call-curl"], ["python", "call-python"], ["javascript", "call-javascript"], ["mcp", "call-mcp"]]) {
    const target = document.getElementById(id);
    if (target) target.textContent = calls[name] ?? "";
  }
  const note = find("[data-not-in-tool]");
  if (note) {
    note.hidden = !calls.notInTool.length;
    note.querySelector("span").textContent = calls.notInTool.join(", ");
  }
}

let typing;
form.addEventListener("input", (event) => {
  clearProblem(event.target.closest("[data-field]"));
  memory.keepDraft();
  showJsonOptions();
  clearTimeout(typing);
  typing = setTimeout(update, WAIT_AFTER_TYPING);
});

/** Schema and prompt are below the formats while `json` is chosen. */
function showJsonOptions() {
  const json = form.querySelector("[data-field$='formats'] input[value='json']");
  const options = form.querySelector("[data-field$='jsonOptions']");
  if (!json?.checked || !options) return;
  if (options.previousElementSibling !== json.closest("[data-field]")) json.closest("[data-field]").after(options);
  unfold(options);
  options.open = true;
}

/** What was typed before, unless the address fills the form itself. */
function restore() {
  const values = pickedRun() ?? (location.search.replace(/^\?(operation=[^&]*)?/, "") ? null : memory.draft());
  if (values) memory.fill(values);
  showJsonOptions();
  if (values) update();
}

async function update() {
  const change = ++changes;
  try {
    const described = await describe();
    if (change === changes) showCalls(described);
  } catch {
    // The commands stay as they are; running the call reports the failure.
  }
}

// ---- problems

function clearProblem(field) {
  if (!field) return;
  field.querySelector(":scope > .error")?.remove();
  for (const input of field.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    input.setAttribute("aria-describedby", `${input.id}-help`);
  }
}

function clearProblems() {
  for (const error of form.querySelectorAll(".field > .error")) clearProblem(error.closest("[data-field]"));
  find("[data-form-error]").replaceChildren();
  find("[data-problem]").replaceChildren();
}

function notice(text) {
  const made = document.createElement("p");
  made.className = "notice bad";
  made.textContent = text;
  return made;
}

/** The field of a path, or of the longest beginning of it that is a field: `headers` for `headers.X-A`. */
function fieldOf(path) {
  const fields = new Map([...form.querySelectorAll("[data-field]")].map((field) => [field.dataset.field, field]));
  while (path && !fields.has(path)) path = path.slice(0, Math.max(path.lastIndexOf("."), path.lastIndexOf("["), 0));
  return fields.get(path);
}

/** A message as a sentence. One that starts with the path of an option keeps it as it is. */
function sentence(message, path) {
  const text = message.startsWith(path) ? message : message[0].toUpperCase() + message.slice(1);
  return text.endsWith(".") ? text : `${text}.`;
}

function showProblem({ path, message }) {
  const field = fieldOf(path);
  const input = field?.querySelector("[id^='option-']:is(input, select, textarea)");
  if (!input) {
    find("[data-form-error]").append(notice(path ? `${path}: ${message}` : message));
    return;
  }
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const error = document.createElement("p");
  error.className = "error";
  error.id = `${input.id}-error`;
  error.textContent = sentence(message, field.dataset.field);
  field.append(error);
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", `${input.id}-help ${error.id}`);
}

/** Names the first problem beside Run too: its field may be longer than the window. */
function sayFirst({ path, message }) {
  const label = fieldOf(path)?.querySelector("label, legend, summary")?.firstChild.textContent.trim();
  if (label) find("[data-form-error]").append(notice(`${label}: ${sentence(message, path)}`));
}

function showProblems(problems) {
  problems.forEach(showProblem);
  const first = form.querySelector("[aria-invalid='true']");
  first?.focus();
  first?.closest("[data-field]").scrollIntoView({ block: "nearest" });
}

// ---- running

function setRunning(controller) {
  running = controller;
  form.setAttribute("aria-busy", String(Boolean(controller)));
  find("[data-run]").disabled = Boolean(controller);
  find("[data-cancel]").hidden = !controller;
}

function startClock() {
  const begun = performance.now();
  const shown = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  const timer = setInterval(() => (find("[data-clock]").textContent = shown()), CLOCK_MILLISECONDS);
  return () => {
    clearInterval(timer);
    find("[data-clock]").textContent = "";
    return shown();
  };
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (running) return;
  const controller = new AbortController();
  setRunning(controller);
  clearProblems();
  const stopClock = startClock();
  announce("Running.");
  try {
    const described = await describe();
    showCalls(described);
    if (described.problems.length) {
      showProblems(described.problems);
      sayFirst(described.problems[0]);
      announce("");
      return;
    }
    const answer = await call(described.method, described.path, described.body ?? undefined, { signal: controller.signal });
    remember(await show(answer, stopClock()));
    offerWatch(described.body);
  } catch (error) {
    showFailure(error, controller.signal.aborted);
    if (!controller.signal.aborted) remember(error instanceof RestError ? error.code : "not sent");
  } finally {
    stopClock();
    setRunning(null);
  }
});

function remember(outcome) {
  const values = new Map(memory.values());
  memory.addRun({ subject: values.get("url") || values.get("urls") || values.get("query") || values.get("domain"), outcome });
  showRuns(memory);
}

find("[data-cancel]").addEventListener("click", () => running?.abort());

const announce = (text) => (find("[data-announce]").textContent = text);

function showFailure(error, wasCancelled) {
  clearResult();
  if (wasCancelled) {
    announce("Cancelled.");
    find("[data-result]").replaceChildren(Object.assign(document.createElement("p"), { className: "quiet", textContent: "Cancelled. A cancelled call is free." }));
    return;
  }
  announce("The call failed.");
  // The session has ended. What was typed is stored, and is there again after signing in.
  if (error instanceof RestError && error.status === 401) return location.reload();
  const details = error instanceof RestError && Array.isArray(error.details) ? error.details : [];
  const code = error instanceof RestError ? `${error.code} ${error.status}: ` : "";
  find("[data-problem]").replaceChildren(notice(`${code}${error.message}${error.requestId ? ` (request ${error.requestId})` : ""}`));
  find("[data-form-error]").append(notice(error.message));
  showProblems(details.map(({ field, message }) => ({ path: field, message: fieldOf(field)?.dataset.field === field ? message : `${field} ${message}` })));
}

/** Offers a watch of the page that was scraped, with the same options. A page that is fetched with POST has none. */
function offerWatch(options) {
  const watch = find("form[data-watch]");
  if (!watch || !options || options.method === "POST") return;
  watch.elements.options.value = JSON.stringify(options);
  watch.hidden = false;
}

function clearResult() {
  find("form[data-watch]")?.toggleAttribute("hidden", true);
  find("[data-usage]").replaceChildren();
  find("[data-result]").replaceChildren();
}

// ---- results

function showUsage(result, seconds) {
  const usage = result?.usage ?? {};
  const parts = [];
  if (usage.creditsUsed !== undefined) parts.push(`${number(usage.creditsUsed)} ${usage.creditsUsed === 1 ? "credit" : "credits"}`);
  parts.push(seconds);
  if (result?.cached !== undefined) parts.push(result.cached ? "from the cache" : "fetched now");
  if (usage.creditsRemaining !== undefined) parts.push(`${number(usage.creditsRemaining)} credits left`);
  find("[data-usage]").replaceChildren(
    ...parts.map((text) => Object.assign(document.createElement("span"), { className: "quiet tabular", textContent: text })),
  );
  return parts.join(", ");
}

async function show(answer, seconds) {
  const started = answer[form.dataset.jobField];
  if (started) {
    announce("Started.");
    location.assign(`${form.dataset.jobs}/${started}`);
    return "started";
  }
  const result = answer.data;
  const usage = showUsage(result, seconds);
  const outcome = usage.split(", ").slice(0, 2).join(", ");
  announce(`Done: ${usage}.`);
  const target = find("[data-result]");
  if (result === null) {
    target.replaceChildren(Object.assign(document.createElement("p"), { className: "quiet", textContent: "The answer is null: nothing was found. The call was free." }));
    return outcome;
  }
  target.innerHTML = await rendered(result);
  enhance(target, result);
  find("#result-title").focus({ preventScroll: true });
  if (find("#result-title").getBoundingClientRect().top > innerHeight * 0.7) find("#result-title").scrollIntoView();
  return outcome;
}

/** The HTML of a result; only its JSON when it is too large to be sent to the service. */
async function rendered(result) {
  try {
    return await (await sendForm(`${form.action}/result`, { result: shortened(result) })).text();
  } catch {
    return '<p class="notice warn">The result is too large to be shown in sections.</p><pre id="result-json" tabindex="0" data-source></pre>';
  }
}

find("[data-run-label]").textContent = "Run";
makeTabs();
restore();
showRuns(memory);
// Back may show the page as it was, or a fresh one: both have what was typed.
addEventListener("pageshow", (event) => event.persisted && showRuns(memory));
