"""Operations that answer with one page or with what a site, a search or a schema selects."""

from __future__ import annotations

from contract import prices
from contract.operation_rows.definition import Form, Operation, Tool
from contract.options.extract import ExtractOptions
from contract.options.images import ImagesOptions
from contract.options.map import MapOptions
from contract.options.parse import ParseOptions
from contract.options.scrape import ScrapeOptions
from contract.options.screenshot import ScreenshotOptions
from contract.options.search import SearchOptions
from contract.queues import JOBS_QUEUE, SCRAPE_QUEUE
from contract.results.extract import ExtractResult
from contract.results.images import ImagesResult
from contract.results.job import ExtractAck, ExtractStatus, ScrapeAck, ScrapeStatus
from contract.results.map import MapResult
from contract.results.page import ScrapeResult
from contract.results.parse import ParseResult
from contract.results.screenshot import ScreenshotResult
from contract.results.search import SearchResult

SCRAPE = Operation(
    name="scrape",
    summary="Scrape one page into the requested formats",
    description="Returns the result within 90 seconds, or a job id immediately with `async: true`.",
    tag="scrape",
    path="/v1/web/scrape",
    subject="url",
    options=ScrapeOptions,
    result=ScrapeResult,
    acknowledgement=ScrapeAck,
    job_status=ScrapeStatus,
    answer="The scrape result.",
    more_failures=(404, 502),
    queue=SCRAPE_QUEUE,
    credits=prices.PAGE,
    unit=f"per page; {prices.SUMMARY_SURCHARGE} more with the format `summary`, {prices.JSON_SURCHARGE} more with `json`",
    most=lambda options: prices.scrape(options.formats),
    operation_id="scrape",
    client_method="scrape",
    command="Scrape one page to standard output, without a server.",
    tool=Tool(
        name="scrape",
        hint=". Returns Markdown unless `formats` names others.",
        without=frozenset({"async", "method", "body"}),
    ),
    form=Form(title="Scrape", common=("url", "formats", "onlyMainContent", "includeLinks", "renderJs")),
)

MAP = Operation(
    name="map",
    summary="List the URLs of a site",
    description="Reads the site's sitemaps and the links on the starting page.",
    tag="map",
    path="/v1/web/map",
    subject="url",
    options=MapOptions,
    result=MapResult,
    answer="The URLs of the site.",
    more_failures=(502,),
    queue=JOBS_QUEUE,
    credits=1,
    operation_id="mapSite",
    client_method="map",
    command="List the URLs of a site, without a server.",
    tool=Tool(name="map", hint=". Use `search` and `limit` to get fewer."),
    form=Form(title="Map", common=("url", "search", "limit", "sitemap")),
)

SEARCH = Operation(
    name="search",
    summary="Search the web, and scrape the results",
    description=(
        "Costs 1 credit, and with `scrapeResults` 1 more for each result that was scraped. Results whose page could not"
        " be scraped have `data` null and `error`, and are free. A search without results is an empty list. If no result"
        " could be scraped because the language model failed or is not configured, the search fails with 503."
    ),
    tag="search",
    path="/v1/web/search",
    subject="query",
    options=SearchOptions,
    result=SearchResult,
    answer="The results, best first.",
    queue=JOBS_QUEUE,
    credits=prices.SEARCH,
    unit=f"per search, and {prices.SEARCH_PAGE} more per result that was scraped with `scrapeResults`",
    # It is charged for the results that were really scraped.
    most=lambda options: prices.search(options.limit if options.scrape_results else 0),
    operation_id="search",
    client_method="search",
    command="Search the web, without a server.",
    tool=Tool(name="search", hint=". Returns titles, URLs and snippets; with `scrapeResults` the pages too."),
    form=Form(title="Search", common=("query", "limit", "scrapeResults", "timeRange")),
)

EXTRACT = Operation(
    name="extract",
    summary="Extract data that follows a schema from pages and sites",
    description=(
        "Structured data and tables of a page are read first. A language model is asked only for the rest. Costs 5"
        " credits for each page that returns data; failed and empty pages are free. Pages that cannot be extracted"
        " within the time limit are reported with an error. Captures are stored in the cache, so a retry with `maxAge`"
        " is faster."
    ),
    tag="extract",
    path="/v1/web/extract",
    subject="urls",
    options=ExtractOptions,
    result=ExtractResult,
    acknowledgement=ExtractAck,
    job_status=ExtractStatus,
    answer="The data of each page.",
    more_failures=(502,),
    queue=JOBS_QUEUE,
    # The worker holds credits for more pages as it finds them.
    credits=5,
    unit="per page that returns data; pages without data are free",
    operation_id="extract",
    client_method="extract",
    command="Extract data from pages and sites, without a server.",
    tool=Tool(
        name="extract",
        hint=". Give a JSON `schema`, a `prompt`, or both. A URL that ends in /* is a whole section of a site."
        " `showConfidence` adds the passage that contains each value.",
        without=frozenset({"async"}),
    ),
    form=Form(
        title="Extract", common=("urls", "schema", "prompt", "showConfidence"), starts={"showConfidence": ["true"]}
    ),
)

PARSE = Operation(
    name="parse",
    summary="Read an uploaded file into the requested formats",
    description=(
        "Reads HTML, PDF, DOCX, XLSX, PPTX, EPUB and text files that are sent in the request, like pages. Nothing is fetched or"
        " cached, and the file is deleted when the call has its result or its error. Files without readable content are free."
    ),
    tag="parse",
    path="/v1/web/parse",
    subject="file_name",
    options=ParseOptions,
    result=ParseResult,
    answer="The formats of the file.",
    more_failures=(502,),
    queue=JOBS_QUEUE,
    credits=prices.PAGE,
    unit=f"per file; {prices.SUMMARY_SURCHARGE} more with the format `summary`, {prices.JSON_SURCHARGE} more with `json`",
    most=lambda options: prices.scrape(options.formats),
    operation_id="parseFile",
    client_method="parse",
)

IMAGES = Operation(
    name="images",
    summary="List the images of one page",
    description=(
        "Includes lazy images, the largest candidate of each srcset, CSS backgrounds, icons and images that metadata"
        " declares. Error pages and bot checks are free."
    ),
    tag="images",
    path="/v1/web/images",
    subject="url",
    options=ImagesOptions,
    result=ImagesResult,
    answer="The images of the page.",
    more_failures=(502,),
    queue=JOBS_QUEUE,
    credits=1,
    operation_id="listImages",
    client_method="images",
    command="List the images of one page, without a server.",
    tool=Tool(name="images", hint=": absolute URLs with alternative texts and sizes."),
    form=Form(title="Images", common=("url", "renderJs")),
)

SCREENSHOT = Operation(
    name="screenshot",
    summary="Take a screenshot of one page",
    description=(
        "Captures the viewport, or the whole page with `fullPage`. Cookie banners are hidden and lazy images are"
        " loaded. Videos are not loaded: a video shows its poster, or an empty box if it has none. Screenshots of error"
        " pages are free."
    ),
    tag="screenshot",
    path="/v1/web/screenshot",
    subject="url",
    options=ScreenshotOptions,
    result=ScreenshotResult,
    answer="The screenshot.",
    more_failures=(502,),
    is_compressed=True,
    queue=JOBS_QUEUE,
    credits=1,
    operation_id="takeScreenshot",
    client_method="screenshot",
    command="Take a screenshot of one page, without a server.",
    tool=Tool(name="screenshot", hint=": of the viewport, or of the whole page with `fullPage`. Returns an image."),
    form=Form(title="Screenshot", common=("url", "fullPage")),
)
