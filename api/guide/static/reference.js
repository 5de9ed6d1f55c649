// Starts Swagger UI on the service's own document.
const target = document.getElementById("swagger-ui");

window.ui = SwaggerUIBundle({
  domNode: target,
  url: target.dataset.url,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  oauth2RedirectUrl: `${location.origin}/docs/oauth2-redirect.html`,
});

// Swagger UI has dark colours under this class. They follow the page's scheme.
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

function followScheme() {
  const theme = root.dataset.theme ?? (dark.matches ? "dark" : "light");
  root.classList.toggle("dark-mode", theme === "dark");
}

dark.addEventListener("change", followScheme);
new MutationObserver(followScheme).observe(root, { attributeFilter: ["data-theme"] });
followScheme();
