"""The settings: the only place that reads the process environment.

To add a setting: a field of `Environment` with the variable's name and parser, and a row in README's table. A blank value
means unset. An unknown `ORBWEAVER_` name or a value that is not valid stops the start; the message names the variable.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, urlsplit

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
# User name and password in a URL. They are removed from error messages, which end up in logs.
CREDENTIALS = re.compile(r"//[^/?#@\s,]*@")
SEARCH_PROVIDERS = ("index", "searxng", "brave", "ddgs")
# Longest pause between two attempts to deliver a webhook. Jobs and their events are kept for 7 days.
PAUSE_MAX_SECONDS = 86_400


class BadEnvironment(Exception):
    """A variable is unknown or has a value that is not valid. The message names the variable, its value and what is allowed."""


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip())


def _url(*schemes: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        parts = urlsplit(text)
        if parts.scheme not in schemes:
            raise ValueError(f"must be a URL that starts with {' or '.join(f'{scheme}://' for scheme in schemes)}")
        return text.rstrip("/") if parts.scheme.startswith("http") else text

    return parse


def _one_of(*words: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"must be one of: {', '.join(words)}")
        return text

    return parse


def _program(text: str) -> str:
    if not os.path.isfile(text) or not os.access(text, os.X_OK):
        raise ValueError("must be the path of an executable file")
    return text


def _seconds(text: str, most: int = 3_600) -> float:
    message = f"must be a number of seconds above 0 and at most {most}"
    try:
        value = float(text)
    except ValueError as error:
        raise ValueError(message) from error
    if not 0 < value <= most:
        raise ValueError(message)
    return value


def _pauses(text: str) -> tuple[float, ...]:
    return tuple(_seconds(part, PAUSE_MAX_SECONDS) for part in text.split(","))


def _providers(text: str) -> tuple[str, ...]:
    return tuple(_one_of(*SEARCH_PROVIDERS)(part.strip()) for part in text.split(","))


def _proxies(text: str) -> dict[str, str]:
    """A comma-separated list of `URL` (for all countries) and `de=URL` (for one country), as {"": URL, "DE": URL}."""
    proxies = {}
    for part in (p.strip() for p in text.split(",")):
        country, separator, url = part.partition("=")
        if not separator or len(country) != 2:
            country, url = "", part
        proxies[country.upper()] = _url("http", "https")(url)
    return proxies


def _database(text: str) -> str:
    if not text.startswith(("postgresql://", "postgres://", "postgresql+psycopg2://")):
        raise ValueError("must be a URL that starts with postgresql://")
    return "postgresql+psycopg2://" + text.split("://", 1)[1]


def default_data_dir() -> Path:
    """Where the embedded servers store their data: a system folder for root, else a folder of the user."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return Path("/var/lib/orbweaver")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "orbweaver"


def variable(name: str, parse: Callable[[str], Any], *, default: Any = MISSING, default_factory: Any = MISSING) -> Any:
    """A dataclass field that is read from the environment variable `name`."""
    return field(default=default, default_factory=default_factory, metadata={"variable": name, "parse": parse})


@dataclass(frozen=True, kw_only=True)
class Environment:
    """The operator's settings, parsed and checked."""

    given_database_url: str | None = variable("DATABASE_URL", _database, default=None)
    given_redis_url: str | None = variable("REDIS_URL", _url("redis", "rediss", "unix"), default=None)
    data_dir: Path = variable(
        "ORBWEAVER_DATA_DIR", lambda text: Path(text).expanduser().resolve(), default_factory=default_data_dir
    )
    base_url: str = variable("ORBWEAVER_BASE_URL", _url("http", "https"), default="http://127.0.0.1:8000")
    img_url: str | None = variable("ORBWEAVER_IMG_URL", _url("http", "https"), default=None)
    allowed_networks: tuple[Network, ...] = variable("ORBWEAVER_ALLOWED_NETWORKS", _networks, default=())
    sync_budget_seconds: float = variable("ORBWEAVER_SYNC_BUDGET_SECONDS", _seconds, default=90.0)
    proxies: Mapping[str, str] = variable("ORBWEAVER_PROXY_URL", _proxies, default_factory=dict)
    chromium: str | None = variable("ORBWEAVER_CHROMIUM", _program, default=None)
    llm_base_url: str | None = variable("ORBWEAVER_LLM_BASE_URL", _url("http", "https"), default=None)
    llm_api_key: str | None = variable("ORBWEAVER_LLM_API_KEY", str, default=None)
    llm_model: str | None = variable("ORBWEAVER_LLM_MODEL", str, default=None)
    search_providers: tuple[str, ...] = variable("ORBWEAVER_SEARCH_PROVIDER", _providers, default=("index",))
    searxng_url: str | None = variable("ORBWEAVER_SEARXNG_URL", _url("http", "https"), default=None)
    brave_api_key: str | None = variable("ORBWEAVER_BRAVE_API_KEY", str, default=None)
    webhook_retry_seconds: tuple[float, ...] = variable(
        "ORBWEAVER_WEBHOOK_RETRY_SECONDS", _pauses, default=(5.0, 60.0, 300.0, 1800.0, 7200.0)
    )
    robots: Literal["respect", "ignore"] = variable("ORBWEAVER_ROBOTS", _one_of("respect", "ignore"), default="respect")
    log_format: Literal["text", "json"] = variable("ORBWEAVER_LOG_FORMAT", _one_of("text", "json"), default="text")

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
                shown = CREDENTIALS.sub("//***@", text)
                raise BadEnvironment(f"{name}={shown!r} is not valid: {error}") from error
        return cls(**values)

    def proxy_for(self, country: str | None) -> str | None:
        """The proxy for a country: its own, else the general one. None when no proxy is set."""
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
