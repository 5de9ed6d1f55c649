// Remembers what was typed, and the last runs, in this browser only: per person and workspace. Secrets are never stored.

const RUNS_MOST = 20;
const TEXT_MOST = 200_000;

function stored(storage, key) {
  try {
    return JSON.parse(storage.getItem(key)) ?? null;
  } catch {
    return null; // No storage, or not ours.
  }
}

function store(storage, key, value) {
  const text = JSON.stringify(value);
  try {
    if (text.length < TEXT_MOST) storage.setItem(key, text);
  } catch {
    // The storage is full or forbidden. The form works without it.
  }
}

export class Memory {
  constructor(form) {
    this.form = form;
    this.operation = form.dataset.playground;
    this.prefix = `orbweaver ${form.dataset.memory}`;
  }

  /** The names and values of the form, without secrets and the session's token. */
  values() {
    const secret = new Set([...this.form.querySelectorAll("input[type=password]")].map((input) => input.name).concat("csrf_token"));
    return [...new FormData(this.form)].filter(([name, value]) => !secret.has(name) && typeof value === "string");
  }

  /** Fills the form. Unfolds the groups whose inputs have values. */
  fill(values) {
    const left = Map.groupBy ? Map.groupBy(values, ([name]) => name) : grouped(values);
    const texts = new Map([...left].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]));
    const used = new Map();
    for (const input of this.form.elements) {
      if (!input.name || input.type === "hidden" || input.type === "password" || !texts.has(input.name)) continue;
      const given = texts.get(input.name);
      const before = input.type === "checkbox" ? input.checked : input.value;
      if (input.type === "checkbox") input.checked = given.includes(input.value);
      else input.value = given[used.get(input.name) ?? 0] ?? "";
      used.set(input.name, (used.get(input.name) ?? 0) + 1);
      if (before !== (input.type === "checkbox" ? input.checked : input.value)) unfold(input);
    }
  }

  keepDraft() {
    store(sessionStorage, `${this.prefix} draft ${this.operation}`, this.values());
    const url = this.form.elements.url;
    if (url?.value) store(sessionStorage, `${this.prefix} url`, url.value);
  }

  /** What was typed for this operation in this tab; for a new one the URL of the last. */
  draft() {
    const draft = stored(sessionStorage, `${this.prefix} draft ${this.operation}`);
    const url = stored(sessionStorage, `${this.prefix} url`);
    return draft ?? (url && this.form.elements.url?.tagName === "INPUT" ? [["url", url]] : null);
  }

  runs() {
    return stored(localStorage, `${this.prefix} runs`) ?? [];
  }

  addRun(run) {
    const made = { operation: this.operation, at: Date.now(), values: this.values(), ...run };
    store(localStorage, `${this.prefix} runs`, [made, ...this.runs()].slice(0, RUNS_MOST));
  }

  forgetRuns() {
    store(localStorage, `${this.prefix} runs`, []);
  }
}

function grouped(pairs) {
  const groups = new Map();
  for (const pair of pairs) groups.set(pair[0], [...(groups.get(pair[0]) ?? []), pair]);
  return groups;
}

export function unfold(element) {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}
