"""Home pages of made-up companies with known logos."""

from __future__ import annotations

from tests.sites.site import Site

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#dd2222"/></svg>'
)
WORDMARK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><rect x="5" y="5" width="40" height="40" fill="#dd2222"/>'
    '<rect x="60" y="15" width="130" height="20" fill="#111"/></svg>'
)


def put_company(site: Site, name: str = "Acme", *, icon: str | None = ICON, wordmark: str | None = WORDMARK) -> None:
    """Fill a site with a company's home page, and the logos that are given."""
    head = '<link rel="icon" type="image/svg+xml" href="/icon.svg">' if icon else ""
    mark = f'<a href="/"><img src="/logo.svg" alt="{name}"></a>' if wordmark else name
    site.put(
        "/",
        f"<!doctype html><html><head><title>{name}</title><meta property='og:site_name' content='{name}'>{head}</head>"
        f"<body><header>{mark}</header><main><p>{name} makes gauges for boilers and pipes of all sizes.</p></main></body></html>",
        kind="text/html",
    )
    for path, svg in (("/icon.svg", icon), ("/logo.svg", wordmark)):
        if svg:
            site.put(path, svg, kind="image/svg+xml")
