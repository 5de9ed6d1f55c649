// Calls each public method of Firecrawl's JavaScript client once. Prints {"methods": […], "results": {method: result}}, where a
// result has `answer`, or `error` and `status`.
//
// Usage: node --experimental-websocket javascript_client.mjs CLIENT_FILE '{"api_url": …, "api_key": …, "site": …, "words": …}'
//
// The site has /lamp with a link to /b, and /waiting with a link to a page that never ends. To add a method: a line in `calls`,
// and a row in test_javascript_client.py.

const [file, given] = process.argv.slice(2);
const { api_url: apiUrl, api_key: apiKey, site, words } = JSON.parse(given);
const { default: Firecrawl } = await import(file);

const app = new Firecrawl({ apiKey, apiUrl });
const [v1, research] = [app.v1, app.research];
const [lamp, b, waiting] = ["/lamp", "/b", "/waiting"].map((path) => site + path);
const unknown = "00000000-0000-0000-0000-000000000000";
const schema = { type: "object", properties: { name: { type: "string" }, price: { type: "number" } } };
const json = { type: "json", schema, prompt: "The product." };
const yearly = { cron: "0 0 1 1 *" };
const target = { type: "scrape", urls: [lamp] };
const wait = { pollInterval: 1, timeout: 60 };
// The jobs of the first calls, which later calls ask about.
const ids = {};
const keep = (name) => (job) => ((ids[name] = job.id), job);

