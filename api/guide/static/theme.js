// Applies the chosen colour scheme before the page is drawn.
const chosen = localStorage.getItem("orbweaver-theme");
if (chosen) document.documentElement.dataset.theme = chosen;
