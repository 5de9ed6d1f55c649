// Removes the elements beyond the first `most` before the browser lays them out: a million of them take more memory than a
// page may have. Elements in shadow trees are not counted. `hasRemovedElements` is read in the same isolated world.
((most) => {
  const all = document.getElementsByTagName("*");
  // Ends the parsing of the document. This also ends the loading of its images and style sheets, which begins again.
  const endParsing = () => {
    const images = [...document.images].filter((image) => !image.complete && image.hasAttribute("src"));
    const sheets = [...document.querySelectorAll("link[rel~=stylesheet]")].filter((link) => !link.sheet);
    stop();
    for (const image of images) image.src = image.getAttribute("src");
    for (const link of sheets) link.replaceWith(link.cloneNode());
  };
  const observer = new MutationObserver(() => {
    if (all.length <= most) return;
    globalThis.hasRemovedElements = true;
    observer.disconnect();  // Or each removal would be recorded.
    const rest = document.createRange();
    rest.setStartBefore(all[most]);
    rest.setEnd(document, document.childNodes.length);
    rest.deleteContents();
    if (document.readyState === "loading") endParsing();
    watch();
  });
  const watch = () => observer.observe(document, {subtree: true, childList: true});
  watch();
})
