// Shows the images whose URLs the page around this frame sends. The frame is sandboxed: it has no cookies and no session.

"use strict";

function figure(url) {
  const link = document.createElement("a");
  const image = document.createElement("img");
  image.alt = "";
  image.loading = "lazy";
  image.referrerPolicy = "no-referrer";
  image.addEventListener("error", () => link.classList.add("broken"));
  image.src = url;
  link.href = url;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.title = url;
  link.append(image);
  return link;
}

addEventListener("message", (event) => {
  if (event.source !== parent || !Array.isArray(event.data?.urls)) return;
  const urls = event.data.urls.filter((url) => /^https?:\/\//.test(url));
  document.getElementById("images").replaceChildren(...urls.map(figure));
});
