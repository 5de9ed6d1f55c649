// Small additions to pages that work without them: copy buttons.

const COPIED_MILLISECONDS = 1500;

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(source.value ?? source.textContent);
  const label = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), COPIED_MILLISECONDS);
}

// The clipboard exists only on https and on this machine.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll(".copy")) {
    button.dataset.ready = "";
    button.addEventListener("click", () => copy(button));
  }
}
