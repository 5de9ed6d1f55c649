"""Every number of the specification's Limits table, and the caps we set where it is silent.

To add one: the unit goes into the name, the source into a comment when it is not the specification.
"""

# Time, milliseconds
TIMEOUT_MIN_MS = 1_000
TIMEOUT_MAX_MS = 120_000
WAIT_FOR_MAX_MS = 30_000
MAX_AGE_MAX_MS = 604_800_000
MAX_AGE_DEFAULT_MS = 86_400_000
# Ours: a capture without a caller's `timeout` ends here, also behind a synchronous budget that has passed.
CAPTURE_MAX_MS = 120_000

# Sizes of a request
TAGS_MAX = 50
SELECTOR_MAX_CHARS = 300
POST_BODY_MAX_BYTES = 65_536
PROMPT_MAX_CHARS = 2_000
URL_MAX_CHARS = 4_096
HEADERS_MAX = 50
HEADERS_MAX_BYTES = 8_192
LANGUAGES_MAX = 10
REQUEST_MAX_BYTES = 2_000_000
REQUEST_MAX_SECONDS = 10
JSON_MAX_DEPTH = 64
SCHEMA_MAX_BYTES = 65_536

# Map, crawl, batch
MAP_LIMIT_MAX = 5_000
MAP_SEARCH_MAX_CHARS = 200
CRAWL_LIMIT_DEFAULT = 100
CRAWL_LIMIT_MAX = 5_000
CRAWL_DEPTH_MAX = 10
PATHS_MAX = 50
BATCH_URLS_MAX = 1_000
# Ours: RE2 ends in linear time, this bounds the memory of what it compiles
PATTERN_MAX_CHARS = 500
# What a compiled pattern may take.
PATTERN_MEMORY_BYTES = 8 << 20

# Sitemaps: ours; the protocol allows 50 MB and 50,000 addresses a file
SITEMAP_MAX_BYTES = 50_000_000
SITEMAP_DEPTH_MAX = 10
SITEMAP_FILES_MAX = 500
SITEMAP_ADDRESSES_MAX = 50_000
# All files of one walk together; some seconds of our time
SITEMAPS_ADDRESSES_MAX = 1_000_000

# Politeness: decisions, section 5
HOST_REQUESTS_MAX = 8

# Webhooks: decisions, section 6
WEBHOOK_MAX_SECONDS = 10

# Keys
ACTIVE_KEYS_MAX = 25

# Fetching: ours, after the measurements of Scrapy's defaults (1 GiB, 180 s, 20 redirects)
DOWNLOAD_MAX_BYTES = 20_000_000
DOWNLOAD_TIMEOUT_SECONDS = 60
REDIRECTS_MAX = 10

# Reading: ours; a page that takes longer is killed with its process
READ_MAX_SECONDS = 30

# Calls of one workspace that may wait for their answer at the same time: decisions, section 11
INLINE_CALLS_MAX = 50

# Queue: ours; beyond it a new call is answered 503 at once instead of waiting in vain
QUEUE_MAX_JOBS = 2_000
# Crawls and batches of one workspace that may run at the same time: ours
PAGE_JOBS_MAX = 1_000

# Retention, seconds
JOB_KEPT_SECONDS = 7 * 86_400
# Nobody can ask for a synchronous result again (its id is never shown): only long enough for its waiter.
SYNC_RESULT_KEPT_SECONDS = 600
CAPTURE_KEPT_SECONDS = 7 * 86_400
