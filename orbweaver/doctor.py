"""What an installation has and lacks, each finding with its remedy.

To add a check: a function that returns a `Check`, and its name in `examine`. `python -m orbweaver.doctor` prints the
browser's alone as JSON, for `make setup`.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from contract.environment import CREDENTIALS, BadEnvironment, Environment

if TYPE_CHECKING:
    from crawler.providers.llm.base import LanguageModel

OLDEST = (3, 11)
START = "Run `orbweaver up` to start it."
WITHOUT_MODEL = "summary fails with 503; json and extract return only what pages declare, or fail with 503"
FAILING_MODEL = (
    "Until it does, summary, json and extract fail with 503, except for schemas that pages answer themselves."
)


@dataclass(frozen=True, kw_only=True)
class Check:
    """One finding. `needed` is False when the service also starts without it."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""
    needed: bool = True


def examine() -> list[Check]:
    """All checks, in the order in which they are needed."""
    checks = [python()]
    try:
        environment = Environment.read()
    except BadEnvironment as error:
        return [*checks, Check(name="settings", ok=False, detail=str(error), remedy="Correct or unset that variable.")]
    checks += [data_dir(environment), *postgres(environment), redis(environment)]
    return [*checks, browser(environment), fonts(), model(environment), search(environment), *traces(environment)]


def python() -> Check:
    """The interpreter's version."""
    fine = sys.version_info >= OLDEST
    remedy = "" if fine else f"Install Python {OLDEST[0]}.{OLDEST[1]} or newer, then install Orbweaver with it."
    return Check(name="python", ok=fine, detail=platform.python_version(), remedy=remedy)


def data_dir(environment: Environment) -> Check:
    """Whether the data dir, or the folder that it will be made in, can be written."""
    folder = environment.data_dir
    nearest = next(path for path in (folder, *folder.parents) if path.exists())
    fine = nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)
    remedy = "" if fine else "Set ORBWEAVER_DATA_DIR to a folder that can be written."
    needed = environment.given_database_url is None or environment.given_redis_url is None
    return Check(name="dataDir", ok=fine, detail=str(folder), remedy=remedy, needed=needed)


def postgres(environment: Environment) -> Iterator[Check]:
    """Whether the database answers, and then whether its schema is up to date."""
    from sqlalchemy.exc import SQLAlchemyError

    from models.schema import pending_migrations

    if _sleeps(environment.given_database_url, environment.run_dir / ".s.PGSQL.5432"):
        yield Check(name="postgres", ok=True, detail="embedded, not running; `orbweaver up` starts it")
        return
    try:
        pending = pending_migrations(environment.database_url)
    except SQLAlchemyError as error:
        remedy = "Start it, or correct DATABASE_URL." if environment.given_database_url else START
        yield Check(name="postgres", ok=False, detail=_first_line(error), remedy=remedy)
        return
    yield Check(name="postgres", ok=True, detail="answers" if environment.given_database_url else "embedded, answers")
    detail = f"not applied: {', '.join(pending)}" if pending else "up to date"
    yield Check(name="migrations", ok=not pending, detail=detail, remedy="Run `orbweaver migrate`." if pending else "")


def redis(environment: Environment) -> Check:
    """Whether the Redis-compatible server answers."""
    from redis import Redis, RedisError

    if _sleeps(environment.given_redis_url, environment.run_dir / "redis.sock"):
        return Check(name="redis", ok=True, detail="embedded, not running; `orbweaver up` starts it")
    try:
        with Redis.from_url(environment.redis_url, socket_connect_timeout=3, socket_timeout=3) as client:
            version = client.info("server")["redis_version"]
    except (RedisError, OSError) as error:
        remedy = "Start it, or correct REDIS_URL." if environment.given_redis_url else START
        return Check(name="redis", ok=False, detail=_first_line(error), remedy=remedy)
    return Check(name="redis", ok=True, detail=f"answers as Redis {version}")


