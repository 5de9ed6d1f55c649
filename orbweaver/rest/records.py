"""Results and groups of options as JSON objects. Generated from `contract` by `make client`. Do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, Required, TypedDict


class AccentColor(TypedDict):
    """The colour of buttons and other elements that attract attention."""

    hex: str
    contrast: Contrast | None
    onAccent: RoleColor
    evidence: list[Literal["button", "link", "token", "theme-color"]]


class Account(TypedDict):
    """The workspace of the key."""

    workspaceId: str
    name: str
    plan: str
    balance: int
    held: int
    limits: AccountLimits
    logos: LogoAllowance
    createdAt: str
    defaultOptions: dict[str, Any]


class AccountLimits(TypedDict):
    """The limits of the workspace's plan."""

    scrapesPerMinute: int
    startsPerMinute: int
    statusReadsPerMinute: int
    concurrentRequests: int
    backgroundScrapes: int
    runningJobs: int


class Address(TypedDict):
    """A postal address."""

    text: str
    street: str | None
    postalCode: str | None
    city: str | None
    region: str | None
    country: str | None


class AttributeSelectorOption(TypedDict, total=False):
    """One attribute of the elements that a selector matches."""

    selector: Required[str]
    attribute: Required[str]


class Attributes(TypedDict):
    """The values of one entry of the option `attributes`."""

    selector: str
    attribute: str
    values: list[str]


class BatchAck(TypedDict):
    """Acknowledgement of a batch."""

    batchId: str
    status: Literal["queued"]
    statusUrl: str


class BatchEntry(TypedDict):
    """One domain of a lookup of many brands."""

    domain: str
    status: Literal["resolved", "failed"]
    data: BrandResult | None
    error: JobError | None


class BrandBatchResult(TypedDict):
    """Result of a lookup of many brands."""

    results: list[BatchEntry]
    resolved: int
    failed: int
    usage: Usage


class BrandResult(TypedDict):
    """Result of a brand lookup."""

    domain: str
    queriedDomain: str
    url: str
    name: str
    legalName: str | None
    description: str | None
    slogan: str | None
    resolvedAt: str
    confidence: float
    primaryLogo: Logo | None
    primaryColor: str | None
    logos: list[Logo]
    colors: list[Color]
    fonts: list[Font]
    socials: list[Social]
    address: Address | None
    phone: str | None
    email: str | None
    foundingYear: int | None
    industry: str | None
    pages: list[KeyPage]
    parked: bool
    redirectedTo: str | None
    sources: Sources
    cached: bool
    usage: Usage


class BrandSearchResult(TypedDict):
    """Result of a search over the stored brands."""

    query: str
    results: list[FoundBrand]


class ButtonStyle(TypedDict):
    """How one kind of button looks."""

    background: str | None
    color: str
    borderColor: str | None
    borderWidth: float
    radius: float
    paddingX: float
    paddingY: float
    fontSize: float
    fontWeight: int
    textTransform: str
    shadow: str | None
    contrast: Contrast | None
    sample: str


class Buttons(TypedDict):
    """Kinds of buttons."""

    primary: ButtonStyle | None
    secondary: ButtonStyle | None
    link: ButtonStyle | None


class ChosenLogo(TypedDict):
    """The logo that matches a request best."""

    domain: str
    url: str
    type: Literal["icon", "wordmark"]
    theme: Literal["light", "dark", "any"] | Literal["auto"]
    format: Literal["svg", "png", "jpg"]
    width: int
    height: int
    adaptive: bool
    requestedType: Literal["icon", "wordmark"]
    requestedTheme: Literal["light", "dark", "auto"]
    origin: Literal["declared", "harvested"]
    source: Literal[
        "jsonld",
        "microdata",
        "rdfa",
        "opengraph",
        "twitter",
        "meta",
        "title",
        "manifest",
        "link-icon",
        "apple-touch-icon",
        "mask-icon",
        "bimi",
        "favicon-ico",
        "header-img",
        "header-svg",
        "css-background",
        "picture-source",
        "page-img",
        "footer-img",
        "og-image",
        "theme-color",
        "tile-color",
        "css-variable",
        "css-rule",
        "css-font",
        "font-link",
        "computed-style",
        "logo-pixels",
        "same-as",
        "rel-me",
        "anchor",
        "page-text",
        "domain",
    ]
    usage: Usage


