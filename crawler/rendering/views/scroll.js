// Scrolls through the page and back to the top, so that lazy images load and blocks that appear on scrolling appear.
// Ends at `most` pixels or after `seconds`: a page may grow without end. False if the page did not change: then no script
// acts on scrolling. A page that `listens`, or changes, gets pauses; others get two frames a step, in which observers of
// intersections are called. Null if the time ended before the end of the page. Blocks that appeared are stored in
// `globalThis.appeared`: some hide again when they are out of view.
(async ([most, seconds, pauseMs, listens]) => {
  const begun = performance.now();
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const sleep = () => new Promise((done) => setTimeout(done, pauseMs));
  const root = document.scrollingElement || document.documentElement;
  for (const image of document.images) if (image.loading === "lazy") image.loading = "eager";
  // Changes in the shadow trees of custom elements are not observed.
  const all = document.getElementsByTagName("*");
  let changed = listens || all.length > 20000;
  for (let i = 0; i < all.length && !changed; i++) changed = all[i].localName.includes("-");
  const observer = new MutationObserver(() => { changed = true; });
  observer.observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
  const pause = async () => {
    if (!changed) await Promise.race([frame().then(frame), sleep()]);
    if (changed) await sleep();
  };
  const looks = (style) => [style.opacity, style.visibility];
  const unseen = new Map();
  for (let i = 0; i < Math.min(all.length, 20000); i++) {
    const [opacity, visibility] = looks(getComputedStyle(all[i]));
    if (opacity < 0.9 || visibility !== "visible") unseen.set(all[i], [opacity, visibility, mark(all[i])]);
  }
  globalThis.appeared = [];
  function mark(element) { return `${element.getAttribute("class")}|${element.getAttribute("style")}`; }
  function note() {
    for (const [element, [opacity, visibility, before]] of unseen) {
      const box = element.getBoundingClientRect();
      if (box.bottom <= 0 || box.top >= innerHeight || !box.width) continue;
      const [now, seen] = looks(getComputedStyle(element));
      if (now <= +opacity + 0.01 && seen === visibility && mark(element) === before) continue;
      globalThis.appeared.push(element);
      unseen.delete(element);
    }
  }
  let ended = false;
  for (let y = 0; performance.now() - begun < 1000 * seconds; ) {
    const last = Math.min(root.scrollHeight, most) - innerHeight;
    if (y >= last) { ended = true; break; }
    y = Math.min(y + innerHeight, last);
    scrollTo({top: y, behavior: "instant"});
    await pause();
    note();
  }
  scrollTo({top: 0, behavior: "instant"});
  await pause();
  observer.disconnect();
  return ended ? changed : null;
})
