// Scrolls through the page and back to the top, so that lazy images load and blocks that appear on scrolling appear.
// Ends at `most` pixels or after `seconds`: a page may grow without end.
(async ([most, seconds, pauseMs]) => {
  const begun = performance.now();
  const pause = () => new Promise((done) => setTimeout(done, pauseMs));
  const root = document.scrollingElement || document.documentElement;
  for (const image of document.images) if (image.loading === "lazy") image.loading = "eager";
  for (let y = 0; performance.now() - begun < 1000 * seconds; ) {
    const last = Math.min(root.scrollHeight, most) - innerHeight;
    if (y >= last) break;
    y = Math.min(y + innerHeight, last);
    scrollTo({top: y, behavior: "instant"});
    await pause();
  }
  scrollTo({top: 0, behavior: "instant"});
  await pause();
  return true;
})