class Color(TypedDict):
    """One colour of the brand."""

    origin: Literal["declared", "harvested"]
    source: Literal[
        "jsonld",
        "microdata",
        "rdfa",
        "opengraph",
        "twitter",
        "meta",
        "title",
        "manifest",
        "link-icon",
        "apple-touch-icon",
        "mask-icon",
        "bimi",
        "favicon-ico",
        "header-img",
        "header-svg",
        "css-background",
        "picture-source",
        "page-img",
        "footer-img",
        "og-image",
        "theme-color",
        "tile-color",
        "css-variable",
        "css-rule",
        "css-font",
        "font-link",
        "computed-style",
        "logo-pixels",
        "same-as",
        "rel-me",
        "anchor",
        "page-text",
        "domain",
    ]
    hex: str
    role: Literal["primary", "secondary", "accent", "dark", "light", "background", "text"]
    rank: int
    share: float | None
    onColor: str
    contrastOnWhite: float


class ColorPair(TypedDict):
    """A text colour and its background colour."""

    foreground: str
    background: str
    ratio: float
    level: Literal["AAA", "AA", "AA-large", "fail"]


class Contrast(TypedDict):
    """Contrast of two colours by WCAG 2."""

    against: str
    ratio: float
    level: Literal["AAA", "AA", "AA-large", "fail"]


class CountedSize(TypedDict):
    """A size and how often it is used."""

    value: float
    count: int


class CrawlAck(TypedDict):
    """Acknowledgement of a crawl."""

    crawlId: str
    status: Literal["queued"]
    statusUrl: str


class CrawlOptionsOption(TypedDict, total=False):
    """Options of one crawl."""

    scrapeOptions: PageOptionsOption
    webhook: WebhookOption | str
    url: Required[str]
    limit: int
    maxDepth: int
    includePaths: Sequence[str]
    excludePaths: Sequence[str]
    allowSubdomains: bool
    allowExternalLinks: bool
    ignoreQueryParameters: bool
    sitemap: Literal["skip", "include"]


class DeletedWatch(TypedDict):
    """A watch that was deleted with its checks and versions."""

    id: str


class Deliveries(TypedDict):
    """Webhook deliveries of a job."""

    deliveries: list[Delivery]
    nextCursor: str | None


class Delivery(TypedDict):
    """One webhook event and its delivery attempts."""

    id: str
    event: str
    status: Literal["pending", "success", "failed"]
    attempts: int
    responseStatus: int | None
    error: str | None
    deliveredAt: str | None
    createdAt: str
    attemptLog: list[DeliveryAttempt]


class DeliveryAttempt(TypedDict):
    """One attempt to deliver a webhook event."""

    number: int
    startedAt: str
    durationMs: int | None
    responseStatus: int | None
    error: str | None


class Entity(TypedDict):
    """One entity that the page describes in its markup, such as a product."""

    type: str
    source: str
    properties: dict[str, Any]


class ExtractAck(TypedDict):
    """Acknowledgement of a background extract."""

    jobId: str
    status: Literal["queued"]
    statusUrl: str


class ExtractResult(TypedDict):
    """The data of all pages of an extract."""

    results: list[ExtractedPage]
    usage: Usage
    warning: NotRequired[str]
    sources: NotRequired[list[str]]
    collection: NotRequired[list[MergedRow]]


class ExtractStatus(TypedDict):
    """Status of a background extract."""

    id: str
    status: Literal["waiting", "active", "completed", "failed"]
    data: NotRequired[ExtractResult]
    error: NotRequired[JobError]