/** The status of an extract that has ended. */
async function ended(status) {
  for (;;) {
    const found = await status();
    if (found.status !== "processing") return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** A list that is not empty any more. */
async function begun(list) {
  for (;;) {
    const found = await list();
    if (found.length) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const sources = (documents) => documents.map((each) => each.metadata?.sourceURL).sort();

/** The documents and the end that a watcher of version 2 reports. */
async function watched(watcher) {
  const documents = [];
  watcher.on("document", (document) => documents.push(document));
  const end = new Promise((resolve) => {
    for (const name of ["done", "error"]) watcher.on(name, (event) => resolve({ name, ...event }));
  });
  await watcher.start();
  const { name, status, error } = await end;
  return { name, status, error, sources: sources(documents) };
}

/** The same of a watcher of version 1. */
async function watchedV1(watcher) {
  const documents = [];
  watcher.addEventListener("document", (event) => documents.push(event.detail));
  const { type, detail } = await new Promise((resolve) => {
    for (const name of ["done", "error"]) watcher.addEventListener(name, resolve);
  });
  watcher.close();
  return { name: type, status: detail.status, error: detail.error, sources: sources(documents) };
}

const calls = {
  scrape: () => app.scrape(lamp, { formats: ["markdown", "html", "rawHtml", "links", "images", "summary", json, "changeTracking"] }),
  scrapeUrl: () => app.scrapeUrl(lamp),
  parse: () => app.parse({ data: "<h1>Acme Lamp</h1><p>It costs 1299 EUR.</p>", filename: "lamp.html", contentType: "text/html" }),
  search: () => app.search(words, { limit: 5, sources: ["web"], scrapeOptions: { formats: ["markdown"] } }),
  map: () => app.map(lamp, { limit: 10, sitemap: "include" }),
  mapUrl: () => app.mapUrl(lamp),

  crawl: () => app.crawl(lamp, { limit: 5, crawlEntireDomain: true, ...wait }).then(keep("crawl")),
  crawlUrl: () => app.crawlUrl(lamp, { limit: 1, ...wait }),
  asyncCrawlUrl: () => app.asyncCrawlUrl(lamp, { limit: 1 }),
  // The newest job, so the first of the active ones.
  startCrawl: () => app.startCrawl(waiting, { limit: 5, crawlEntireDomain: true }).then(keep("running")),
  getCrawlStatus: () => app.getCrawlStatus(ids.crawl),
  checkCrawlStatus: () => app.checkCrawlStatus(ids.crawl, { autoPaginate: false }),
  getCrawlErrors: () => app.getCrawlErrors(ids.crawl),
  checkCrawlErrors: () => app.checkCrawlErrors(ids.crawl),
  getActiveCrawls: () => app.getActiveCrawls(),
  getQueueStatus: () => app.getQueueStatus(),
  getConcurrency: () => app.getConcurrency(),
  cancelCrawl: () => app.cancelCrawl(ids.running),
  crawlParamsPreview: () => app.crawlParamsPreview(lamp, "The blog."),

  batchScrape: () => app.batchScrape([lamp, b], { options: { formats: ["markdown", json] }, ...wait }).then(keep("batch")),
  batchScrapeUrls: () => app.batchScrapeUrls([lamp], wait),
  startBatchScrape: () =>
    app.startBatchScrape([site + "/never", "http://"], { ignoreInvalidURLs: true, idempotencyKey: "once" }).then(keep("slow")),
  asyncBatchScrapeUrls: () => app.asyncBatchScrapeUrls([lamp]),
  getBatchScrapeStatus: () => app.getBatchScrapeStatus(ids.batch),
  checkBatchScrapeStatus: () => app.checkBatchScrapeStatus(ids.batch),
  getBatchScrapeErrors: () => app.getBatchScrapeErrors(ids.batch),
  checkBatchScrapeErrors: () => app.checkBatchScrapeErrors(ids.batch),
  cancelBatchScrape: () => app.cancelBatchScrape(ids.slow),
  watcher: () => watched(app.watcher(ids.crawl, { kind: "crawl", ...wait })),
  "watcher of a batch": () => watched(app.watcher(ids.batch, { kind: "batch", ...wait })),

  extract: () => app.extract({ urls: [lamp], schema, prompt: "The product.", showSources: true, ...wait }),
  startExtract: () => app.startExtract({ urls: [lamp], schema }).then(keep("extract")),
  getExtractStatus: () => ended(() => app.getExtractStatus(ids.extract)),

  getCreditUsage: () => app.getCreditUsage(),
  getTokenUsage: () => app.getTokenUsage(),
  getCreditUsageHistorical: () => app.getCreditUsageHistorical(),
  getTokenUsageHistorical: () => app.getTokenUsageHistorical(true),

  findTools: () => app.findTools({ query: "weather" }),
  interact: () => app.interact(unknown, { code: "1" }),
  stopInteraction: () => app.stopInteraction(unknown),
  scrapeExecute: () => app.scrapeExecute(unknown, { code: "1" }),
  stopInteractiveBrowser: () => app.stopInteractiveBrowser(unknown),
  deleteScrapeBrowser: () => app.deleteScrapeBrowser(unknown),
  developerSearch: () => app.developerSearch("lamps"),
  feedback: () => app.feedback({ endpoint: "scrape", jobId: unknown, rating: "good" }),
  searchFeedback: () => app.searchFeedback(unknown, { rating: "good" }),
  createMonitor: () => app.createMonitor({ name: "Lamp", schedule: yearly, targets: [target] }).then(keep("monitor")),
  listMonitors: () => app.listMonitors(),
  getMonitor: () => app.getMonitor(ids.monitor),
  runMonitor: () => app.runMonitor(ids.monitor).then(keep("check")),
  listMonitorChecks: () => begun(() => app.listMonitorChecks(ids.monitor)),
  getMonitorCheck: () => app.getMonitorCheck(ids.monitor, ids.check),
  updateMonitor: () => app.updateMonitor(ids.monitor, { name: "y", status: "paused" }),
  deleteMonitor: () => app.deleteMonitor(ids.monitor),
  agent: () => app.agent({ prompt: "Find it.", ...wait }),
  startAgent: () => app.startAgent({ prompt: "Find it." }),
  getAgentStatus: () => app.getAgentStatus(unknown),
  listAgents: () => app.listAgents(),
  cancelAgent: () => app.cancelAgent(unknown),
  getAgentTrace: () => app.getAgentTrace(unknown),
  getAgentSnapshot: () => app.getAgentSnapshot(unknown, unknown),
  getAgentThread: () => app.getAgentThread(unknown),
  browser: () => app.browser(),
  browserExecute: () => app.browserExecute(unknown, { code: "1" }),
  deleteBrowser: () => app.deleteBrowser(unknown),
  listBrowsers: () => app.listBrowsers(),
  "research.searchPapers": () => research.searchPapers("lamps"),
  "research.getPaper": () => research.getPaper("arxiv:1"),
  "research.similarPapers": () => research.similarPapers("arxiv:1", { intent: "lamps" }),
  "research.searchGithub": () => research.searchGithub("lamps"),

  "v1.scrapeUrl": () => v1.scrapeUrl(lamp, { formats: ["markdown", "links", "json"], jsonOptions: { schema } }),
  "v1.search": () => v1.search(words, { limit: 5 }),
  "v1.mapUrl": () => v1.mapUrl(lamp, { limit: 10 }),
  "v1.crawlUrl": () => v1.crawlUrl(lamp, { limit: 5, allowBackwardLinks: true }, 1).then(keep("v1.crawl")),
  "v1.asyncCrawlUrl": () => v1.asyncCrawlUrl(waiting, { limit: 5, allowBackwardLinks: true }).then(keep("v1.running")),
  "v1.checkCrawlStatus": () => v1.checkCrawlStatus(ids.crawl, true),
  "v1.checkCrawlErrors": () => v1.checkCrawlErrors(ids.crawl),
  "v1.getQueueStatus": () => v1.getQueueStatus(),
  "v1.cancelCrawl": () => v1.cancelCrawl(ids["v1.running"]),
  "v1.crawlUrlAndWatch": async () => watchedV1(await v1.crawlUrlAndWatch(lamp, { limit: 5, allowBackwardLinks: true })),
  "v1.batchScrapeUrls": () => v1.batchScrapeUrls([lamp, b], { formats: ["markdown"] }, 1),
  "v1.asyncBatchScrapeUrls": () => v1.asyncBatchScrapeUrls([lamp], { formats: ["markdown"] }),
  "v1.batchScrapeUrlsAndWatch": async () => watchedV1(await v1.batchScrapeUrlsAndWatch([lamp, b], { formats: ["markdown"] })),
  "v1.checkBatchScrapeStatus": () => v1.checkBatchScrapeStatus(ids.batch, true),
  "v1.checkBatchScrapeErrors": () => v1.checkBatchScrapeErrors(ids.batch),
  "v1.extract": () => v1.extract([lamp], { schema, prompt: "The product." }),
  "v1.asyncExtract": () => v1.asyncExtract([lamp], { schema }).then(keep("v1.extract")),
  "v1.getExtractStatus": () => ended(() => v1.getExtractStatus(ids["v1.extract"])),
  "v1.getCreditUsage": () => v1.getCreditUsage(),
  "v1.getTokenUsage": () => v1.getTokenUsage(),
  "v1.getCreditUsageHistorical": () => v1.getCreditUsageHistorical(),
  "v1.getTokenUsageHistorical": () => v1.getTokenUsageHistorical(),
  "v1.deepResearch": () => v1.deepResearch("lamps", { maxUrls: 1 }),
  "v1.asyncDeepResearch": () => v1.asyncDeepResearch("lamps", {}),
  "v1.checkDeepResearchStatus": () => v1.checkDeepResearchStatus(unknown),
  "v1.__deepResearch": () => v1.__deepResearch("lamps", { maxDepth: 1 }),
  "v1.__asyncDeepResearch": () => v1.__asyncDeepResearch("lamps", {}),
  "v1.__checkDeepResearchStatus": () => v1.__checkDeepResearchStatus(unknown),
  "v1.generateLLMsText": () => v1.generateLLMsText(lamp, { maxUrls: 1 }),
  "v1.asyncGenerateLLMsText": () => v1.asyncGenerateLLMsText(lamp, {}),
  "v1.checkGenerateLLMsTextStatus": () => v1.checkGenerateLLMsTextStatus(unknown),
};

/** The names of the methods of an object's classes, after a prefix. */
function methods(object, prefix = "") {
  const names = new Set();
  for (let each = Object.getPrototypeOf(object); each !== Object.prototype; each = Object.getPrototypeOf(each)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(each))) {
      if (typeof value === "function" && name !== "constructor") names.add(prefix + name);
    }
  }
  return [...names];
}

/** A call that neither returns nor fails is reported like a failure. */
const late = () => new Promise((_, reject) => setTimeout(reject, 90_000, new Error("did not end within 90 s")).unref());

const results = {};
for (const [name, call] of Object.entries(calls)) {
  try {
    results[name] = { answer: (await Promise.race([call(), late()])) ?? null };
  } catch (error) {
    results[name] = { error: error.message, status: error.status ?? error.statusCode ?? null };
  }
}
const all = [...methods(app), ...methods(v1, "v1."), ...methods(research, "research.")];
process.stdout.write(JSON.stringify({ methods: all, results }) + "\n", () => process.exit(0));
