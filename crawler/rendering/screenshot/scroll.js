// Scrolls through the page and back to the top, so that lazy images load and blocks that appear on scrolling appear.
// Ends at `most` pixels or after `seconds`: a page may grow without end. False if the page did not change: then no script
// acts on scrolling. A page that `listens`, or changes, gets pauses; others get two frames a step, in which observers of
// intersections are called.
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
  for (let y = 0; performance.now() - begun < 1000 * seconds; ) {
    const last = Math.min(root.scrollHeight, most) - innerHeight;
    if (y >= last) break;
    y = Math.min(y + innerHeight, last);
    scrollTo({top: y, behavior: "instant"});
    await pause();
  }
  scrollTo({top: 0, behavior: "instant"});
  await pause();
  observer.disconnect();
  return changed;
})