class ExtractedPage(TypedDict):
    """The extraction of one page."""

    url: str
    data: dict[str, Any] | None
    error: str | None
    errorCode: (
        Literal[
            "VALIDATION_ERROR",
            "UNAUTHORIZED",
            "INSUFFICIENT_CREDITS",
            "WORKSPACE_BANNED",
            "FORBIDDEN",
            "NOT_FOUND",
            "METHOD_NOT_ALLOWED",
            "TOO_MANY_REQUESTS",
            "INTERNAL_SERVER_ERROR",
            "UPSTREAM_UNREACHABLE",
            "SERVICE_UNAVAILABLE",
            "REQUEST_TIMEOUT",
            "HTTP_4XX",
            "HTTP_5XX",
            "BLOCKED",
            "EMPTY",
            "CANCELLED",
            "ROBOTS_DISALLOWED",
        ]
        | None
    )
    warning: NotRequired[str]
    fields: NotRequired[dict[str, FieldConfidence]]


class FieldConfidence(TypedDict):
    """How sure one value is, and the passage that contains it."""

    confidence: float
    evidence: str | None


class FieldSource(TypedDict):
    """Where the value of one field was found."""

    origin: Literal["declared", "harvested"]
    source: Literal[
        "jsonld",
        "microdata",
        "rdfa",
        "opengraph",
        "twitter",
        "meta",
        "title",
        "manifest",
        "link-icon",
        "apple-touch-icon",
        "mask-icon",
        "bimi",
        "favicon-ico",
        "header-img",
        "header-svg",
        "css-background",
        "picture-source",
        "page-img",
        "footer-img",
        "og-image",
        "theme-color",
        "tile-color",
        "css-variable",
        "css-rule",
        "css-font",
        "font-link",
        "computed-style",
        "logo-pixels",
        "same-as",
        "rel-me",
        "anchor",
        "page-text",
        "domain",
    ]
    url: str | None


class Font(TypedDict):
    """One font family of the site."""

    origin: Literal["declared", "harvested"]
    source: Literal[
        "jsonld",
        "microdata",
        "rdfa",
        "opengraph",
        "twitter",
        "meta",
        "title",
        "manifest",
        "link-icon",
        "apple-touch-icon",
        "mask-icon",
        "bimi",
        "favicon-ico",
        "header-img",
        "header-svg",
        "css-background",
        "picture-source",
        "page-img",
        "footer-img",
        "og-image",
        "theme-color",
        "tile-color",
        "css-variable",
        "css-rule",
        "css-font",
        "font-link",
        "computed-style",
        "logo-pixels",
        "same-as",
        "rel-me",
        "anchor",
        "page-text",
        "domain",
    ]
    family: str
    role: Literal["heading", "body", "other"]
    fallbacks: list[str]
    weights: list[int]


class FoundBrand(TypedDict):
    """One stored brand that matches a search."""

    domain: str
    name: str
    primaryLogo: str | None
    primaryColor: str | None
    score: float


class ImagesResult(TypedDict):
    """The images of a page."""

    url: str
    finalUrl: str
    status: int
    cached: bool
    usage: Usage
    warning: NotRequired[str]
    images: list[PageImage]


class JobError(TypedDict):
    """Why a job failed. The code and message are those that a synchronous call would have returned."""

    code: Literal[
        "VALIDATION_ERROR",
        "UNAUTHORIZED",
        "INSUFFICIENT_CREDITS",
        "WORKSPACE_BANNED",
        "FORBIDDEN",
        "NOT_FOUND",
        "METHOD_NOT_ALLOWED",
        "TOO_MANY_REQUESTS",
        "INTERNAL_SERVER_ERROR",
        "UPSTREAM_UNREACHABLE",
        "SERVICE_UNAVAILABLE",
        "REQUEST_TIMEOUT",
    ]
    message: str
    details: NotRequired[Any]
    retryAfterSeconds: NotRequired[int]


