// Waits for fonts and images, at most `seconds`, ends all animations, and returns the height of the page.
// Images below `most` pixels are not waited for.
(async ([most, seconds]) => {
  const late = new Promise((done) => setTimeout(done, 1000 * seconds));
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const shown = [...document.images].filter((image) => image.getBoundingClientRect().top + scrollY < most);
  const loaded = shown.map((image) => image.decode().catch(() => null));  // Rejected for images that are broken.
  await Promise.race([Promise.all([document.fonts.ready, ...loaded]), late]);
  for (const animation of document.getAnimations()) {
    try {
      const {endTime} = animation.effect.getComputedTiming();
      if (endTime === Infinity) animation.cancel(); else animation.finish();
    } catch { /* It has no end, or no effect: it stays as it is. */ }
  }
  await Promise.race([frame().then(frame), late]);
  return Math.max(document.documentElement.scrollHeight, document.scrollingElement?.scrollHeight || 0);
})
