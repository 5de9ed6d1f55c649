// The HTML of a document as a person sees it: with the content of open shadow roots in their hosts, slots replaced by what is
// assigned to them, and the content of frames after their elements. Called in the isolated world of the document's frame.
// `frames` holds, for each frame whose content is written, its element, its URL and its HTML.
// Returns [address, HTML] of a page, or the HTML inside the body of a frame. The HTML is null if it is too large.
function (prefix, mostElements, mostBytes, ...frames) {
  const isPage = prefix !== null;
  // A form's fields hide properties of the form that have their names. So properties are read as of any element.
  const property = (type, name) => {
    const {get} = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (node) => get.call(node);
  };
  const childNodes = property(Node, "childNodes");
  const [shadowRoot, localName, assignedSlot] = ["shadowRoot", "localName", "assignedSlot"].map((name) => property(Element, name));
  const {checkVisibility, getBoundingClientRect} = Element.prototype;
  const isInShadow = (node) => Node.prototype.getRootNode.call(node) instanceof ShadowRoot;

  const contents = new Map();
  for (let at = 0; at < frames.length; at += 3) contents.set(frames[at], [frames[at + 1], frames[at + 2]]);

  // Styles of a shadow root or frame are for itself only, and its scripts and data are not the page's.
  const OWN = new Set("base link meta noscript script style title".split(" "));
  // A frameset cannot contain text.
  const replacement = {frameset: (node) => node.parentElement === document.documentElement ? "body" : "div", frame: () => "iframe"};
  const SMALLEST_PX = 10;
  const isShown = (frame) => {
    const box = getBoundingClientRect.call(frame);
    return checkVisibility.call(frame, {opacityProperty: true, visibilityProperty: true})
      && box.width >= SMALLEST_PX && box.height >= SMALLEST_PX && box.right + scrollX > 0 && box.bottom + scrollY > 0;
  };

  const inert = document.implementation.createHTMLDocument("");
  const absolute = (url) => {
    try { return new URL(url, document.baseURI).href; } catch { return url; }
  };
  const makeAbsolute = (copy) => {
    for (const name of ["href", "src", "poster"]) {
      const url = copy.getAttribute(name);
      if (url && !url.startsWith("#")) copy.setAttribute(name, absolute(url));
    }
    const candidates = copy.getAttribute("srcset");
    if (candidates) copy.setAttribute("srcset", candidates.replace(/(^|,\s+)(\S+)/g, (_, before, url) => before + absolute(url)));
  };
  const copyOf = (node) => {
    const name = localName(node);
    if (!Object.hasOwn(replacement, name)) return inert.importNode(node, name === "template");
    const copy = inert.createElement(replacement[name](node));
    if (name === "frame") copy.setAttribute("src", node.src);
    return copy;
  };
  const blockOf = (frame) => {
    const [url, html] = contents.get(frame);
    const block = inert.createElement("div");
    block.setAttribute("data-orbweaver-frame", url);
    block.innerHTML = html;
    return block;
  };

  let count = 0;
  // Nodes that are still to be copied, with the parent of their copies. The last one is next.
  const left = [];
  const add = (nodes, parent, isUnseen = false) => {
    for (let at = nodes.length; at--;) left.push([nodes[at], parent, isUnseen]);
  };
  const write = (node, parent, isUnseen) => {
    if (!(node instanceof Element)) return parent.append(inert.importNode(node));
    const name = localName(node);
    if (OWN.has(name) && (!isPage || isInShadow(node))) return;
    if (name === "slot" && isInShadow(node)) {
      const assigned = node.assignedNodes();
      return add(assigned.length ? assigned : [...childNodes(node)], parent);
    }
    const copy = copyOf(node);
    if (!isPage) makeAbsolute(copy);
    if (isUnseen) copy.setAttribute("orbweaver-hidden", "closed");
    parent.append(copy);
    if (contents.has(node) && isShown(node)) parent.append(blockOf(node));
    const root = shadowRoot(node);
    if (root instanceof ShadowRoot) {
      // Elements without a slot are not shown, but a script may assign them to one later.
      add([...childNodes(node)].filter((child) => child instanceof Element && !assignedSlot(child)), copy, true);
      add([...childNodes(root)], copy);
    } else if (name !== "template") add([...childNodes(node)], copy);
  };

  const all = inert.createElement("div");
  const body = document.body;
  add(isPage ? [document.documentElement] : body instanceof HTMLBodyElement ? [...childNodes(body)] : [body].filter(Boolean), all);
  while (left.length && ++count <= mostElements) write(...left.pop());
  const type = isPage && document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  const html = left.length ? null : (prefix ?? "") + type + all.innerHTML;
  const fits = html !== null && (3 * html.length <= mostBytes || new Blob([html]).size <= mostBytes);
  return isPage ? [location.href, fits ? html : null] : fits ? html : null;
}
