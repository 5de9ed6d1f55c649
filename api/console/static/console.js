// Small additions to pages that work without them: copy buttons.

const COPIED_MILLISECONDS = 1500;

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(source.value ?? source.textContent);
  const label = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), COPIED_MILLISECONDS);
}

/** Shows the copy buttons of a part of the page that work. The clipboard exists only on https and on this machine. */
export function readyCopyButtons(root = document) {
  for (const button of navigator.clipboard ? root.querySelectorAll(".copy:not([data-ready])") : []) {
    button.dataset.ready = "";
    button.addEventListener("click", () => copy(button));
  }
}

readyCopyButtons();
