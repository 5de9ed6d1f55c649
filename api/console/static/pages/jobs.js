// Keeps the list of jobs up to date while the page is visible.

import { pause, persist, refresh } from "../live.js";

const MILLISECONDS = 3000;

await persist(async () => {
  await pause(MILLISECONDS);
  if (!document.hidden) await refresh();
});