class JobList(TypedDict):
    """The background jobs of the workspace, newest first."""

    jobs: list[JobSummary]
    nextCursor: str | None


class JobSummary(TypedDict):
    """A background job."""

    id: str
    kind: str
    status: Literal["waiting", "active", "running", "completed", "failed", "cancelled"]
    statusUrl: str
    url: str | None
    createdAt: str
    finishedAt: str | None


class JsonOptionsOption(TypedDict, total=False):
    """What the `json` format returns. At least one of schema and prompt is required."""

    schema: Mapping[str, Any]
    prompt: str


class KeyPage(TypedDict):
    """A page of the company that its home page links to."""

    type: Literal["about", "contact", "careers", "pricing", "terms", "privacy"]
    url: str
    origin: Literal["declared", "harvested"]
    source: Literal["link-rel", "anchor"]


class Ledger(TypedDict):
    """The entries of the credit ledger, newest first."""

    entries: list[LedgerEntry]
    nextCursor: str | None


class LedgerEntry(TypedDict):
    """One entry of the credit ledger."""

    id: str
    kind: Literal["charge", "refund", "grant"]
    amount: int
    balanceAfter: int
    jobId: str | None
    pageNumber: int | None
    createdAt: str


class Links(TypedDict):
    """Links of the page as absolute URLs, without duplicates, in document order."""

    internal: list[str]
    external: list[str]


class LocationOption(TypedDict, total=False):
    """Country to fetch a page from, and preferred languages."""

    country: str
    languages: Sequence[str]


class Logo(TypedDict):
    """One logo of the company."""

    origin: Literal["declared", "harvested"]
    source: Literal[
        "jsonld",
        "microdata",
        "rdfa",
        "opengraph",
        "twitter",
        "meta",
        "title",
        "manifest",
        "link-icon",
        "apple-touch-icon",
        "mask-icon",
        "bimi",
        "favicon-ico",
        "header-img",
        "header-svg",
        "css-background",
        "picture-source",
        "page-img",
        "footer-img",
        "og-image",
        "theme-color",
        "tile-color",
        "css-variable",
        "css-rule",
        "css-font",
        "font-link",
        "computed-style",
        "logo-pixels",
        "same-as",
        "rel-me",
        "anchor",
        "page-text",
        "domain",
    ]
    id: str
    type: Literal["icon", "wordmark"]
    theme: Literal["light", "dark", "any"]
    url: str | None
    sourceUrl: str | None
    format: Literal["svg", "png", "webp", "jpg", "gif", "ico", "avif", "bmp"]
    width: int
    height: int
    aspectRatio: float
    hasTransparency: bool
    singleColor: bool
    colors: list[str]


class LogoAllowance(TypedDict):
    """The logos that logo serving has delivered in the current cycle."""

    delivered: int
    allowance: int
    cycleEndsAt: str


class MapResult(TypedDict):
    """The URLs of a site."""

    url: str
    links: list[str]
    count: int
    total: int
    truncated: bool
    titles: NotRequired[dict[str, str]]


class MergedRow(TypedDict):
    """One entity, with the data of all pages that describe it."""

    data: dict[str, Any]
    others: NotRequired[dict[str, list]]
    sources: list[str]


class Metadata(TypedDict):
    """Facts about the page, declared by it or measured."""

    title: str | None
    structure: Literal["markdown", "plain"]
    pageType: Literal[
        "article",
        "listing",
        "product",
        "forum",
        "docs",
        "home",
        "profile",
        "service",
        "collection",
        "faq",
        "search",
        "video",
        "other",
    ]
    wordCount: int
    description: str | None
    language: str | None
    author: str | None
    siteName: str | None
    publishedTime: str | None
    image: str | None
    usageTerms: NotRequired[list[UsageTerm]]


