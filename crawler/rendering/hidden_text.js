// Marks the elements whose text no person sees, by the attribute `orbweaver-hidden`, before the document is read:
// `closed` for what a control may open, `faded` for transparent text, `never` for the rest. Reads at most `most` elements, for at
// most `patience` milliseconds. What a page's style sheets say is known here only, because readers do not fetch them.
// Returns whether the marks say everything: all elements were read, and no script of the page changed the document meanwhile.
((most, patience) => {
  const until = performance.now() + patience;
  const skipped = new Set("SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT CANVAS VIDEO AUDIO SVG svg SELECT TEXTAREA IMG BR".split(" "));
  const found = [];

  // A form's fields hide properties of the form that have their names. So properties are read, and methods called, as of any element.
  const property = (type, name) => {
    const {get} = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (node) => get.call(node);
  };
  const method = (name) => {
    const call = Element.prototype[name];
    return (element, ...given) => call.apply(element, given);
  };
  const [firstChild, nextSibling, parentInTree, parentNode] =
    ["firstChild", "nextSibling", "parentElement", "parentNode"].map((name) => property(Node, name));
  const [tagName, shadowRoot, assignedSlot] = ["tagName", "shadowRoot", "assignedSlot"].map((name) => property(Element, name));
  const [offsetWidth, offsetHeight] = ["offsetWidth", "offsetHeight"].map((name) => property(HTMLElement, name));
  const [getAttribute, setAttribute, checkVisibility] = ["getAttribute", "setAttribute", "checkVisibility"].map(method);
  const boxOf = method("getBoundingClientRect");

  // The trees of the page: that of its body, and those of open shadow roots. An element is shown inside of its slot, and the
  // outermost elements of a shadow root inside of its host.
  const trees = document.body ? [document.body] : [];
  const parentElement = (element) => trees.length > 1 && (assignedSlot(element) || hostOf(parentNode(element))) || parentInTree(element);
  const hostOf = (node) => node instanceof ShadowRoot ? node.host : null;

  const hasText = (element) => {
    for (let node = firstChild(element); node; node = nextSibling(node))
      if (node instanceof Text && node.data.trim()) return true;
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

  const isClipped = (style) => {
    const {clip, clipPath} = style;
    return clip !== "auto" && style.position !== "static" && /^rect\((?:[01]px,? ?){4}\)$/.test(clip)
      || clipPath !== "none" && /^(?:inset\((?:[5-9]\d|100)%|circle\(0|ellipse\(0|polygon\((?:0(?:px|%)?,? ?)+\))/.test(clipPath);
  };
  const isFiltered = ({filter}) => filter !== "none" && /opacity\(0?(?:\.0\d*)?\)/.test(filter);

  // The background colour of an element (null if it may be an image), and whether it or an element around it hides all text inside of it.
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const known = new Map([[null, {color: isDark ? null : [255, 255, 255, 1], isLost: false}]]);
  const surroundings = (element, style) => {
    let found = known.get(element);
    if (!found) known.set(element, found = inside(style || getComputedStyle(element), surroundingsOfParent(element)));
    return found;
  };
  const surroundingsOfParent = (element) => {
    const path = [];
    let at = parentElement(element);
    for (; !known.has(at); at = parentElement(at)) path.push(at);
    let found = known.get(at);
    for (const each of path.reverse()) known.set(each, found = inside(getComputedStyle(each), found));
    return found;
  };
  const inside = (style, around) => {
    const own = channels(style.backgroundColor);
    const isUnknown = !own || (own[3] > 0.02 && own[3] <= 0.95) || style.backgroundImage !== "none";
    return {
      color: isUnknown ? null : own[3] > 0.95 ? own : around.color,
      isLost: around.isLost || isClipped(style) || isFiltered(style),
    };
  };
  let painted = null;
  // Whether a picture, or a moved element with a background, lies where the element is.
  const isOnPicture = (element) => {
    painted ??= [...document.querySelectorAll("img,video,canvas,svg,iframe,object,[style*=background],[class]")].slice(0, 3000).map((each) => {
      const style = getComputedStyle(each);
      const isPicture = /^(img|video|canvas|svg|iframe|object)$/i.test(tagName(each));
      const isMoved = style.position !== "static" && (style.backgroundImage !== "none" || channels(style.backgroundColor)?.[3] > 0.02);
      return isPicture || isMoved ? [each, boxOf(each)] : null;
    }).filter(Boolean);
    const box = boxOf(element);
    return painted.some(([each, area]) =>
      !Node.prototype.contains.call(element, each) && area.left < box.right && area.right > box.left && area.top < box.bottom && area.bottom > box.top);
  };

  const isUnreadable = (element, style, back) => {
    if (parseFloat(style.fontSize) < 2.5) return true;
    const color = channels(style.webkitTextFillColor || style.color);
    if (!color) return false;
    if (color[3] >= 0.05 && (back === null || !alike(color, back))) return false;
    if (/text/.test(style.webkitBackgroundClip || style.backgroundClip)) return false;
    if (style.textShadow !== "none" || parseFloat(style.webkitTextStrokeWidth) > 0) return false;
    return color[3] < 0.05 || !isOnPicture(element);
  };
  const isCutOff = (element, style) => {
    if (style.overflow === "visible" || !(element instanceof HTMLElement)) return null;
    const width = offsetWidth(element), height = offsetHeight(element);
    if (width > 1 && height > 1) return null;
    return width && height ? "never" : "closed";
  };
  const isIndented = (element, style) => {
    const indent = style.textIndent;
    if (indent === "0px") return false;
    const size = parseFloat(indent) * (indent.endsWith("%") ? offsetWidth(element) / 100 : 1);
    return size < -900 || size > 0 && style.overflowX !== "visible" && size >= offsetWidth(element);
  };
  // Whether the element is scaled or turned until it has no area, or lies where nobody scrolls to.
  const isOutOfSight = (element) => {
    const box = boxOf(element);
    if (box.width < 1.5 || box.height < 1.5) return element instanceof HTMLElement && offsetWidth(element) > 2 && offsetHeight(element) > 2;
    if (box.right + scrollX < -900 || box.bottom + scrollY < -900) return !isInRowOfCarousel(element);
    return box.left + scrollX > FAR && isMovedFar(element);
  };
  const FAR = 3000;
  // Whether the row around the element was moved inside of an element that cuts it off, as its buttons do.
  const isInRowOfCarousel = (element) => {
    for (let row = parentElement(element); row; row = parentElement(row)) {
      const {transform} = getComputedStyle(row);
      if (transform === "none") continue;
      const {m41, m42} = new DOMMatrixReadOnly(transform);
      const box = parentElement(row);
      return Math.max(Math.abs(m41), Math.abs(m42)) < 9000 && box !== null && getComputedStyle(box).overflow !== "visible"
        && boxOf(box).right > 0 && boxOf(box).bottom + scrollY > 0;
    }
    return false;
  };
  const isMovedFar = (element) => {
    for (let at = element; at; at = parentElement(at)) {
      const style = getComputedStyle(at);
      if (/^(?:absolute|fixed)$/.test(style.position) && parseFloat(style.left) > FAR) return true;
    }
    return false;
  };

  // Whether the browser does not draw what is inside, until a person searches for it.
  const isSkipped = (element, style) =>
    style.contentVisibility === "hidden" && !/^\s*until-found\s*$/i.test(getAttribute(element, "hidden") || "");
  const isInsideOfSkipped = (element) => {
    for (let at = parentElement(element); at; at = parentElement(at)) if (isSkipped(at, getComputedStyle(at))) return true;
    return false;
  };

  // How an element hides its text, or null. Each value that is read of a style or a box takes time: the rare cases come first.
  const seen = {opacityProperty: true, visibilityProperty: true};
  const hiding = (element) => {
    const style = getComputedStyle(element);
    if (!checkVisibility(element, seen)) return hidingOfUnseen(element, style);
    const cut = isCutOff(element, style);
    if (cut) return cut;
    if (!hasText(element)) return null;
    const around = surroundings(element, style);
    if (around.isLost || isIndented(element, style) || isUnreadable(element, style, around.color)) return "never";
    if (parseFloat(style.opacity) < 0.05) return "faded";
    if (isSkipped(element, style)) return "closed";
    return isOutOfSight(element) ? "closed" : null;
  };
  const hidingOfUnseen = (element, style) => {
    if (style.display === "none") return "closed";
    if (style.visibility !== "visible") return hasText(element) ? "closed" : null;
    if (isInsideOfSkipped(element)) return "closed";
    if (parseFloat(style.opacity) >= 0.05) return null;  // Inside a closed `details`, or inside an unseen element.
    const comes = style.transform !== "none" || style.animationName !== "none" || /[1-9]/.test(style.transitionDuration);
    if (comes) return null;
    return element instanceof HTMLElement && !(offsetWidth(element) && offsetHeight(element)) ? "closed" : "faded";
  };

  let count = 0;
  // Reads a tree. Returns whether it read all of it.
  const read = (tree) => {
    const walker = document.createTreeWalker(tree, NodeFilter.SHOW_ELEMENT);
    // The next element that is not inside of the current one.
    const after = () => {
      let next = walker.nextSibling();
      while (!next && walker.parentNode()) next = walker.nextSibling();
      return next;
    };
    let element = walker.nextNode();
    while (element && count < most && (count % 64 || performance.now() < until)) {
      count += 1;
      if (skipped.has(tagName(element))) {
        element = after();
        continue;
      }
      const how = hiding(element);
      if (how) found.push([element, how]);
      // The elements inside of a hidden one are hidden with it.
      const isOver = how && (how !== "closed" || getComputedStyle(element).display === "none");
      const root = isOver ? null : shadowRoot(element);
      if (root) trees.push(root);
      element = isOver ? after() : walker.nextNode();
    }
    return !element;
  };
  let isRead = true;
  for (let at = 0; at < trees.length && isRead; at++) isRead = read(trees[at]);
  // A script of the page may run while a mark is set, and undo others.
  const changes = new MutationObserver(() => {});
  for (const tree of [document, ...trees.slice(1)])
    changes.observe(tree, {subtree: true, childList: true, attributes: true, characterData: true});
  for (const [hidden, how] of found) setAttribute(hidden, "orbweaver-hidden", how);
  const records = changes.takeRecords();
  changes.disconnect();
  return isRead && records.length === found.length && records.every((each) => each.attributeName === "orbweaver-hidden");
})
