"""The settings: the only module that reads the `ORBWEAVER_` variables, `DATABASE_URL`, `REDIS_URL` and
`OTEL_EXPORTER_OTLP_ENDPOINT`.

To add a setting: a field of `Environment` with the variable's name, parser and meaning, then `make docs`. A blank value
means unset. An unknown `ORBWEAVER_` name or a value that is not valid stops the start; the message names the variable.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from contract import setting_values
from contract.setting_values import Network

# The product, as user agents name it.
PRODUCT = "Orbweaver/1.0"

# User name and password in a URL. They are removed from error messages, which end up in logs.
CREDENTIALS = re.compile(r"//[^/?#@\s,]*@")


# Settings whose value is never in a message.
SECRETS = frozenset({"bot_key", "smtp_url"})


class BadEnvironment(Exception):
    """A variable is unknown or has a value that is not valid. The message names the variable, its value and what is allowed."""


def default_data_dir() -> Path:
    """Where the embedded servers store their data: a system folder for root, otherwise a folder of the user."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return Path("/var/lib/orbweaver")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "orbweaver"


def variable(
    name: str,
    parse: Callable[[str], Any],
    meaning: str,
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    shown_default: str = "",
) -> Any:
    """A dataclass field that is read from the environment variable `name`.

    `meaning` is for the documentation, as is `shown_default` where the default is not a plain value.
    """
    metadata = {"variable": name, "parse": parse, "meaning": meaning, "shown_default": shown_default}
    return field(default=default, default_factory=default_factory, metadata=metadata)