class PageChanges(TypedDict):
    """What changed since the last visit of the page with the same `history`."""

    result: Literal["new", "same", "changed", "removed", "error"]
    description: str
    diff: str
    addedWords: list[str]
    removedWords: list[str]
    share: float
    fields: list[WatchedField]
    previousAt: str | None


class PageEntry(TypedDict):
    """One page of a job."""

    url: str
    status: Literal["queued", "running", "completed", "failed"]
    depth: int
    error: str | None
    errorCode: (
        Literal[
            "VALIDATION_ERROR",
            "UNAUTHORIZED",
            "INSUFFICIENT_CREDITS",
            "WORKSPACE_BANNED",
            "FORBIDDEN",
            "NOT_FOUND",
            "METHOD_NOT_ALLOWED",
            "TOO_MANY_REQUESTS",
            "INTERNAL_SERVER_ERROR",
            "UPSTREAM_UNREACHABLE",
            "SERVICE_UNAVAILABLE",
            "REQUEST_TIMEOUT",
            "HTTP_4XX",
            "HTTP_5XX",
            "BLOCKED",
            "EMPTY",
            "CANCELLED",
            "ROBOTS_DISALLOWED",
        ]
        | None
    )
    retryable: bool | None
    requestedUrl: NotRequired[str]
    finalUrl: NotRequired[str]
    duplicateOf: NotRequired[str]
    data: NotRequired[ScrapeResult]


class PageImage(TypedDict):
    """One image of a page."""

    src: str
    alt: str | None
    width: int | str | None
    height: int | str | None
    source: Literal[
        "img",
        "srcset",
        "lazy",
        "picture",
        "noscript",
        "css",
        "poster",
        "input",
        "svg",
        "object",
        "icon",
        "meta",
        "json-ld",
    ]


class PageOptionsOption(TypedDict, total=False):
    """How each of several pages is fetched and read: the options of a scrape that do not belong to one URL."""

    renderJs: bool
    waitFor: int
    timeout: int
    location: LocationOption
    headers: Mapping[str, str]
    maxAge: int
    formats: Sequence[Literal["markdown", "html", "rawHtml", "links", "images", "structured", "summary", "json"]]
    preferStructure: bool
    onlyMainContent: bool
    includeTags: Sequence[str]
    excludeTags: Sequence[str]
    removeBase64Images: bool
    blockAds: bool
    includeLinks: bool
    attributes: Sequence[AttributeSelectorOption]
    jsonOptions: JsonOptionsOption
    history: str


class PagesStatus(TypedDict):
    """Status of a crawl or batch."""

    id: str
    kind: Literal["crawl", "batch"]
    status: Literal["running", "completed", "failed", "cancelled"]
    seedUrl: str | None
    total: int
    completed: int
    failed: int
    creditsUsed: int
    error: str | None
    createdAt: str
    finishedAt: str | None
    pages: list[PageEntry]
    nextCursor: str | None


class PaletteColor(TypedDict):
    """A colour that the page uses."""

    hex: str
    role: Literal["background", "surface", "text", "mutedText", "accent", "other"]
    count: int
    tokens: list[str]


class ParseResult(TypedDict):
    """The formats of a file."""

    metadata: Metadata
    quality: Quality
    warning: NotRequired[str]
    markdown: NotRequired[str]
    html: NotRequired[str]
    rawHtml: NotRequired[str]
    links: NotRequired[Links]
    images: NotRequired[list[PageImage]]
    structured: NotRequired[Structured]
    attributes: NotRequired[list[Attributes]]
    summary: NotRequired[str]
    json: NotRequired[dict[str, Any]]
    changes: NotRequired[PageChanges]
    fileName: str
    usage: Usage


class Quality(TypedDict):
    """How reliable the result is."""

    confidence: float
    complete: bool
    blocked: bool


