"""Limits: the numbers of the specification's Limits table, and our own where the specification sets none.

To add a limit: put the unit into the name, and the source into a comment when it is not the specification.
"""

# Time, milliseconds
TIMEOUT_MIN_MS = 1_000
TIMEOUT_MAX_MS = 120_000
WAIT_FOR_MAX_MS = 30_000
MAX_AGE_MAX_MS = 604_800_000
MAX_AGE_DEFAULT_MS = 86_400_000
# Our choice: the longest capture without a caller's `timeout`. It may continue after the synchronous budget has passed.
CAPTURE_MAX_MS = 120_000

# Sizes of a request
TAGS_MAX = 50
SELECTOR_MAX_CHARS = 300
# Our choice: the name of an attribute that is read, the values of one selector, and characters of all values of a page
ATTRIBUTE_NAME_MAX_CHARS = 100
ATTRIBUTE_VALUES_MAX = 1_000
ATTRIBUTES_MAX_CHARS = 2_000_000
POST_BODY_MAX_BYTES = 65_536
PROMPT_MAX_CHARS = 2_000
URL_MAX_CHARS = 4_096
HEADERS_MAX = 50
HEADERS_MAX_BYTES = 8_192
LANGUAGES_MAX = 10
REQUEST_MAX_BYTES = 2_000_000
REQUEST_MAX_SECONDS = 10
# A character takes up to 6 bytes in JSON (`\u0439`).
JSON_CHAR_MAX_BYTES = 6
JSON_MAX_DEPTH = 64
# Our choice: problems of a request that are reported, and characters of a field's name in a report
PROBLEMS_MAX = 50
FIELD_NAME_MAX_CHARS = 200

# JSON Schemas of callers: our choice. A schema within these limits is read and checked in bounded time and memory.
SCHEMA_MAX_BYTES = 65_536
SCHEMA_DEPTH_MAX = 32
SCHEMA_NODES_MAX = 500
# The same after each reference was replaced by the schema that it refers to
SCHEMA_EXPANDED_MAX = 2_000
SCHEMA_EXPANDED_MAX_BYTES = 131_072
SCHEMA_ENUM_MAX = 1_000
SCHEMA_PATTERNS_MAX = 50
# Keywords that are evaluated to check one value: about a second
SCHEMA_CHECK_STEPS_MAX = 200_000
# Errors of a value that are reported
SCHEMA_ERRORS_MAX = 20

# Map, crawl, batch
MAP_LIMIT_MAX = 5_000
MAP_SEARCH_MAX_CHARS = 200
CRAWL_LIMIT_DEFAULT = 100
CRAWL_LIMIT_MAX = 5_000
CRAWL_DEPTH_MAX = 10
PATHS_MAX = 50
BATCH_URLS_MAX = 1_000
# A request of 2 MB, and its URLs: a batch of the maximum number of URLs of the maximum length is never too large.
BATCH_REQUEST_MAX_BYTES = REQUEST_MAX_BYTES + BATCH_URLS_MAX * URL_MAX_CHARS * JSON_CHAR_MAX_BYTES
# Our choice
PATTERN_MAX_CHARS = 500
# Our choice: RE2 matches in linear time; this limits the memory of a compiled pattern, and the time to compile it.
PATTERN_MEMORY_BYTES = 1 << 20

# Search
SEARCH_QUERY_MAX_CHARS = 500
SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX = 10, 15
SEARCH_PAGE_MAX = 10
SEARCH_DOMAINS_MAX = 15
# Our choice: how long one search engine may take, and all of them together
SEARCH_ENGINE_MAX_SECONDS = 10.0
SEARCH_ENGINES_MAX_SECONDS = 30.0
# Our choice: an answer of a search engine is at most this large
SEARCH_ANSWER_MAX_BYTES = 3_000_000

# Sitemaps. The protocol allows 50 MB and 50,000 URLs per file; the other limits are our choice.
SITEMAP_MAX_BYTES = 50_000_000
SITEMAP_DEPTH_MAX = 10
SITEMAP_FILES_MAX = 500
SITEMAP_ADDRESSES_MAX = 50_000
# URLs in all sitemaps of one site together: a few seconds of work
SITEMAPS_ADDRESSES_MAX = 1_000_000

