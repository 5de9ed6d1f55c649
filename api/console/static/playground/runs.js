// The list of the last runs of this browser. Each opens its form again.

const PICKED = "orbweaver picked run";

/** The values of the run that was picked from the list on another page, once. */
export function pickedRun() {
  const text = sessionStorage.getItem(PICKED);
  sessionStorage.removeItem(PICKED);
  return text ? JSON.parse(text) : null;
}

function made(tag, className, text) {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

function item(run, form) {
  const row = document.createElement("li");
  const button = made("button", "button plain run", "");
  button.type = "button";
  button.append(made("span", "badge", run.operation), made("span", "clip", run.subject || "no URL"), made("span", "quiet small", run.outcome));
  button.addEventListener("click", () => {
    sessionStorage.setItem(PICKED, JSON.stringify(run.values));
    location.assign(`${form.dataset.page}?operation=${encodeURIComponent(run.operation)}`);
  });
  row.append(button, Object.assign(made("time", "quiet small", new Date(run.at).toLocaleString("en-GB")), { dateTime: new Date(run.at).toISOString() }));
  return row;
}

export function showRuns(memory) {
  const list = document.querySelector("[data-runs]");
  const runs = memory.runs();
  list.hidden = !runs.length;
  list.querySelector("ol").replaceChildren(...runs.map((run) => item(run, memory.form)));
  list.querySelector("[data-forget]").onclick = () => {
    memory.forgetRuns();
    showRuns(memory);
  };
}
