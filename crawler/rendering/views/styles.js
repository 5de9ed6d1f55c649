// Observes the computed styles of a settled page. Returns plain rows, which extraction/brand/styleguide/ reads.
//
// It runs in an isolated world: the page's scripts cannot change its functions. A form's inputs and a document's images can
// still hide properties of the form and the document by their names, so properties are read through their prototypes.
// `banners` matches the classes and ids of cookie banners (extraction/content/advertising.py). After `budgetMs` each section
// returns what it has.
(async ([banners, budgetMs]) => {
  const ELEMENTS_MAX = 6000, NODES_MAX = 60000, ROWS_MAX = 200, LAYERS_MAX = 6, LETTERS_MAX = 2000;
  const TEXT_NODES_MAX = 40, TOKENS_MAX = 1500, BUTTONS_MAX = 150, STACK_MAX = 60000;
  const began = performance.now();
  const isLate = () => performance.now() - began > budgetMs;
  const getter = (type, name) => Function.prototype.call.bind(Object.getOwnPropertyDescriptor(type.prototype, name).get);
  const method = (type, name) => Function.prototype.call.bind(type.prototype[name]);
  const tagOf = getter(Element, "localName"), classOf = method(Element, "getAttribute"), boxOf = method(Element, "getBoundingClientRect");
  const firstChild = getter(Node, "firstChild"), nextSibling = getter(Node, "nextSibling"), nodeType = getter(Node, "nodeType");
  const shadowOf = getter(Element, "shadowRoot"), wordsOf = getter(CharacterData, "data"), textOf = getter(Node, "textContent"), htmlOf = getter(Element, "outerHTML");
  const findAll = method(Document, "querySelectorAll"), root = getter(Document, "documentElement")(document);
  const body = getter(Document, "body")(document), sheetOf = getter(HTMLLinkElement, "sheet");
  const append = method(Node, "appendChild"), remove = method(Element, "remove");
  const warnings = [], NAMED = new RegExp(banners, "i");
  const section = (field, read) => {
    try { return read(); } catch (error) {
      warnings.push({field, reason: `The page's styles could not be read: ${String(error).slice(0, 120)}`});
      return null;
    }
  };
  const px = (text) => { const number = parseFloat(text); return Number.isFinite(number) ? Math.round(number * 100) / 100 : null; };
  const cut = (text, most) => String(text ?? "").slice(0, most);

  // Transitions and animations would show colours that are on their way.
  const stilled = new CSSStyleSheet();
  stilled.replaceSync("*,*::before,*::after{transition:none!important;caret-color:auto!important}");
  section("document", () => { document.adoptedStyleSheets = [...document.adoptedStyleSheets, stilled]; });
  section("document", () => {
    for (const animation of document.getAnimations().slice(0, 2000)) {
      try {
        if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel(); else animation.finish();
      } catch { /* It has no end: it stays as it is. */ }
    }
  });

  // A colour as [red, green, blue, alpha]. A canvas converts the forms that are not rgb().
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true}), known = new Map();
  const convert = (text) => {
    const found = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
    if (found) return [+found[1], +found[2], +found[3], found[4] === undefined ? 1 : +found[4]];
    if (!text || text.length > 200 || !CSS.supports("color", text)) return null;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = "#000";
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, Math.round(alpha / 2.55) / 100];
  };
  const colorOf = (text) => {
    if (!known.has(text)) { if (known.size > 5000) known.clear(); known.set(text, convert(text)); }
    return known.get(text);
  };
  const fade = (color, opacity) => color && [color[0], color[1], color[2], Math.round(color[3] * opacity * 1000) / 1000];

  // The colours of an empty page, which follow its color-scheme.
  const canvasColors = section("colors", () => {
    const probe = document.createElement("div");
    for (const [name, value] of [["background-color", "Canvas"], ["color", "CanvasText"], ["position", "fixed"]])
      probe.style.setProperty(name, value, "important");
    append(root, probe);
    const style = getComputedStyle(probe), found = [colorOf(style.backgroundColor), colorOf(style.color)];
    remove(probe);
    return found;
  }) || [[255, 255, 255, 1], [0, 0, 0, 1]];

  const rows = new Map([["texts", new Map()], ["fonts", new Map()], ["grounds", new Map()]]);
  const add = (kind, row, amounts) => {
    const table = rows.get(kind), key = JSON.stringify(row), held = table.get(key);
    if (!held) { if (table.size < 5000) table.set(key, {...row, ...amounts}); return; }
    for (const name of Object.keys(amounts)) held[name] += amounts[name];
  };
  const tally = {radii: new Map(), spaces: new Map(), shadows: new Map()};
  const count = (table, value) => { if (table.has(value) || table.size < 3000) table.set(value, (table.get(value) || 0) + 1); };

  const typeOf = (style) => ({
    family: cut(style.fontFamily, 300), size: px(style.fontSize), weight: px(style.fontWeight), line: px(style.lineHeight),
    spacing: px(style.letterSpacing) ?? 0, transform: cut(style.textTransform, 20),
  });
  const radiusOf = (style, box) => {
    const text = style.borderTopLeftRadius, value = px(text);
    return value !== null && text.includes("%") ? px(value * Math.min(box.width, box.height) / 100) : value;
  };
  const ownLetters = (element) => {
    let letters = 0, seen = 0;
    for (let node = firstChild(element); node && seen < TEXT_NODES_MAX && letters < LETTERS_MAX; node = nextSibling(node), seen++)
      if (nodeType(node) === 3) letters += cut(wordsOf(node), LETTERS_MAX).trim().length;
    return letters;
  };
  const borderOf = (style) => {
    const width = style.borderTopStyle === "none" ? 0 : px(style.borderTopWidth);
    return {width, color: width ? colorOf(style.borderTopColor) : null};
  };
  const describe = (element, tag, names, style, box, ground) => ({
    tag, names, label: cut(tag === "input" ? classOf(element, "value") : cut(textOf(element), 400), 400).trim().replace(/\s+/g, " ").slice(0, 60),
    submit: (classOf(element, "type") || "").toLowerCase() === "submit", color: colorOf(style.color), ground: ground.layers, under: ground.under,
    image: ground.image, filled: ground.filled, border: borderOf(style), radius: radiusOf(style, box), shadow: cut(style.boxShadow, 300),
    padding: [px(style.paddingLeft), Math.max(px(style.paddingTop) || 0, px(style.paddingBottom) || 0)], width: px(box.width), height: px(box.height),
    font: typeOf(style),
  });

  const buttons = [], cards = [], inputs = [], headings = {}, BUTTON_NAME = /(?:^|[\s_-])(?:btn|button|cta)(?:[\s_-]|$)|(?:btn|button)[A-Z_-]/i;
  const isButton = (element, tag, names) => tag === "button" || classOf(element, "role") === "button"
    || (tag === "input" && /^(?:submit|button|reset)$/i.test(classOf(element, "type") || ""))
    || ((tag === "a" || tag === "span" || tag === "label") && BUTTON_NAME.test(names));
  // A link that is painted as a button, whatever its classes say.
  const looksLikeButton = (tag, style, box, ground, letters) => tag === "a" && ground.painted && letters > 0 && letters <= 40
    && px(style.paddingLeft) >= 6 && px(style.paddingTop) >= 3 && box.height >= 20 && box.height <= 90 && box.width <= 400;
  const FIELD = /^(?:text|email|search|password|tel|url|number)?$/i;

  // One visible element: what is painted, in which type, with which distances.
  const note = (element, tag, names, style, box, outer, ground) => {
    const letters = ownLetters(element), border = borderOf(style);
    ground.painted = ground.own || border.width > 0;
    const isOne = isButton(element, tag, names) || looksLikeButton(tag, style, box, ground, letters), inButton = outer.kind === "button" || isOne;
    const kind = inButton ? "button" : outer.kind || (tag === "a" ? "link" : /^h[1-6]$/.test(tag) ? "heading" : null);
    const shadow = style.boxShadow === "none" ? "" : cut(style.boxShadow, 300), radius = radiusOf(style, box);
    const isPainted = ground.painted || shadow;
    if (letters) {
      const under = {layers: ground.layers, image: ground.image};
      add("texts", {color: fade(colorOf(style.color), ground.opacity), ...under, kind: kind || "text"}, {letters, count: 1});
      if (kind !== "button") add("fonts", {...typeOf(style), kind: kind || "text"}, {letters, count: 1});
    }
    if (ground.own) add("grounds", {layers: ground.layers, image: ground.image, kind: kind || tag.slice(0, 12)}, {area: Math.round(box.width * box.height), count: 1});
    if (/^h[1-6]$/.test(tag) && (headings[tag] ||= []).length < 20 && cut(textOf(element), 400).trim())
      headings[tag].push(typeOf(style));
    if (radius && isPainted) count(tally.radii, radius);
    if (shadow) count(tally.shadows, shadow);
    for (const name of ["paddingTop", "paddingLeft", "marginTop", "marginBottom", "rowGap", "columnGap"]) {
      const value = px(style[name]);
      if (value > 0 && value <= 200) count(tally.spaces, value);
    }
    if (isOne && outer.kind !== "button" && buttons.length < BUTTONS_MAX && !element.disabled)
      buttons.push(describe(element, tag, names, style, box, ground));
    const isField = (tag === "input" && FIELD.test(classOf(element, "type") || "")) || tag === "textarea" || tag === "select";
    if (isField && inputs.length < 50) inputs.push({radius, border});
    const isCard = !inButton && !isField && isPainted && box.width >= 120 && box.height >= 40 && box.width <= 0.9 * innerWidth
      && !/^(?:html|body|header|nav|footer|main|table|thead|tbody|tr|td|th|img|video|code|pre|hr|iframe)$/.test(tag);
    if (isCard && cards.length < 200) cards.push({named: /card|panel|tile|\bbox\b/i.test(names), radius, shadow: !!shadow, layers: ground.layers});
    return kind;
  };

  // The element's background above those of its ancestors: layers from top to bottom, without what an opaque one covers.
  const groundOf = (style, outer) => {
    const opacity = outer.opacity * (px(style.opacity) ?? 1), color = fade(colorOf(style.backgroundColor), opacity);
    const painted = !!color && color[3] > 0.01, image = style.backgroundImage !== "none";
    const covers = painted && color[3] >= 0.99 && !image;
    return {
      own: painted || image, filled: painted, opacity, under: outer.layers, image: image || (outer.image && !covers),
      layers: painted ? (covers ? [color] : [color, ...outer.layers].slice(0, LAYERS_MAX - 1).concat([outer.layers.at(-1)])) : outer.layers,
    };
  };

  let elements = 0, nodes = 0, isCapped = false, bodyLayers = [canvasColors[0]];
  section("elements", () => {
    const stack = [[root, {layers: [canvasColors[0]], image: false, opacity: 1, kind: null}]];
    while (stack.length) {
      if (++nodes > NODES_MAX || elements >= ELEMENTS_MAX || isLate()) { isCapped = true; break; }
      const [element, outer] = stack.pop(), tag = tagOf(element);
      const names = `${cut(classOf(element, "class"), 300)} ${cut(classOf(element, "id"), 100)}`;
      if (/^(?:script|style|head|template|noscript|svg|iframe|object)$/.test(tag) || (names.trim() && NAMED.test(names))) continue;
      const style = getComputedStyle(element);
      if (style.display === "none") continue;
      const ground = groundOf(style, outer);
      if (element === body) bodyLayers = ground.layers;
      if (ground.opacity < 0.05) continue;
      const box = boxOf(element), isShown = style.visibility === "visible" && box.width > 0 && box.height > 0;
      let kind = outer.kind;
      if (isShown) {
        elements++;
        try { kind = note(element, tag, names, style, box, outer, ground); } catch { /* Other elements are still read. */ }
      }
      const below = {layers: ground.layers, image: ground.image, opacity: ground.opacity, kind}, children = [];
      for (const parent of [shadowOf(element), element])
        for (let node = parent && firstChild(parent); node && children.length + stack.length < STACK_MAX; node = nextSibling(node))
          if (nodeType(node) === 1) children.push([node, below]);
      while (children.length) stack.push(children.pop());
    }
  });

  const most = (table, by) => [...rows.get(table).values()].sort((one, other) => other[by] - one[by]).slice(0, ROWS_MAX);
  const counted = (table) => [...table].sort((one, other) => other[1] - one[1]).slice(0, ROWS_MAX).map(([value, uses]) => ({value, count: uses}));
  const tokens = () => {
    const style = getComputedStyle(root), found = [];
    for (let index = style.length - 1; index >= 0 && found.length < TOKENS_MAX && !isLate(); index--) {
      const name = style[index];
      if (!name.startsWith("--")) continue;
      const text = style.getPropertyValue(name).slice(0, 120).trim(), color = text && !/^\d+(?:px|rem)?$/.test(text) ? colorOf(text) : null;
      if (color) found.push({name: name.slice(0, 100), color});
    }
    return found;
  };
  const sheets = () => {
    const links = [...findAll(document, "link[rel~=stylesheet][href]")].slice(0, 500).filter((link) => !/alternate/i.test(classOf(link, "rel")));
    // A sheet that was answered with an error is empty, not absent. The status of other origins is often hidden.
    const isRefused = (link) => performance.getEntriesByName(link.href).some((entry) => entry.responseStatus >= 400);
    return {failed: links.filter((link) => !link.disabled && (!sheetOf(link) || isRefused(link))).length, linked: links.length, inline: findAll(document, "style").length};
  };
  const bodyOf = () => {
    const style = getComputedStyle(body);
    return {font: typeOf(style), color: colorOf(style.color), layers: bodyLayers, margins: [px(style.marginTop), px(style.marginLeft), px(style.marginBottom)]};
  };
  const fontsLoaded = () => {
    const found = new Set();
    for (const face of document.fonts) {
      if (found.size >= 100) break;
      if (face.status === "loaded") found.add(cut(face.family, 100).replace(/^["']|["']$/g, ""));
    }
    return [...found];
  };
  const themeColor = () => {
    const named = findAll(document, "meta[name=theme-color]")[0];
    return named ? colorOf(cut(classOf(named, "content"), 100).trim()) : null;
  };
  return {
    kind: getter(Document, "contentType")(document), elements, isCapped, canvas: canvasColors,
    texts: most("texts", "letters"), fonts: most("fonts", "letters"), grounds: most("grounds", "area"), headings, buttons, cards, inputs,
    radii: counted(tally.radii), spaces: counted(tally.spaces), shadows: counted(tally.shadows),
    body: section("typography.body", bodyOf), tokens: section("colors.palette", tokens), sheets: section("sheets", sheets),
    loaded: section("typography.fonts", fontsLoaded), themeColor: section("colors.accent", themeColor),
    // A bot check is a short page. Longer pages are not returned.
    html: section("document", () => elements < 500 && !isCapped ? cut(htmlOf(root), 200000) : ""), warnings,
  };
})
