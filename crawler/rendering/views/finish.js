// Waits for fonts and images, at most `seconds`, ends all animations, and returns the height of the page.
// Images below `most` pixels are not waited for. In a full page, fixed elements are where a person sees them who has
// scrolled to the end: bars at the bottom are moved there, and backgrounds cover the whole page.
(async ([fullPage, most, seconds]) => {
  const late = new Promise((done) => setTimeout(done, 1000 * seconds));
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const set = (element, properties) => {
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, "important");
  };
  function spread(height) {
    const fixed = [...document.body.querySelectorAll("*")].slice(0, 20000)
      .filter((element) => getComputedStyle(element).position === "fixed");
    for (const element of fixed) {
      const box = element.getBoundingClientRect();
      const isBackground = box.width * box.height >= 0.95 * innerWidth * innerHeight && !element.innerText?.trim();
      const isAtBottom = box.top > innerHeight / 2 && Math.abs(innerHeight - box.bottom) <= 60 && box.height > 0;
      const before = element.getAttribute("style");
      if (isBackground) set(element, {height: `${height}px`, "max-height": "none", bottom: "auto"});
      else if (isAtBottom) set(element, {top: `${height - innerHeight + box.top}px`, bottom: "auto"});
      // Where another element than the viewport contains it, it may have gone elsewhere.
      const moved = element.getBoundingClientRect().top - box.top, expected = isAtBottom ? height - innerHeight : 0;
      if (Math.abs(moved - expected) > 1) before === null ? element.removeAttribute("style") : element.setAttribute("style", before);
    }
  }
  const shown = [...document.images].filter((image) => image.getBoundingClientRect().top + scrollY < most);
  const loaded = shown.map((image) => image.decode().catch(() => null));  // Rejected for images that are broken.
  await Promise.race([Promise.all([document.fonts.ready, ...loaded]), late]);
  // An animation that scrolling drives shows its start here: without it, the element has its usual looks. All are read
  // before the first is changed: reading in between computes all styles again.
  const isEndless = (animation) =>
    animation.timeline !== document.timeline || animation.effect?.getComputedTiming().endTime === Infinity;
  for (const [animation, endless] of document.getAnimations().map((each) => [each, isEndless(each)])) {
    try {
      if (endless) animation.cancel(); else animation.finish();
    } catch { /* It has no end or no effect: it stays as it is. */ }
  }
  // Blocks that appeared on scrolling and hid again. Those that do not move while the page scrolls belong to other parts of it.
  const standsStill = (element) => {
    for (let each = element; each; each = each.parentElement) if (["fixed", "sticky"].includes(getComputedStyle(each).position)) return true;
    return false;
  };
  for (const element of fullPage ? globalThis.appeared || [] : []) {
    const style = getComputedStyle(element);
    if ((style.opacity >= 0.9 && style.visibility === "visible") || standsStill(element)) continue;
    set(element, {transition: "none", animation: "none", opacity: "1", visibility: "visible", transform: "none", translate: "none"});
  }
  // A background that stands still while the page scrolls is painted for the first viewport only.
  for (const element of fullPage ? [...document.body.querySelectorAll("*")].slice(0, 20000) : []) {
    if (getComputedStyle(element).backgroundAttachment.includes("fixed")) set(element, {"background-attachment": "scroll"});
  }
  const height = Math.max(document.documentElement.scrollHeight, document.scrollingElement?.scrollHeight || 0);
  if (fullPage) spread(Math.min(height, most));
  await Promise.race([frame().then(frame), late]);
  return height;
})
