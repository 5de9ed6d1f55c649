// Marks the elements whose text no person sees, by the attribute `orbweaver-hidden`, before the document is taken:
// `closed` for what a control may open, `faded` for transparent text, `never` for the rest. Reads at most `most` elements, for at
// most `patience` milliseconds. What a page's style sheets say is known here only, because readers do not fetch them.
((most, patience) => {
  const until = performance.now() + patience;
  const skipped = new Set("SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT CANVAS VIDEO AUDIO SVG svg SELECT TEXTAREA IMG BR".split(" "));
  const found = [];

  const hasText = (element) => {
    for (let node = element.firstChild; node; node = node.nextSibling)
      if (node.nodeType === 3 && node.data.trim()) return true;
    return false;
  };
  // A page has few colours and many elements.
  const colors = new Map();
  const channels = (color) => {
    if (!colors.has(color)) colors.set(color, parsed(color));
    return colors.get(color);
  };
  const parsed = (color) => {
    const numbers = (color.match(/^rgba?\(([^)]*)\)/) || ["", ""])[1].split(/[\s,/]+/).map(Number);
    return numbers.length < 3 ? null : [numbers[0], numbers[1], numbers[2], numbers.length > 3 ? numbers[3] : 1];
  };
  const alike = (one, other) => [0, 1, 2].every((at) => Math.abs(one[at] - other[at]) * one[3] <= 12);

  const isClipped = (style) =>
    (style.position !== "static" && /^rect\((?:[01]px,? ?){4}\)$/.test(style.clip))
    || style.clipPath !== "none" && /^(?:inset\((?:[5-9]\d|100)%|circle\(0|ellipse\(0|polygon\((?:0(?:px|%)?,? ?)+\))/.test(style.clipPath);

  // The colour behind an element (null if it may be an image), and whether it or an element around it is clipped to nothing.
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const known = new Map([[null, {color: isDark ? null : [255, 255, 255, 1], isClipped: false}]]);
  const surroundings = (element) => {
    let at = element, found = known.get(element);
    if (found) return found;
    const path = [];
    for (; !known.has(at); at = at.parentElement) path.push(at);
    found = known.get(at);
    for (const each of path.reverse()) known.set(each, found = inside(getComputedStyle(each), found));
    return found;
  };
  const inside = (style, around) => {
    const own = channels(style.backgroundColor);
    const isUnknown = style.backgroundImage !== "none" || !own || (own[3] > 0.02 && own[3] <= 0.95);
    return {
      color: isUnknown ? null : own[3] > 0.95 ? own : around.color,
      isClipped: around.isClipped || isClipped(style),
    };
  };
  let painted = null;
  // Whether a picture, or a moved element with a background, lies where the element is.
  const isOnPicture = (element) => {
    painted ??= [...document.querySelectorAll("img,video,canvas,svg,iframe,object,[style*=background],[class]")].slice(0, 3000).map((each) => {
      const style = getComputedStyle(each);
      const isPicture = /^(img|video|canvas|svg|iframe|object)$/i.test(each.tagName);
      const isMoved = style.position !== "static" && (style.backgroundImage !== "none" || channels(style.backgroundColor)?.[3] > 0.02);
      return isPicture || isMoved ? [each, each.getBoundingClientRect()] : null;
    }).filter(Boolean);
    const box = element.getBoundingClientRect();
    return painted.some(([each, area]) =>
      !element.contains(each) && area.left < box.right && area.right > box.left && area.top < box.bottom && area.bottom > box.top);
  };

  const isUnreadable = (element, style) => {
    if (parseFloat(style.fontSize) < 2.5) return true;
    const color = channels(style.webkitTextFillColor || style.color);
    if (!color) return false;
    const back = surroundings(element).color;
    if (color[3] >= 0.05 && (back === null || !alike(color, back))) return false;
    if (/text/.test(style.webkitBackgroundClip || style.backgroundClip)) return false;
    if (style.textShadow !== "none" || parseFloat(style.webkitTextStrokeWidth) > 0) return false;
    return color[3] < 0.05 || !isOnPicture(element);
  };
  const isCutOff = (element, style) => {
    if (style.overflowX === "visible" && style.overflowY === "visible" || !(element instanceof HTMLElement)) return null;
    if (element.offsetWidth > 1 && element.offsetHeight > 1) return null;
    return element.offsetWidth && element.offsetHeight ? "never" : "closed";
  };
  // One box around all texts. On most pages it excludes that an element is far away.
  const boxOfAll = () => {
    const range = document.createRange();
    range.selectNodeContents(document.body);
    return range.getBoundingClientRect();
  };
  let all = null;
  const isFarAway = (element) => {
    all ??= boxOfAll();
    if (all.left + scrollX >= -900 && all.top + scrollY >= -900) return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && (box.right + scrollX < -900 || box.bottom + scrollY < -900);
  };

  // How an element hides its text, or null. Each value that is read of a style or a box takes time: the rare cases come first.
  const hiding = (element) => {
    if (!element.checkVisibility({opacityProperty: true, visibilityProperty: true})) return hidingOfUnseen(element, getComputedStyle(element));
    const style = getComputedStyle(element);
    const cut = isCutOff(element, style);
    if (cut) return cut;
    if (!hasText(element)) return null;
    if (surroundings(element).isClipped || parseFloat(style.textIndent) < -900 || isUnreadable(element, style)) return "never";
    if (parseFloat(style.opacity) < 0.05) return "faded";
    return isFarAway(element) ? "closed" : null;
  };
  const hidingOfUnseen = (element, style) => {
    if (style.display === "none") return "closed";
    if (style.visibility !== "visible") return hasText(element) ? "closed" : null;
    if (parseFloat(style.opacity) >= 0.05) return null;  // Inside a closed `details`, or inside an unseen element.
    const comes = style.transform !== "none" || style.animationName !== "none" || /[1-9]/.test(style.transitionDuration);
    return comes ? null : "faded";
  };

  const filter = (element) => skipped.has(element.tagName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  const walker = document.body && document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT, filter);
  let element = walker && walker.nextNode();
  for (let count = 0; element && count < most && (count % 64 || performance.now() < until); count++) {
    const how = hiding(element);
    if (how) found.push([element, how]);
    if (!how || (how === "closed" && getComputedStyle(element).display !== "none")) element = walker.nextNode();
    else {
      // The elements inside are hidden with it.
      let next = walker.nextSibling();
      while (!next && walker.parentNode()) next = walker.nextSibling();
      element = next;
    }
  }
  for (const [hidden, how] of found) hidden.setAttribute("orbweaver-hidden", how);
})
