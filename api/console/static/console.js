// Small additions to pages that work without them: copy buttons.

const COPIED_MILLISECONDS = 1500;

/** Copies the text of an element. Where the clipboard interface is missing (without https) or not permitted, it is copied from the page. */
async function write(source) {
  try {
    return await navigator.clipboard.writeText(source.value ?? source.textContent);
  } catch {
    getSelection().selectAllChildren(source);
  }
  if (!document.execCommand("copy")) throw new Error("The browser does not copy.");
  getSelection().removeAllRanges();
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  await write(source);
  const label = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), COPIED_MILLISECONDS);
}

/** Shows the copy buttons of a part of the page. */
export function readyCopyButtons(root = document) {
  for (const button of root.querySelectorAll(".copy:not([data-ready])")) {
    button.dataset.ready = "";
    button.addEventListener("click", () => copy(button));
  }
}

readyCopyButtons();
