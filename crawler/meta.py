"""Every key that Orbweaver sets in a request's `meta`, and every flag that it sets on a response.

To add one: a constant here with the prefix `orbweaver_`, and a comment that says which module sets it. Keys without the
prefix are Scrapy's own.
"""

from __future__ import annotations

# Set with the request (`crawler.requests`).
CAPTURE_REQUEST = "orbweaver_capture_request"
OPTIONS = "orbweaver_options"
TASK = "orbweaver_task"
PRICE = "orbweaver_price"
# The event loop's time at which the capture must have ended.
DEADLINE = "orbweaver_deadline"
# The downloads of the caller, which end when it stops waiting (`crawler.fetching.in_flight`).
IN_FLIGHT = "orbweaver_in_flight"

# Set on requests to a server of the operator, such as SearXNG: its address may be private, and no proxy is used.
OWN_SERVER = "orbweaver_own_server"

# Set on the pages of jobs (`crawler.jobs.pages`): the recorder of the page, whether it can wait for its host, and
# whether robots.txt applies.
PAGES = "orbweaver_pages"
CAN_WAIT = "orbweaver_can_wait"
OBEY_ROBOTS = "orbweaver_obey_robots"

# Set during the download: the capture from the cache, a warning for the caller, the plain response of a page that is
# rendered, and whether a redirect has left the origin that the caller's headers are for.
CAPTURE = "orbweaver_capture"
WARNING = "orbweaver_warning"
PLAIN_RESPONSE = "orbweaver_plain_response"
LEFT_ORIGIN = "orbweaver_left_origin"

# On a request: what to take from the page in the browser instead of its HTML (`View` in
# `crawler.rendering.render_request`), and what was taken.
VIEW = "orbweaver_view"
TAKEN = "orbweaver_taken"

# On a request: fetch it in the browser. On a response, as a flag: it came from the browser.
RENDERED = "orbweaver_rendered"
# A response flag: the URL is not a document that the browser shows, so it was fetched plainly.
NOT_RENDERED = "orbweaver_not_rendered"
# A response flag: it came from the cache in Postgres, and middlewares must not fetch anything because of it. Responses
# from Scrapy's HTTP cache have Scrapy's own flag, "cached", and are followed and rendered like fetched responses.
CACHED = "orbweaver_cached"

# Scrapy's own: the cookie jar, and a URL that neither `Request` nor the download handler rewrites.
COOKIES = "cookiejar"
VERBATIM = "verbatim_url"
# scrapy-playwright's own key (render this page), which is also the prefix of its others (`crawler.rendering.handler`).
PLAYWRIGHT = "playwright"
