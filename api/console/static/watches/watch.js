// Keeps the page of a watch up to date while it is visible: often while a check runs, otherwise now and then.

import { pause, persist, refresh } from "../live.js";

const CHECKING_MILLISECONDS = 2000;
const WAITING_MILLISECONDS = 15_000;

await persist(async () => {
  await pause(document.querySelector("[data-checking]") ? CHECKING_MILLISECONDS : WAITING_MILLISECONDS);
  if (document.hidden) return;
  const page = await refresh();
  // The attribute is not among the children that `refresh` takes over.
  const isChecking = Boolean(page?.querySelector("[data-checking]"));
  document.getElementById("watch-head").toggleAttribute("data-checking", isChecking);
});