class Radius(TypedDict):
    """Corner radii."""

    scale: list[CountedSize]
    button: float | None
    card: float | None
    input: float | None


class ResultScrapeOptionsOption(TypedDict, total=False):
    """How each result of a search is scraped."""

    renderJs: bool
    waitFor: int
    timeout: int
    location: LocationOption
    headers: Mapping[str, str]
    maxAge: int
    formats: Sequence[Literal["markdown", "html", "rawHtml", "links", "images", "structured", "summary", "json"]]
    preferStructure: bool
    onlyMainContent: bool
    includeTags: Sequence[str]
    excludeTags: Sequence[str]
    removeBase64Images: bool
    blockAds: bool
    includeLinks: bool
    attributes: Sequence[AttributeSelectorOption]
    jsonOptions: JsonOptionsOption
    history: str
    cacheOnly: bool
    storeInCache: bool


class RoleColor(TypedDict):
    """The colour of a role."""

    hex: str
    contrast: Contrast | None


class ScrapeAck(TypedDict):
    """Acknowledgement of a background scrape."""

    jobId: str
    status: Literal["queued"]
    statusUrl: str


class ScrapeResult(TypedDict):
    """Result of a scrape."""

    metadata: Metadata
    quality: Quality
    warning: NotRequired[str]
    markdown: NotRequired[str]
    html: NotRequired[str]
    rawHtml: NotRequired[str]
    links: NotRequired[Links]
    images: NotRequired[list[PageImage]]
    structured: NotRequired[Structured]
    attributes: NotRequired[list[Attributes]]
    summary: NotRequired[str]
    json: NotRequired[dict[str, Any]]
    changes: NotRequired[PageChanges]
    url: str
    finalUrl: str
    redirected: bool
    status: int
    cached: bool
    usage: Usage


class ScrapeStatus(TypedDict):
    """Status of a background scrape."""

    id: str
    status: Literal["waiting", "active", "completed", "failed"]
    data: NotRequired[ScrapeResult]
    error: NotRequired[JobError]


class ScreenshotResult(TypedDict):
    """A picture of a page."""

    url: str
    finalUrl: str
    status: int
    cached: bool
    usage: Usage
    warning: NotRequired[str]
    width: int
    height: int
    format: str
    image: str


class SearchResult(TypedDict):
    """The results of a search, best first."""

    query: str
    status: Literal["ok"]
    results: list[SearchResultEntry]
    usage: SearchUsage


class SearchResultEntry(TypedDict):
    """One result of a search."""

    title: str
    url: str
    snippet: str
    rank: int
    data: ScrapeResult | None
    error: str | None
    errorCode: (
        Literal[
            "VALIDATION_ERROR",
            "UNAUTHORIZED",
            "INSUFFICIENT_CREDITS",
            "WORKSPACE_BANNED",
            "FORBIDDEN",
            "NOT_FOUND",
            "METHOD_NOT_ALLOWED",
            "TOO_MANY_REQUESTS",
            "INTERNAL_SERVER_ERROR",
            "UPSTREAM_UNREACHABLE",
            "SERVICE_UNAVAILABLE",
            "REQUEST_TIMEOUT",
            "HTTP_4XX",
            "HTTP_5XX",
            "BLOCKED",
            "EMPTY",
            "CANCELLED",
            "ROBOTS_DISALLOWED",
        ]
        | None
    )


class SearchUsage(TypedDict):
    """Credits that a search consumed."""

    creditsUsed: int
    creditsRemaining: int


