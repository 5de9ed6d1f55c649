// Small additions to pages that work without them: copy buttons, the colour scheme, and the marked section in the contents.

const COPIED_MILLISECONDS = 1500;
const root = document.documentElement;

function addCopyButton(block) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent.trimEnd());
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), COPIED_MILLISECONDS);
  });
  block.append(button);
}

// The clipboard exists only on https and on this machine.
if (navigator.clipboard) document.querySelectorAll(".code").forEach(addCopyButton);

// The slash goes to the search field, as in many documentations.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const field = [...document.querySelectorAll(".search input")].find((each) => each.checkVisibility());
  if (!field) return;
  event.preventDefault();
  field.focus();
});

const choices = [...document.querySelectorAll("[data-theme-choice]")];

function showTheme() {
  const current = root.dataset.theme ?? "system";
  for (const button of choices) button.setAttribute("aria-pressed", String(button.dataset.themeChoice === current));
}

function chooseTheme(theme) {
  if (theme === "system") {
    localStorage.removeItem("orbweaver-theme");
    delete root.dataset.theme;
  } else {
    localStorage.setItem("orbweaver-theme", theme);
    root.dataset.theme = theme;
  }
  showTheme();
}

for (const button of choices) {
  button.addEventListener("click", () => chooseTheme(button.dataset.themeChoice));
  button.parentElement.hidden = false;
}
showTheme();

// The current page in a long menu.
document.querySelector('.sidebar a[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