@dataclass(frozen=True, kw_only=True)
class Environment:
    """The operator's settings, parsed and checked."""

    given_database_url: str | None = variable(
        "DATABASE_URL", setting_values.database, "Postgres, `postgresql://…`.", default=None, shown_default="embedded"
    )
    given_redis_url: str | None = variable(
        "REDIS_URL",
        setting_values.url("redis", "rediss", "unix"),
        "Redis or Valkey, `redis://…`, `rediss://…` or `unix://…`.",
        default=None,
        shown_default="embedded",
    )
    data_dir: Path = variable(
        "ORBWEAVER_DATA_DIR",
        lambda text: Path(text).expanduser().resolve(),
        "Data, sockets and logs of the embedded servers.",
        default_factory=default_data_dir,
        shown_default="`/var/lib/orbweaver` for root, otherwise `~/.local/share/orbweaver`",
    )
    base_url: str = variable(
        "ORBWEAVER_BASE_URL",
        setting_values.url("http", "https"),
        "Public URL of the service.",
        default="http://127.0.0.1:8000",
    )
    img_url: str | None = variable(
        "ORBWEAVER_IMG_URL",
        setting_values.url("http", "https"),
        "Public URL under which logos are served, if it differs from `ORBWEAVER_BASE_URL`.",
        default=None,
    )
    allowed_hosts: frozenset[str] = variable(
        "ORBWEAVER_ALLOWED_HOSTS",
        setting_values.host_names,
        "Further host names under which the console and `/metrics` are served, comma-separated. Those of `ORBWEAVER_BASE_URL` and"
        " `ORBWEAVER_IMG_URL`, `localhost` and IP addresses always are.",
        default=frozenset(),
    )
    trusted_proxies: tuple[Network, ...] = variable(
        "ORBWEAVER_TRUSTED_PROXIES",
        setting_values.trusted_proxies,
        "Reverse proxies in front of the service, as comma-separated CIDRs. Only they may report the address of a caller, in"
        " `X-Forwarded-For` or `Forwarded`.",
        default=(),
    )
    allowed_networks: tuple[Network, ...] = variable(
        "ORBWEAVER_ALLOWED_NETWORKS",
        setting_values.networks,
        "Private networks that may be fetched, as comma-separated CIDRs.",
        default=(),
    )
    sync_budget_seconds: float = variable(
        "ORBWEAVER_SYNC_BUDGET_SECONDS",
        setting_values.seconds,
        "Time limit of a synchronous call, in seconds.",
        default=90.0,
    )
    proxies: Mapping[str, str] = variable(
        "ORBWEAVER_PROXY_URL",
        setting_values.proxies,
        "Proxy for all fetches. Comma-separated entries such as `de=http://…` set a proxy for one country. The proxy resolves"
        " host names itself, so it must block private addresses itself.",
        default_factory=dict,
    )
    chromium: str | None = variable(
        "ORBWEAVER_CHROMIUM",
        setting_values.program,
        "Path of the browser. Without a browser, pages that need one fail with 503.",
        default=None,
        shown_default="Playwright's Chromium, otherwise one on PATH",
    )
    llm_base_url: str | None = variable(
        "ORBWEAVER_LLM_BASE_URL",
        setting_values.url("http", "https"),
        "Base URL of an OpenAI-compatible server, for `summary`, `json` and extract.",
        default=None,
    )
    llm_api_key: str | None = variable(
        "ORBWEAVER_LLM_API_KEY", str, "Key of that server, sent as a bearer token.", default=None
    )
    llm_model: str | None = variable("ORBWEAVER_LLM_MODEL", str, "Name of the model at that server.", default=None)
    llm_context_tokens: int = variable(
        "ORBWEAVER_LLM_CONTEXT_TOKENS",
        setting_values.whole_number(2_000, 10_000_000),
        "Size of the model's context in tokens. Long pages are read in parts that fit.",
        default=16_384,
    )
    search_providers: tuple[str, ...] = variable(
        "ORBWEAVER_SEARCH_PROVIDER",
        setting_values.providers,
        "Search engines, asked in order: `index` (the captured pages), `searxng`, `brave`, `ddgs`.",
        default=("index",),
    )
    searxng_url: str | None = variable(
        "ORBWEAVER_SEARXNG_URL",
        setting_values.url("http", "https"),
        "URL of a SearXNG server, for `searxng`.",
        default=None,
    )
    brave_api_key: str | None = variable(
        "ORBWEAVER_BRAVE_API_KEY", str, "Key of Brave's search API, for `brave`.", default=None
    )
    call_log_days: int = variable(
        "ORBWEAVER_CALL_LOG_DAYS",
        setting_values.whole_number(0, 90),
        "Days for which the log of calls is stored; 0 for no log.",
        default=7,
    )
    webhook_retry_seconds: tuple[float, ...] = variable(
        "ORBWEAVER_WEBHOOK_RETRY_SECONDS",
        setting_values.pauses,
        "Pauses between the attempts to deliver a webhook, in seconds.",
        default=(5.0, 60.0, 300.0, 1800.0, 7200.0),
    )
    watch_versions: tuple[int, int] = variable(
        "ORBWEAVER_WATCH_VERSIONS",
        setting_values.versions,
        "How many versions of a watched page are kept, and for how many days, with a comma between them. The newest version is"
        " always kept. Checks are kept for the same number of days.",
        default=(30, 90),
        shown_default="`30,90`",
    )
    smtp_url: str | None = variable(
        "ORBWEAVER_SMTP_URL",
        setting_values.url("smtp", "smtps"),
        "Mail server of watches, `smtp://user:password@host:587?from=watch@example.com` (with STARTTLS if the server offers it; a"
        " password needs it) or `smtps://…`. Without it, watches send no e-mail.",
        default=None,
    )
    robots: Literal["respect", "ignore"] = variable(
        "ORBWEAVER_ROBOTS",
        setting_values.one_of("respect", "ignore"),
        "Whether crawls obey robots.txt: `respect` or `ignore`.",
        default="respect",
    )
    nofollow: Literal["respect", "ignore"] = variable(
        "ORBWEAVER_NOFOLLOW",
        setting_values.one_of("respect", "ignore"),
        "Whether crawls leave out links that their page asks robots not to follow (`nofollow` in `rel`, in a robots meta tag or"
        " in `X-Robots-Tag`): `respect` or `ignore`.",
        default="respect",
    )
    obeyed_uses: tuple[str, ...] = variable(
        "ORBWEAVER_OBEY_USAGE",
        setting_values.some_of(*setting_values.USES),
        f"Uses for which you crawl, comma-separated: {', '.join(f'`{use}`' for use in setting_values.USES)}."
        " Crawls then leave out pages whose site"
        " refuses one of them (Content-Usage, Content-Signal, TDM-Reservation). By default these statements are only reported.",
        default=(),
    )
    bot_url: str | None = variable(
        "ORBWEAVER_BOT_URL",
        setting_values.url("http", "https"),
        "Page that explains the crawler to site owners. The user agent names it.",
        default=None,
    )
    bot_key: bytes | None = variable(
        "ORBWEAVER_BOT_KEY",
        setting_values.ed25519_key,
        "Private Ed25519 key (32 bytes in base64) that signs the service's plain fetches (Web Bot Auth). Requires an `https`"
        " address in `ORBWEAVER_BASE_URL`, where sites find the public key.",
        default=None,
    )
    security_contact: tuple[str, ...] = variable(
        "ORBWEAVER_SECURITY_CONTACT",
        setting_values.contacts,
        "Whom to tell about security problems of this installation, comma-separated: `mailto:…`, `https://…` or `tel:…`. Served"
        " in `/.well-known/security.txt`.",
        default=(),
    )
    otlp_endpoint: str | None = variable(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        setting_values.url("http", "https"),
        "Receiver of traces (OpenTelemetry), such as `http://127.0.0.1:4318`. Requires the extra `otel`.",
        default=None,
    )
    log_format: Literal["text", "json"] = variable(
        "ORBWEAVER_LOG_FORMAT",
        setting_values.one_of("text", "json"),
        "Format of log lines: `text` or `json` (one object per line). Both show the ids of request, job and workspace.",
        default="text",
    )

    @classmethod
    def read(cls, environ: Mapping[str, str] | None = None) -> Environment:
        """Read and check the environment.

        Raises:
            BadEnvironment: an unknown `ORBWEAVER_` name, or a value that is not valid.
        """
        environ = os.environ if environ is None else environ
        known = {f.metadata["variable"]: f for f in fields(cls)}
        for name in environ:
            if name.startswith("ORBWEAVER_") and name not in known:
                raise BadEnvironment(f"{name} is not a setting of Orbweaver. Settings: {', '.join(sorted(known))}.")
        values = {}
        for name, declared in known.items():
            text = environ.get(name, "").strip()
            if not text:
                continue
            try:
                values[declared.name] = declared.metadata["parse"](text)
            except ValueError as error:
                shown = "***" if declared.name in SECRETS else CREDENTIALS.sub("//***@", text)
                raise BadEnvironment(f"{name}={shown!r} is not valid: {error}") from error
        return cls(**values)

    def proxy_for(self, country: str | None) -> str | None:
        """The proxy for a country: its own, otherwise the general one. None when no proxy is set."""
        return self.proxies.get(country or "") or self.proxies.get("")

    @property
    def unset_model_settings(self) -> tuple[str, ...]:
        """The variables that a language model needs and that are not set."""
        settings = {"ORBWEAVER_LLM_BASE_URL": self.llm_base_url, "ORBWEAVER_LLM_MODEL": self.llm_model}
        return tuple(name for name, value in settings.items() if not value)

    @property
    def unset_search_settings(self) -> tuple[str, ...]:
        """The variables that the search engines of `search_providers` need and that are not set."""
        settings = {
            "searxng": ("ORBWEAVER_SEARXNG_URL", self.searxng_url), "brave": ("ORBWEAVER_BRAVE_API_KEY", self.brave_api_key),
        }  # fmt: skip
        needed = [settings[name] for name in self.search_providers if name in settings]
        return tuple(name for name, value in needed if not value)

    @property
    def bot_name(self) -> str:
        """What the user agent says about this crawler."""
        return f"(compatible; {PRODUCT}{f'; +{self.bot_url}' if self.bot_url else ''})"

    @property
    def image_base(self) -> str:
        """The URL below which logos are served."""
        return self.img_url or self.base_url

    @property
    def run_dir(self) -> Path:
        """The folder of the embedded servers' sockets."""
        return self.data_dir / "run"

    @property
    def database_url(self) -> str:
        """DATABASE_URL, or the socket of the embedded Postgres."""
        if self.given_database_url:
            return self.given_database_url
        return f"postgresql+psycopg2://postgres@/orbweaver?host={quote(str(self.run_dir))}"

    @property
    def redis_url(self) -> str:
        """REDIS_URL, or the socket of the embedded Redis."""
        return self.given_redis_url or f"unix://{self.run_dir}/redis.sock"
