// Turns sections into tabs. Without this script they are one below the other, with headings.

let made = 0;

function button(section, list) {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.role = "tab";
  tab.id = `tab-${++made}`;
  tab.textContent = section.dataset.tab;
  section.id ||= `panel-${made}`;
  section.role = "tabpanel";
  section.tabIndex = -1;
  tab.setAttribute("aria-controls", section.id);
  section.setAttribute("aria-labelledby", tab.id);
  section.removeAttribute("aria-label");
  tab.addEventListener("click", () => choose(list, tab));
  list.append(tab);
  return tab;
}

function choose(list, chosen) {
  for (const tab of list.children) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
}

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

function move(list, event) {
  const tabs = [...list.children];
  const index = tabs.indexOf(document.activeElement);
  const next = { Home: 0, End: tabs.length - 1 }[event.key] ?? (index + STEPS[event.key] + tabs.length) % tabs.length;
  if (!(next >= 0)) return;
  event.preventDefault();
  choose(list, tabs[next]);
  tabs[next].focus();
}

/** Makes tabs of the sections of each element with `data-tabs`. */
export function makeTabs(root = document) {
  for (const panels of root.querySelectorAll("[data-tabs]")) {
    const sections = [...panels.querySelectorAll(":scope > [data-tab]")];
    if (sections.length < 2 || panels.dataset.made) continue;
    panels.dataset.made = "";
    const list = document.createElement("div");
    list.className = "tabs";
    list.role = "tablist";
    list.setAttribute("aria-label", panels.dataset.tabs);
    for (const section of sections) button(section, list);
    list.addEventListener("keydown", (event) => move(list, event));
    panels.prepend(list);
    choose(list, list.firstElementChild);
  }
}
