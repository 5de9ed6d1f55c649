"""What each limit in `contract.limits` limits, in the order of the page about limits. A test requires all of them."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table: what is limited, and the names of the limits. Two names are the lower and the upper limit."""

    subject: str
    names: tuple[str, ...]


def _row(subject: str, *names: str) -> Row:
    return Row(subject, names)


GROUPS: dict[str, tuple[Row, ...]] = {
    "requests": (
        _row("size of a request", "REQUEST_MAX_BYTES"),
        _row("size of a batch request", "BATCH_REQUEST_MAX_BYTES"),
        _row("bytes of a character in JSON, for the size of a batch", "JSON_CHAR_MAX_BYTES"),
        _row("time in which a request's body must arrive", "REQUEST_MAX_SECONDS"),
        _row("nesting of a request's JSON", "JSON_MAX_DEPTH"),
        _row("problems of a request that are reported", "PROBLEMS_MAX"),
        _row("length of a field's name in such a report", "FIELD_NAME_MAX_CHARS"),
        _row("length of a URL", "URL_MAX_CHARS"),
        _row("`headers`: entries", "HEADERS_MAX"),
        _row("`headers`: total size", "HEADERS_MAX_BYTES"),
        _row("`location.languages`: entries", "LANGUAGES_MAX"),
        _row("`timeout`", "TIMEOUT_MIN_MS", "TIMEOUT_MAX_MS"),
        _row("`waitFor`", "WAIT_FOR_MAX_MS"),
        _row("`maxAge`", "MAX_AGE_MAX_MS"),
        _row("`maxAge` when omitted", "MAX_AGE_DEFAULT_MS"),
        _row("`includeTags`, `excludeTags`: entries each", "TAGS_MAX"),
        _row("length of a CSS selector", "SELECTOR_MAX_CHARS"),
        _row("`body` of a POST target", "POST_BODY_MAX_BYTES"),
        _row("`prompt`", "PROMPT_MAX_CHARS"),
        _row("`Idempotency-Key`", "IDEMPOTENCY_KEY_MAX_CHARS"),
        _row("an `Idempotency-Key` is stored for", "IDEMPOTENCY_KEY_SECONDS"),
    ),
    "workspaces": (
        _row("active keys", "ACTIVE_KEYS_MAX"),
        _row("synchronous calls in progress", "INLINE_CALLS_MAX"),
        _row("background scrapes queued or running", "ASYNC_SCRAPES_MAX"),
        _row("crawls and batches running", "PAGE_JOBS_MAX"),
        _row("entries in a list of jobs or of the ledger, default", "LISTED"),
        _row("entries in a list of jobs or of the ledger, maximum", "LISTED_MAX"),
        _row("jobs in the queue of the whole service; further calls get 503", "QUEUE_MAX_JOBS"),
    ),
    "jobs": (
        _row("map: `limit`", "MAP_LIMIT_MAX"),
        _row("map: `search`", "MAP_SEARCH_MAX_CHARS"),
        _row("crawl: `limit`, default", "CRAWL_LIMIT_DEFAULT"),
        _row("crawl: `limit`, maximum", "CRAWL_LIMIT_MAX"),
        _row("crawl: `maxDepth`", "CRAWL_DEPTH_MAX"),
        _row("crawl: `includePaths`, `excludePaths`: entries each", "PATHS_MAX"),
        _row("crawl: length of a path pattern", "PATTERN_MAX_CHARS"),
        _row("crawl: memory of a compiled path pattern", "PATTERN_MEMORY_BYTES"),
        _row("batch: `urls`", "BATCH_URLS_MAX"),
        _row("requests in progress at one host, over all calls and jobs", "HOST_REQUESTS_MAX"),
        _row("sitemaps: size of a file", "SITEMAP_MAX_BYTES"),
        _row("sitemaps: nesting of index files", "SITEMAP_DEPTH_MAX"),
        _row("sitemaps: files of a site", "SITEMAP_FILES_MAX"),
        _row("sitemaps: URLs of a file", "SITEMAP_ADDRESSES_MAX"),
        _row("sitemaps: URLs of a site", "SITEMAPS_ADDRESSES_MAX"),
        _row("webhooks: time in which the receiver must answer", "WEBHOOK_MAX_SECONDS"),
    ),
    "search": (
        _row("`query`", "SEARCH_QUERY_MAX_CHARS"),
        _row("`limit`, default", "SEARCH_LIMIT_DEFAULT"),
        _row("`limit`, maximum", "SEARCH_LIMIT_MAX"),
        _row("`page`, maximum", "SEARCH_PAGE_MAX"),
        _row("`includeDomains`, `excludeDomains`: entries each", "SEARCH_DOMAINS_MAX"),
        _row("time of one search engine", "SEARCH_ENGINE_MAX_SECONDS"),
        _row("time of all search engines together", "SEARCH_ENGINES_MAX_SECONDS"),
        _row("size of a search engine's answer", "SEARCH_ANSWER_MAX_BYTES"),
    ),
    "extract": (
        _row("`urls`", "EXTRACT_URLS_MAX"),
        _row("pages of a call", "EXTRACT_PAGES_MAX"),
        _row("pages that a web search may add", "EXTRACT_SEARCH_PAGES_MAX"),
        _row("links followed from the start of a scope", "EXTRACT_DEPTH_MAX"),
        _row("time for the pages of a background extract", "EXTRACT_BACKGROUND_SECONDS"),
        _row("JSON Schema: size", "SCHEMA_MAX_BYTES"),
        _row("JSON Schema: nesting", "SCHEMA_DEPTH_MAX"),
        _row("JSON Schema: schemas in it", "SCHEMA_NODES_MAX"),
        _row("JSON Schema: schemas in it after references are replaced", "SCHEMA_EXPANDED_MAX"),
        _row("JSON Schema: size after references are replaced", "SCHEMA_EXPANDED_MAX_BYTES"),
        _row("JSON Schema: values of an `enum`", "SCHEMA_ENUM_MAX"),
        _row("JSON Schema: regular expressions", "SCHEMA_PATTERNS_MAX"),
        _row("JSON Schema: keywords evaluated to check one value", "SCHEMA_CHECK_STEPS_MAX"),
        _row("JSON Schema: reported errors of a value", "SCHEMA_ERRORS_MAX"),
    ),
    "media": (
        _row("images listed of a page", "IMAGES_MAX"),
        _row("screenshot: width of the viewport, pixels", "VIEWPORT_WIDTH_MIN", "VIEWPORT_WIDTH_MAX"),
        _row("screenshot: height of the viewport, pixels", "VIEWPORT_HEIGHT_MIN", "VIEWPORT_HEIGHT_MAX"),
        _row("screenshot: pixels of the image per CSS pixel", "DEVICE_SCALE_FACTOR_MAX"),
        _row("screenshot of a full page: height, pixels", "SCREENSHOT_HEIGHT_MAX"),
        _row("screenshot: pixels", "SCREENSHOT_PIXELS_MAX"),
        _row("screenshot: size of the image", "SCREENSHOT_MAX_BYTES"),
        _row("screenshot and styleguide: elements of the page; later ones are removed", "VIEW_ELEMENTS_MAX"),
    ),
    "brands": (
        _row("brands of a batch", "BRAND_BATCH_MAX"),
        _row("brand search: `query`", "BRAND_QUERY_MAX_CHARS"),
        _row("brand search: `limit`", "BRAND_SEARCH_MAX"),
        _row("a stored brand is refreshed when it is older than", "BRAND_FRESH_SECONDS"),
        _row("a domain that could not be resolved is not tried again for", "BRAND_FAILURE_KEPT_SECONDS"),
        _row("a stored styleguide is served for", "STYLEGUIDE_FRESH_SECONDS"),
        _row("a home page that could not be read is not rendered again for", "STYLEGUIDE_FAILURE_KEPT_SECONDS"),
        _row("logo: `size`, pixels", "LOGO_SIZE_MIN", "LOGO_SIZE_MAX"),
        _row("logo: `size`, default, pixels", "LOGO_SIZE_DEFAULT"),
        _row("logos delivered per workspace and calendar month", "LOGO_ALLOWANCE"),
        _row("time after the allowance is used up in which monograms are served", "LOGO_GRACE_SECONDS"),
        _row("logo requests per minute and key", "LOGO_CALLS_PER_MINUTE"),
        _row("unknown domains resolved by logo requests, per minute and workspace", "LOGO_RESOLUTIONS_PER_MINUTE"),
        _row("time that a logo request waits for the first resolution of a domain", "LOGO_RESOLVE_SECONDS"),
    ),
    "fetching": (
        _row("longest capture of a page without `timeout`", "CAPTURE_MAX_MS"),
        _row("size of a response", "DOWNLOAD_MAX_BYTES"),
        _row("redirects", "REDIRECTS_MAX"),
        _row("time to read a page", "READ_MAX_SECONDS"),
    ),
    "model": (
        _row("time of one call", "MODEL_CALL_MAX_SECONDS"),
        _row("size of an answer", "MODEL_ANSWER_MAX_BYTES"),
        _row("tokens of an answer", "MODEL_ANSWER_MAX_TOKENS"),
        _row("calls in progress in one worker process", "MODEL_CALLS_AT_ONCE"),
        _row("attempts after the first when the server is busy or fails", "MODEL_RETRIES_MAX"),
        _row("longest `Retry-After` that is obeyed", "MODEL_RETRY_AFTER_MAX_SECONDS"),
        _row("answers of a page that are returned to the model with the reason", "MODEL_REPAIRS_MAX"),
        _row("text of one call", "MODEL_CHUNK_MAX_CHARS"),
        _row("text that the next part of a page repeats", "MODEL_CHUNK_OVERLAP_CHARS"),
        _row("parts of a page that are read", "MODEL_CHUNKS_MAX"),
        _row("calls about one page", "MODEL_CALLS_MAX"),
        _row("tokens of all calls about one page", "MODEL_TOKENS_MAX"),
        _row("time to check one answer", "MODEL_CHECK_MAX_SECONDS"),
        _row("digits of an integer in an answer", "MODEL_INTEGER_MAX_DIGITS"),
        _row("length of a property's name that the schema does not declare", "MODEL_NAME_MAX_CHARS"),
        _row("a larger answer is not stored for the same question", "MODEL_ANSWER_STORED_MAX_BYTES"),
        _row("sentences of a summary", "SUMMARY_SENTENCES_MIN", "SUMMARY_SENTENCES_MAX"),
    ),
    "retention": (
        _row("jobs and their results, after the job's end", "JOB_KEPT_SECONDS"),
        _row("results of synchronous calls", "SYNC_RESULT_KEPT_SECONDS"),
        _row("captured pages", "CAPTURE_KEPT_SECONDS"),
        _row("pages in the search index, after their last capture", "SEARCH_PAGE_KEPT_SECONDS"),
        _row("answers of the language model", "MODEL_ANSWER_KEPT_SECONDS"),
    ),
}  # fmt: skip
