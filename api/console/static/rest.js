// Calls the REST API of this service as the signed-in person, with the rights of a key of the page's workspace.

const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? "";

/** The headers that stand for a key. The browser adds the session's cookie. */
export function credentials() {
  return { "X-Workspace": meta("workspace"), "X-CSRF-Token": meta("csrf-token") };
}

/** A failed call, with the envelope of the answer. */
export class RestError extends Error {
  constructor(envelope) {
    super(envelope.message);
    this.code = envelope.code;
    this.status = envelope.statusCode;
    this.details = envelope.error?.details;
    this.requestId = envelope.meta?.requestId;
  }
}

/** As `fetch`, with an error in words for people when the service cannot be reached. */
export async function reach(address, options) {
  try {
    return await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("No connection to the service. Try again when it is back.", { cause: error });
  }
}

/** The JSON answer of an endpoint. Throws a RestError for a failure of the service, and an Error when there is no answer. */
export async function call(method, path, body, options = {}) {
  const headers = credentials();
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await reach(path, { method, headers, body: body && JSON.stringify(body), signal: options.signal });
  const answer = await response.json().catch(() => null);
  if (answer === null) throw new Error(`The service answered with status ${response.status}. Try again shortly.`);
  if (!response.ok) throw new RestError(answer);
  return answer;
}

/** The server-sent events of a job, as `{event, data}`. EventSource cannot send headers, so the stream is read by fetch. */
export async function* events(path, options = {}) {
  const response = await fetch(path, { headers: credentials(), signal: options.signal });
  if (!response.ok) throw new RestError(await response.json());
  let rest = "";
  options.heard?.();
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    options.heard?.();
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const event = parsed(block);
      if (event) yield event;
    }
  }
}

function parsed(block) {
  const fields = block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  const data = fields.filter(([name]) => name === "data").map(([, value]) => value);
  if (!data.length) return null;
  return { event: fields.find(([name]) => name === "event")?.[1] ?? "message", data: JSON.parse(data.join("\n")) };
}