# Politeness: decisions, section 5
HOST_REQUESTS_MAX = 8

# Watches: our choice, but for the shortest and longest interval
WATCHES_MAX = 1_000
HISTORY_MAX_CHARS = 100
WATCH_URLS_MAX = 100
# The pages of a check are compared and stored in one transaction.
WATCH_SITE_PAGES_MAX = 500
WATCH_INTERVAL_MIN_MINUTES, WATCH_INTERVAL_MAX_MINUTES = 5, 43_200
WATCH_CRON_MAX_CHARS = 100
WATCH_NAME_MAX_CHARS = 200
WATCH_SELECTORS_MAX = 20
WATCH_CONDITIONS_MAX = 20
WATCH_FAILURES_MAX = 100
# Changed pages of a check that a language model describes.
WATCH_SUMMARIES_MAX = 20
# Changed pages of a check that are visited again. Those beyond are reported at once.
WATCH_CONFIRMED_PAGES_MAX = 50
# Pages of one check whose change is listed, and characters of one diff
WATCH_LISTED_PAGES_MAX = 200
WATCH_DIFF_MAX_CHARS = 200_000

# Webhooks: decisions, section 6
WEBHOOK_MAX_SECONDS = 10

# Keys
ACTIVE_KEYS_MAX = 25
# Decisions, section 11
IDEMPOTENCY_KEY_MAX_CHARS = 255

# Fetching: our choice; Scrapy's defaults are 1 GiB and 20 redirects
DOWNLOAD_MAX_BYTES = 20_000_000
REDIRECTS_MAX = 10

# Uploads, and office files wherever they come from: our choice
UPLOAD_MAX_BYTES = 10_000_000
# The file in base64, and the rest of the request
PARSE_REQUEST_MAX_BYTES = REQUEST_MAX_BYTES + UPLOAD_MAX_BYTES * 4 // 3 + 4
FILE_NAME_MAX_CHARS = 255
# What the archive that an office file is may unpack to
ARCHIVE_ENTRIES_MAX = 5_000
ARCHIVE_MAX_BYTES = 100_000_000
ARCHIVE_RATIO_MAX = 200
SHEET_ROWS_MAX = 20_000
SHEET_COLUMNS_MAX = 200
SHEET_CELLS_MAX = 200_000
SLIDES_MAX = 1_000
CHAPTERS_MAX = 2_000
# The HTML that is made from an office file
OFFICE_HTML_MAX_CHARS = 10_000_000

# Reading: our choice; the process that reads a page for longer is killed
READ_MAX_SECONDS = 30

# Calls of one workspace that may wait for their answer at the same time: decisions, section 11
INLINE_CALLS_MAX = 50
# Background scrapes of one workspace that may be queued or running at the same time: decisions, section 11
ASYNC_SCRAPES_MAX = 200

# Extract: the specification limits the entries; the other limits are our choice
EXTRACT_URLS_MAX = 10
EXTRACT_PAGES_MAX = 100
# Pages that a web search may add
EXTRACT_SEARCH_PAGES_MAX = 5
# Links from the start of a scope that are followed
EXTRACT_DEPTH_MAX = 5
# Less than the 10 minutes after which Dramatiq ends an actor
EXTRACT_BACKGROUND_SECONDS = 300

# Images of one page that are listed: our choice
IMAGES_MAX = 10_000
# Screenshots: decisions, section 11, sets the viewport; the other limits are our choice
VIEWPORT_WIDTH_MIN, VIEWPORT_WIDTH_MAX = 320, 3840
VIEWPORT_HEIGHT_MIN, VIEWPORT_HEIGHT_MAX = 240, 2160
DEVICE_SCALE_FACTOR_MAX = 3
SCREENSHOT_HEIGHT_MAX = 20_000
SCREENSHOT_PIXELS_MAX = 40_000_000
SCREENSHOT_MAX_BYTES = 20_000_000
# Elements of a page that is shown for a screenshot or a styleguide. Later ones are removed.
VIEW_ELEMENTS_MAX = 100_000

