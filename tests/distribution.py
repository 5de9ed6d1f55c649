"""How `make test` distributes the tests over its processes: by file, the slowest files first.

So all processes end at about the same time: the last files take a second, not a minute.
"""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadFileScheduling

# One process runs all of these. They share a service of their own, and each process would start another one.
TOGETHER = ("tests/faults/",)
# Seconds on an idle machine with two cores. Only the order matters. A file that is not listed takes a few seconds.
SECONDS = {
    "tests/faults/": 180,
    "tests/journeys/test_operators.py": 70,
    "tests/crawler/rendering/screenshot/test_page_screenshot.py": 70,
    "tests/journeys/test_rendering.py": 65,
    "tests/orbweaver/test_up.py": 65,
    "tests/crawler/middlewares/test_rendering.py": 50,
    "tests/crawler/rendering/test_render.py": 45,
    "tests/orbweaver/commands/pages/test_crawl.py": 45,
    "tests/journeys/test_crawl.py": 40,
    "tests/crawler/operators/test_settings_in_effect.py": 40,
    "tests/journeys/test_bad_input.py": 40,
    "tests/crawler/rendering/test_render_leaks.py": 30,
    "tests/crawler/rendering/test_render_floods.py": 26,
    "tests/crawler/rendering/test_render_way_out.py": 24,
    "tests/crawler/spiders/test_styleguide.py": 24,
    "tests/models/test_state_machine.py": 20,
    "tests/extraction/brand/test_known_sites.py": 20,
    "tests/orbweaver/test_main.py": 20,
    "tests/journeys/test_batch.py": 18,
    "tests/journeys/test_server.py": 16,
    "tests/crawler/spiders/test_search.py": 15,
    "tests/orbweaver/commands/service/test_queues.py": 15,
    "tests/crawler/rendering/test_handler.py": 14,
    "tests/journeys/test_styleguide.py": 14,
    "tests/crawler/test_reading.py": 14,
    "tests/journeys/test_logo_kills.py": 13,
    "tests/journeys/test_console.py": 12,
    "tests/journeys/test_screenshot.py": 12,
    "tests/journeys/test_logo.py": 12,
    "tests/orbweaver/commands/accounts/test_member.py": 10,
    "tests/journeys/test_pgbouncer.py": 10,
    "tests/journeys/test_scrape.py": 10,
    "tests/crawler/test_service_crawler.py": 8,
}


def group(node_id: str) -> str:
    """The tests that one process runs: those of a file, or of a folder of `TOGETHER`."""
    path = node_id.partition("::")[0]
    return next((folder for folder in TOGETHER if path.startswith(folder)), path)


def sort(items: list[pytest.Item]) -> None:
    """Sort the groups by duration, the slowest first. The order within a group is kept."""
    items.sort(key=lambda item: -SECONDS.get(group(item.nodeid), 0))


class SlowestFirst(LoadFileScheduling):
    """Gives the groups to the processes in the order in which they were collected."""

    def __init__(self, config: pytest.Config, log: object = None) -> None:
        config.option.loadscopereorder = False  # pytest-xdist would sort them by the number of tests.
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)