class Social(TypedDict):
    """One profile of the company on a social network."""

    origin: Literal["declared", "harvested"]
    source: Literal[
        "jsonld",
        "microdata",
        "rdfa",
        "opengraph",
        "twitter",
        "meta",
        "title",
        "manifest",
        "link-icon",
        "apple-touch-icon",
        "mask-icon",
        "bimi",
        "favicon-ico",
        "header-img",
        "header-svg",
        "css-background",
        "picture-source",
        "page-img",
        "footer-img",
        "og-image",
        "theme-color",
        "tile-color",
        "css-variable",
        "css-rule",
        "css-font",
        "font-link",
        "computed-style",
        "logo-pixels",
        "same-as",
        "rel-me",
        "anchor",
        "page-text",
        "domain",
    ]
    type: Literal[
        "x",
        "linkedin",
        "facebook",
        "instagram",
        "youtube",
        "github",
        "gitlab",
        "tiktok",
        "pinterest",
        "reddit",
        "discord",
        "telegram",
        "whatsapp",
        "mastodon",
        "bluesky",
        "threads",
        "medium",
        "vimeo",
        "twitch",
        "snapchat",
        "dribbble",
        "behance",
        "xing",
        "vk",
        "weibo",
        "line",
        "spotify",
        "soundcloud",
        "crunchbase",
        "wikipedia",
        "wikidata",
    ]
    url: str
    handle: str | None


class Sources(TypedDict):
    """The sources of the record's single values. A source is null when its value is null."""

    name: FieldSource | None
    legalName: FieldSource | None
    description: FieldSource | None
    slogan: FieldSource | None
    primaryLogo: FieldSource | None
    primaryColor: FieldSource | None
    address: FieldSource | None
    phone: FieldSource | None
    email: FieldSource | None
    foundingYear: FieldSource | None
    industry: FieldSource | None


class Spacing(TypedDict):
    """Distances between elements."""

    base: int | None
    scale: list[float]


class Structured(TypedDict):
    """Structured data that the page declares."""

    entities: list[Entity]
    jsonLd: list[dict[str, Any]]
    microdata: list[dict[str, Any]]
    opengraph: list[dict[str, Any]]
    rdfa: list[dict[str, Any]]
    appState: list[str]


class StyleColors(TypedDict):
    """The colours of the page in one colour scheme."""

    background: RoleColor | None
    surface: RoleColor | None
    text: RoleColor | None
    mutedText: RoleColor | None
    accent: AccentColor | None
    palette: list[PaletteColor]
    pairs: list[ColorPair]


class StyleFont(TypedDict):
    """A font family in use."""

    family: str
    role: Literal["body", "heading", "other"]
    stack: list[str]
    loaded: bool


class StyleWarning(TypedDict):
    """A note about one field, for example why its value is null."""

    field: str
    reason: str


class StyleguideResult(TypedDict):
    """Result of a styleguide lookup."""

    domain: str
    url: str
    finalUrl: str
    status: int
    capturedAt: str
    viewport: StyleguideViewport
    colorScheme: Literal["light", "dark"] | None
    supportsDark: bool | None
    colors: StyleColors
    dark: StyleColors | None
    typography: Typography
    radius: Radius
    spacing: Spacing
    shadows: list[str]
    buttons: Buttons
    warnings: list[StyleWarning]
    cached: bool
    usage: Usage


class StyleguideViewport(TypedDict):
    """The size of the window."""

    width: int
    height: int


class TypeStyle(TypedDict):
    """How one kind of text is set."""

    fontFamily: str
    fontSize: float
    fontWeight: int
    lineHeight: float | None
    letterSpacing: float
    textTransform: str


class Typography(TypedDict):
    """Fonts and the type scale."""

    fonts: list[StyleFont]
    body: TypeStyle | None
    h1: TypeStyle | None
    h2: TypeStyle | None
    h3: TypeStyle | None
    h4: TypeStyle | None
    h5: TypeStyle | None
    h6: TypeStyle | None
    button: TypeStyle | None


class Usage(TypedDict):
    """Credits that the call consumed."""

    creditsUsed: int
    creditsRemaining: int
    freshness: Literal["cache", "fresh"]


class UsageTerm(TypedDict):
    """One statement of a site about how its content may be used."""

    name: Literal["Content-Usage", "Content-Signal", "License", "TDM-Reservation", "TDM-Policy"]
    value: str
    source: Literal["header", "html", "robots.txt"]