# Language model: our choice. One call, of which a page may need several
MODEL_CALL_MAX_SECONDS = 60
MODEL_ANSWER_MAX_BYTES = 1_000_000
MODEL_ANSWER_MAX_TOKENS = 4_096
# Calls in progress in one process
MODEL_CALLS_AT_ONCE = 16
# Attempts after the first when the provider is busy or fails
MODEL_RETRIES_MAX = 2
MODEL_RETRY_AFTER_MAX_SECONDS = 3_600
# Answers that do not follow their schema and are returned to the model with the reason
MODEL_REPAIRS_MAX = 2
# One page: the text of one call, how much of it the next call repeats, the parts that are read, all calls and tokens
MODEL_CHUNK_MAX_CHARS = 24_000
MODEL_CHUNK_OVERLAP_CHARS = 600
MODEL_CHUNKS_MAX = 6
MODEL_CALLS_MAX = 14
MODEL_TOKENS_MAX = 200_000
# Longest wait for the check of one answer in a reading process
MODEL_CHECK_MAX_SECONDS = 10
# Digits of an integer in an answer, and characters of a property's name that the schema does not declare
MODEL_INTEGER_MAX_DIGITS = 40
MODEL_NAME_MAX_CHARS = 64
# A larger answer is returned but not stored for the same question.
MODEL_ANSWER_STORED_MAX_BYTES = 262_144
SUMMARY_SENTENCES_MIN, SUMMARY_SENTENCES_MAX = 2, 5

# Queue: our choice; a call that arrives when the queue is this long is rejected with 503
QUEUE_MAX_JOBS = 2_000
# Crawls and batches of one workspace that may run at the same time: our choice
PAGE_JOBS_MAX = 1_000

# Entries in an answer that lists jobs or ledger entries: our choice
LISTED = 50
LISTED_MAX = 500

# Retention, seconds
JOB_RETENTION_SECONDS = 7 * 86_400
# The id of a synchronous job is never shown, so its result is stored only until the waiting call has read it.
SYNC_RESULT_RETENTION_SECONDS = 600
# A call that is repeated within this time with its idempotency key gets the first call's answer: decisions, section 11
IDEMPOTENCY_KEY_SECONDS = 86_400
CAPTURE_RETENTION_SECONDS = MAX_AGE_MAX_MS // 1_000
# A page stays in the search index for this long after it was captured last: our choice
SEARCH_PAGE_RETENTION_SECONDS = 30 * 86_400
# A model's answer to the same question about the same page
MODEL_ANSWER_RETENTION_SECONDS = CAPTURE_RETENTION_SECONDS

# Brands and logos: decisions, sections 3, 4 and 7; otherwise our choice
BRAND_BATCH_MAX = 50
BRAND_QUERY_MAX_CHARS = 200
BRAND_SEARCH_MAX = 50
BRAND_FRESH_SECONDS = 30 * 86_400
# An address that could not be resolved is not tried again for this long.
BRAND_FAILURE_RETENTION_SECONDS = 3_600
LOGO_SIZE_MIN, LOGO_SIZE_DEFAULT, LOGO_SIZE_MAX = 16, 128, 512
LOGO_ALLOWANCE = 10_000
LOGO_GRACE_SECONDS = 7 * 86_400
LOGO_CALLS_PER_MINUTE = 6_000
# Unknown domains that a workspace may have resolved by logo requests. Resolutions are free, and publishable keys are public.
LOGO_RESOLUTIONS_PER_MINUTE = 120
# How long a request waits for the first resolution of a domain.
LOGO_RESOLVE_SECONDS = 3.0
# Styleguides: the specification says weeks
STYLEGUIDE_FRESH_SECONDS = 21 * 86_400
# A home page that could not be read is not rendered again for this long.
STYLEGUIDE_FAILURE_RETENTION_SECONDS = 60
