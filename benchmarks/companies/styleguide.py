"""Known tokens of CSS frameworks against the styleguide that is read from pages made with them.

    npm install --prefix FOLDER bootstrap bulma @picocss/pico foundation-sites uikit fomantic-ui-css milligram spectre.css \
        purecss materialize-css water.css tachyons
    python -m benchmarks.companies.styleguide FOLDER/node_modules [--only NAME]

Each page is on its own loopback server and is rendered in the browser. Prints the checked values, the hits and the
misses of each framework, and the milliseconds per page. Goal: 95 % of the values.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from benchmarks.sites.framework_pages import FRAMEWORKS, Framework, Value
from contract.declare import dump, from_arguments
from contract.operations import STYLEGUIDE
from contract.options.styleguide import StyleguideOptions
from orbweaver.local.operation import with_engine

# Computed sizes are rounded to hundredths of a pixel.
TOLERANCE_PX = 0.06


@contextmanager
def served(framework: Framework, packages: Path) -> Iterator[str]:
    """The URL of the framework's page."""
    files = {
        "/": ("text/html", framework.page.encode()),
        "/sheet.css": ("text/css", (packages / framework.sheet).read_bytes()),
    }

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = files.get(self.path, ("text/plain", b""))
            self.send_response(200 if self.path in files else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


async def read_all(engine: Any, frameworks: Sequence[Framework], packages: Path) -> list[tuple[dict[str, Any], float]]:
    """The record of each framework's page, and the milliseconds that it took."""
    found = []
    for framework in frameworks:
        with served(framework, packages) as url:
            began = time.perf_counter()
            options = from_arguments(StyleguideOptions, {"domain": url})
            record = await engine.perform(STYLEGUIDE.name, options, None, "benchmark")
            found.append((dump(record), 1000 * (time.perf_counter() - began)))
    return found


def value_at(record: Any, path: str) -> Any:
    """The value at a path of names. None if a part of the path is null."""
    for name in path.split("."):
        record = record.get(name) if isinstance(record, dict) else None
    return record


def is_right(found: Any, right: Value) -> bool:
    """Whether a value is the declared one."""
    if isinstance(right, (int, float)) and isinstance(found, (int, float)):
        return abs(found - right) <= TOLERANCE_PX
    return bool(found == right)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", type=Path, help="node_modules with the frameworks")
    parser.add_argument("--only", help="name of one framework")
    arguments = parser.parse_args()
    os.environ.setdefault("ORBWEAVER_ALLOWED_NETWORKS", "127.0.0.0/8")
    frameworks = [one for one in FRAMEWORKS if arguments.only in (None, one.name)]
    results = with_engine(lambda engine: read_all(engine, frameworks, arguments.packages))
    print("| framework | checked | hits | ms | misses |\n|---|---|---|---|---|")
    hits = checked = 0
    for framework, (record, spent) in zip(frameworks, results, strict=True):
        wrong = {
            path: (value_at(record, path), right)
            for path, right in framework.right.items()
            if not is_right(value_at(record, path), right)
        }
        misses = "; ".join(f"{path} {found}, declared {right}" for path, (found, right) in wrong.items())
        right_count = len(framework.right) - len(wrong)
        hits, checked = hits + right_count, checked + len(framework.right)
        print(f"| {framework.name} | {len(framework.right)} | {right_count} | {spent:.0f} | {misses} |")
    print(f"| all | {checked} | {hits} | | {hits / checked:.1%} |")


if __name__ == "__main__":
    main()
