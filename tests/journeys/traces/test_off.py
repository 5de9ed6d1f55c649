"""Without an endpoint, nothing of OpenTelemetry is loaded."""

from __future__ import annotations

import time
from pathlib import Path

from sqlalchemy import Engine

from contract.environment import Environment
from models.accounts import credits, workspace
from tests.service import Client, Service, environ_of, wait_until
from tests.sites.site import Site
from tests.trace_receiver import caller

# What makes and sends spans. The Redis client itself imports OpenTelemetry's metrics, wherever they are installed.
TRACING = "contract.tracing.export opentelemetry.sdk.trace opentelemetry.exporter opentelemetry.proto google.protobuf"
# Writes the modules of a process to a file that has its id, again and again, also in processes that are forked from it.
WATCH = """
import os, sys, threading, time

def watch():
    while True:
        names = [name for name in list(sys.modules) if name.startswith(tuple(os.environ["WATCHED"].split()))]
        ready = [name for name in ("workers.process", "api.asgi.application") if name in sys.modules]
        path = os.path.join(os.environ["MODULES"], str(os.getpid()))
        with open(path + ".new", "w") as file:
            file.write(" ".join(["+".join(ready) or "-", *names]))
        os.rename(path + ".new", path)
        time.sleep(0.2)

def start():
    threading.Thread(target=watch, daemon=True).start()

if "MODULES" in os.environ:
    os.register_at_fork(after_in_child=start)
    start()
"""


def test_nothing_that_makes_or_sends_spans_is_imported_without_an_endpoint(
    own: Environment, own_database: Engine, site: Site, tmp_path: Path
) -> None:
    folder, modules = tmp_path / "site", tmp_path / "modules"
    folder.mkdir()
    modules.mkdir()
    (folder / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    plain = Service(environ_of(own, PYTHONPATH=str(folder), MODULES=str(modules), WATCHED=TRACING), tmp_path / "logs")
    site.page("/")
    with own_database.begin() as connection:
        me = workspace.create(connection, "plain")
        credits.grant(connection, me, 10, key=f"first:{me}")
        key = workspace.create_key(connection, me).key

    def imported() -> dict[str, list[str]]:
        parts = [path.read_text(encoding="utf-8").split() for path in modules.iterdir() if path.suffix != ".new"]
        return {ready: names for ready, *names in parts if ready != "-"}

    try:
        plain.start_worker()
        plain.start_api()
        plain.wait_until_ready()
        _, _, header = caller()
        answer = Client(plain.base_url, key).post("/v1/web/scrape", {"url": site.url()}, traceparent=header)
        assert answer.status_code == 200, answer.text
        time.sleep(0.5)  # A round of the watchers after the call. On a busy machine it takes longer.
        wait_until(lambda: len(imported()) == 2, seconds=20, what="what both processes imported")
        assert imported() == {"workers.process": [], "api.asgi.application": []}
    finally:
        plain.stop()