def browser(environment: Environment) -> Check:
    """Whether a browser is installed and starts, and whether it runs in its sandbox. Only rendering needs it."""
    from contract.errors import ServiceUnavailable
    from crawler.rendering.browser import examine, find

    path = find(environment)
    if path is None:
        remedy = (
            "Pages that need a browser fail with 503. As root, run `make browser` in a clone, or `playwright install "
            "--with-deps --only-shell chromium` elsewhere, or set ORBWEAVER_CHROMIUM to the path of a Chromium."
        )
        return Check(name="browser", ok=False, detail="none found", remedy=remedy, needed=False)
    if error := driver_error():
        remedy = "Playwright's driver needs this library, as root: apt-get install libatomic1."
        return Check(name="browser", ok=False, detail=error, remedy=remedy, needed=False)
    try:
        return Check(name="browser", ok=True, detail=f"{path}: {asyncio.run(examine(environment))}", needed=False)
    except ServiceUnavailable as error:
        remedy = f"If {path} lacks libraries, run `playwright install-deps chromium` as root."
        if os.geteuid() == 0:
            remedy += " Started by root, the browser runs as the user nobody, who must be able to read it."
        return Check(name="browser", ok=False, detail=str(error), remedy=remedy, needed=False)


def driver_error() -> str:
    """Which library Playwright's driver does not find; empty if it starts. The pipe to a driver hides this."""
    from playwright._impl._driver import compute_driver_executable

    node, _ = compute_driver_executable()
    answer = subprocess.run([node, "--version"], check=False, capture_output=True, text=True)
    return answer.stderr.strip().rpartition("error while loading shared libraries: ")[2] if answer.returncode else ""


def fonts() -> Check:
    """Whether the browser can read the fonts of the scripts that machines often lack."""
    from crawler.rendering import page_fonts

    unreadable = page_fonts.unreadable()
    if unreadable:
        remedy = f"The browser runs as another user, who must be able to read {unreadable[0]} and enter the folders above it."
        return Check(
            name="fonts", ok=False, detail=f"{len(unreadable)} files cannot be read", remedy=remedy, needed=False
        )
    return Check(name="fonts", ok=True, detail=f"for {', '.join(page_fonts.SCRIPTS)} and others", needed=False)


def model(environment: Environment) -> Check:
    """Whether a language model is configured and its server answers. Work that needs one fails without it."""
    from contract.errors import ServiceUnavailable
    from crawler.providers.llm.configured import model_of

    client = model_of(environment)
    if client is None:
        remedy = f"Set {' and '.join(environment.unset_model_settings)}."
        return Check(name="model", ok=False, detail=f"not configured; {WITHOUT_MODEL}", remedy=remedy, needed=False)
    name = f"{environment.llm_model} at {CREDENTIALS.sub('//***@', environment.llm_base_url or '')}"
    try:
        return Check(name="model", ok=True, detail=f"{name} {asyncio.run(_probed(client))}", needed=False)
    except ServiceUnavailable as error:
        remedy = "Start the server, or correct the ORBWEAVER_LLM_ settings."
        detail = f"{name} does not answer: {error.message} {FAILING_MODEL}"
        return Check(name="model", ok=False, detail=detail, remedy=remedy, needed=False)


async def _probed(client: LanguageModel) -> str:
    try:
        return await client.probe()
    finally:
        await client.close()


def search(environment: Environment) -> Check:
    """The search engines that a search asks, in order, and the settings that those of the list lack."""
    unset = environment.unset_search_settings
    lacking = {"ORBWEAVER_SEARXNG_URL": "searxng", "ORBWEAVER_BRAVE_API_KEY": "brave"}
    without = {lacking[name] for name in unset}
    configured = [name for name in environment.search_providers if name not in without]
    detail = (
        f"asks {', then '.join(configured)}" if configured else "no search engine is configured; search fails with 503"
    )
    if without:
        detail += f"; not configured: {', '.join(sorted(without))}"
    remedy = f"Set {' and '.join(unset)}." if unset else ""
    return Check(name="search", ok=not unset, detail=detail, remedy=remedy, needed=False)


def traces(environment: Environment) -> Iterator[Check]:
    """Whether traces can be sent, if the operator wants them."""
    if environment.otlp_endpoint is None:
        return
    where = CREDENTIALS.sub("//***@", environment.otlp_endpoint)
    missing = [name for name in ("opentelemetry.sdk", "opentelemetry.exporter") if not _is_installed(name)]
    detail = f"not installed: {', '.join(missing)}" if missing else f"are sent to {where}"
    remedy = "Run `pip install 'orbweaver[otel]'`." if missing else ""
    yield Check(name="traces", ok=not missing, detail=detail, remedy=remedy, needed=False)


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # Not even the package above it.
        return False


def _sleeps(given_url: str | None, socket: Path) -> bool:
    """Whether this is an embedded server that is not running. That is not a failure."""
    return given_url is None and not socket.exists()


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


if __name__ == "__main__":
    print(json.dumps(asdict(browser(Environment.read()))))