class ViewportOption(TypedDict, total=False):
    """Size of the browser window in CSS pixels."""

    width: int
    height: int


class Watch(TypedDict):
    """A watch: pages, a site or a search that is checked on a schedule."""

    id: str
    name: str
    kind: Literal["pages", "site", "search"]
    status: Literal["active", "paused"]
    options: dict[str, Any]
    nextCheckAt: str | None
    isChecking: bool
    failures: int
    lastCheck: WatchCheck | None
    lastChange: WatchCheck | None
    feedUrl: str
    rssUrl: str
    createdAt: str


class WatchCheck(TypedDict):
    """One check of a watch."""

    id: str
    watchId: str
    number: int
    trigger: Literal["schedule", "run"]
    status: Literal["queued", "running", "completed", "failed"]
    result: Literal["new", "same", "changed", "removed", "error"] | None
    summary: WatchSummary
    creditsUsed: int
    revisits: int
    error: str | None
    jobId: str | None
    scheduledFor: str
    startedAt: str
    finishedAt: str | None


class WatchCheckDetails(TypedDict):
    """One check of a watch with its pages."""

    id: str
    watchId: str
    number: int
    trigger: Literal["schedule", "run"]
    status: Literal["queued", "running", "completed", "failed"]
    result: Literal["new", "same", "changed", "removed", "error"] | None
    summary: WatchSummary
    creditsUsed: int
    revisits: int
    error: str | None
    jobId: str | None
    scheduledFor: str
    startedAt: str
    finishedAt: str | None
    comparedTo: str | None
    pages: list[WatchedPage]
    pagesLeftOut: int


class WatchCheckList(TypedDict):
    """The checks of a watch, newest first."""

    checks: list[WatchCheck]
    nextCursor: str | None


class WatchConditionOption(TypedDict, total=False):
    """A change is reported only if it meets one of the watch's conditions."""

    kind: Required[Literal["above", "below", "contains", "contains_not", "increases", "decreases", "share"]]
    field: str
    number: float
    percent: bool
    text: str


class WatchList(TypedDict):
    """The watches of the workspace, newest first."""

    watches: list[Watch]
    nextCursor: str | None


class WatchScheduleOption(TypedDict, total=False):
    """When a watch checks: at an interval, or at the times of a cron expression."""

    everyMinutes: int
    cron: str
    timeZone: str


class WatchSummary(TypedDict):
    """The number of pages of a check by result."""

    new: int
    same: int
    changed: int
    removed: int
    error: int


class WatchWebhookOption(TypedDict, total=False):
    """Receives the events of a watch. They are signed as Standard Webhooks specifies."""

    url: Required[str]
    headers: Mapping[str, str]
    events: Sequence[Literal["watch.changed", "watch.error", "watch.recovered"]]
    secret: str


class WatchedField(TypedDict):
    """A value that changed: of a schema, a selector, the price, the title or the HTTP status."""

    aspect: str
    name: str
    old: Any
    new: Any
    oldEvidence: str | None
    newEvidence: str | None


class WatchedPage(TypedDict):
    """What a check found on one page."""

    result: Literal["new", "same", "changed", "removed", "error"]
    description: str
    diff: str
    addedWords: list[str]
    removedWords: list[str]
    share: float
    fields: list[WatchedField]
    url: str
    summary: NotRequired[str]
    reported: bool
    screenshot: NotRequired[WatchedScreenshot]


class WatchedScreenshot(TypedDict):
    """The screenshots of a page before and after a change."""

    before: str | None
    after: str
    difference: str | None
    share: float


class WebhookOption(TypedDict, total=False):
    """Receives a job's callbacks. They are signed as Standard Webhooks specifies."""

    url: Required[str]
    headers: Mapping[str, str]
    events: Sequence[Literal["page", "completed"]]
    secret: str
