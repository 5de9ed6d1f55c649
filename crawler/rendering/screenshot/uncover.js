// Hides cookie banners and, for a full page, unfolds the element that scrolls in place of the page.
// `banners` matches the classes and ids of cookie banners (extraction/content/advertising.py).
(([banners, fullPage]) => {
  const root = document.documentElement, body = document.body;
  if (!body) return 0;
  const NAMED = new RegExp(banners, "i");
  const CONSENT = /\b(?:cookies?|gdpr|consent|consentement|datenschutz|privacidad)\b/i;
  const CHOICE = /\b(?:accept|agree|allow|consent|got it|understood|okay|ok|reject|decline|akzeptieren|zustimmen|einverstanden|ablehnen|accepter|refuser|aceptar|rechazar|accetta|rifiuta|akkoord|godkänn|aceitar)|同意|接受/i;
  const CLICKABLE = "button, [role=button], input[type=button], input[type=submit], a";
  const KEPT = new Set(["HTML", "BODY", "MAIN", "ARTICLE", "H1"]);
  const ELEMENTS_MAX = 20000, BANNER_LETTERS_MAX = 5000;

  const set = (element, properties) => {
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, "important");
  };
  const floats = (element) => {
    const style = getComputedStyle(element);
    return style.position === "fixed" || style.position === "sticky" || (style.position === "absolute" && style.zIndex >= 10);
  };
  const asks = (element) =>
    [...element.querySelectorAll(CLICKABLE)].some((each) => CHOICE.test((each.innerText || each.value || "").slice(0, 60)));
  const covers = (element, share) => {
    const box = element.getBoundingClientRect();
    return box.width * box.height >= share * innerWidth * innerHeight;
  };
  // The first elements below one, without a list of all: there may be a million.
  const below = (element, most) => {
    const all = element.getElementsByTagName("*"), found = [];
    for (let i = 0; i < most && all[i]; i++) found.push(all[i]);
    return found;
  };
  const elements = below(body, ELEMENTS_MAX);
  const letters = body.textContent.length;

  function isOverlay(element) {
    for (let each = element; each && each !== body; each = each.parentElement) if (floats(each)) return true;
    return below(element, 50).some(floats);
  }

  // An element named like a banner. One in the flow of the page must also ask for a choice: it may be the page's content.
  function isNamedBanner(element) {
    const label = `${element.getAttribute("class") || ""} ${element.id}`;
    if (label.length < 3 || !NAMED.test(label) || KEPT.has(element.tagName)) return false;
    // A banner without text of its own is in a shadow tree.
    if (isOverlay(element) || (!element.textContent.trim() && !element.offsetHeight)) return true;
    return element.textContent.length <= letters / 2 && element.offsetHeight <= innerHeight / 2 && asks(element);
  }

  function isUnnamedBanner(element) {
    if (element.tagName === "IFRAME") return floats(element) && /consent|cookie|privacy-mgmt|cmp\b/i.test(element.src);
    if (!(element.tagName === "DIALOG" && element.open) && !floats(element)) return false;
    const text = element.textContent;
    return text.length <= BANNER_LETTERS_MAX && CONSENT.test(text) && !KEPT.has(element.tagName) && asks(element);
  }

  function isBackdrop(element) {
    const style = getComputedStyle(element);
    return style.position === "fixed" && style.zIndex > 0 && style.backgroundImage === "none" && covers(element, 0.9)
      && !element.innerText?.trim() && !element.querySelector("img, video, canvas, svg, iframe");
  }

  function hideBanners() {
    const found = elements.filter((element) => isNamedBanner(element) || isUnnamedBanner(element));
    for (const element of found) set(element, {display: "none"});
    if (found.length) for (const element of elements.filter(isBackdrop)) set(element, {display: "none"});
    return found.length;
  }

  // Banners and dialogs lock the page: without them it scrolls again.
  function unlock(hidden) {
    for (const element of [root, body]) {
      const style = getComputedStyle(element);
      if ((hidden || root.scrollHeight > innerHeight + 1) && ["hidden", "clip"].includes(style.overflowY)) {
        set(element, {"overflow-y": "visible", "overflow-x": "clip"});
      }
    }
    if (getComputedStyle(body).position === "fixed") set(body, {position: "relative", inset: "auto"});
  }

  const hiddenHeight = (element) => element.scrollHeight - element.clientHeight;

  // The largest scroller that hides more than the page itself does.
  function innerScroller() {
    let best = null, most = Math.max(100, root.scrollHeight - innerHeight);
    for (const element of [body, ...elements]) {
      if (hiddenHeight(element) <= most || element.clientWidth * element.clientHeight < 0.4 * innerWidth * innerHeight) continue;
      if (!["auto", "scroll", "overlay"].includes(getComputedStyle(element).overflowY)) continue;
      best = element;
      most = hiddenHeight(element);
    }
    return best;
  }

  function unfold(scroller) {
    for (let element = scroller; element; element = element.parentElement) {
      const style = getComputedStyle(element), outer = element.parentElement && getComputedStyle(element.parentElement);
      const inColumn = outer && outer.display.includes("flex") && outer.flexDirection.startsWith("column");
      const change = {"min-height": `${element.clientHeight}px`, height: "auto", "max-height": "none", contain: "none"};
      Object.assign(change, {"overflow-y": "visible", "overflow-x": style.overflowX === "visible" ? "visible" : "clip"});
      if (inColumn) change.flex = "1 0 auto";
      if (["fixed", "absolute"].includes(style.position)) Object.assign(change, {position: "absolute", bottom: "auto"});
      set(element, change);
    }
  }

  // Parts of the page that browsers paint only when they are near the viewport.
  function paintSkipped() {
    for (const element of elements) {
      if (getComputedStyle(element).contentVisibility === "auto") set(element, {"content-visibility": "visible"});
    }
  }

  const hidden = hideBanners();
  unlock(hidden);
  if (fullPage) paintSkipped();
  if (fullPage) for (let round = 0, next = innerScroller(); next && round < 3; round++, next = innerScroller()) unfold(next);
  return hidden;
})
