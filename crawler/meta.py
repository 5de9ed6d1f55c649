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
# The downloads of the caller, which end when it stops waiting (`crawler.requests`).
IN_FLIGHT = "orbweaver_in_flight"

# When the request began to wait for its turn in Scrapy's downloader, by the event loop's time (`crawler.downloader`).
QUEUED_AT = "orbweaver_queued_at"

# Set on requests to a server of the operator, such as SearXNG: its address may be private, and no proxy is used.
OWN_SERVER = "orbweaver_own_server"

# Only the first `download_maxsize` bytes of the file are needed. A larger one is cut there, and is not a failure.
PREFIX_ONLY = "orbweaver_prefix_only"

# Set on the pages of jobs (`crawler.jobs.pages`): what records the page, that it is one (it may be queued again or wait for
# the browser, because no call waits for it), and whether robots.txt applies.
PAGES = "orbweaver_pages"
OF_JOB = "orbweaver_of_job"
OBEY_ROBOTS = "orbweaver_obey_robots"

# The host at which the request has a slot already: that of the claimed page that it belongs to.
SLOT_AT = "orbweaver_slot_at"
# The time for which the request waits for a slot at its host is not part of its time limit. Its caller has one.
CAN_WAIT_FOR_SLOT = "orbweaver_can_wait_for_slot"

# Set during the download: an older capture that the origin may confirm (None if there is none), and the condition that was
# sent with the latest hop.
OLD_CAPTURE = "orbweaver_old_capture"
CONDITION = "orbweaver_condition"

# Set during the download: the capture from the cache, a warning for the caller, the plain response of a page that is
# rendered, and whether a redirect has left the origin that the caller's headers are for.
CAPTURE = "orbweaver_capture"
WARNING = "orbweaver_warning"
PLAIN_RESPONSE = "orbweaver_plain_response"
LEFT_ORIGIN = "orbweaver_left_origin"

# On a request: what to observe of the page in the browser instead of its HTML (`View` in
# `crawler.rendering.render_request`), and what was observed there.
VIEW = "orbweaver_view"
OBSERVED = "orbweaver_observed"

# On a request: fetch it in the browser. On a response, as a flag: it came from the browser.
RENDERED = "orbweaver_rendered"
# A response flag: the URL is not a document that the browser shows, so it was fetched plainly.
NOT_RENDERED = "orbweaver_not_rendered"
# A response flag: the origin confirmed the stored page, whose body this is. It is handled like a fetched response.
RENEWED = "orbweaver_renewed"
# A response flag: it came from the cache in Postgres, and middlewares must not fetch anything because of it. Responses
# from Scrapy's HTTP cache have Scrapy's own flag, "cached", and are followed and rendered like fetched responses.
CACHED = "orbweaver_cached"

# Scrapy's own: the cookie jar, and a URL that neither `Request` nor the download handler rewrites.
COOKIES = "cookiejar"
VERBATIM = "verbatim_url"
# scrapy-playwright's own key (render this page), which is also the prefix of its others (`crawler.rendering.handler`).
PLAYWRIGHT = "playwright"
