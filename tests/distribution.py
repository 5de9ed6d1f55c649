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
    "tests/faults/": 200,
    "tests/journeys/test_rendering.py": 75,
    "tests/journeys/test_operators.py": 70,
    "tests/orbweaver/test_up.py": 68,
    "tests/journeys/test_crawl.py": 53,
    "tests/crawler/rendering/views/test_page_screenshot.py": 49,
    "tests/crawler/middlewares/test_rendering.py": 47,
    "tests/journeys/test_bad_input.py": 45,
    "tests/orbweaver/commands/pages/test_crawl.py": 45,
    "tests/crawler/operators/test_settings_in_effect.py": 40,
    "tests/journeys/test_console_pages.py": 30,
    "tests/models/test_state_machine.py": 29,
    "tests/crawler/rendering/test_render_floods.py": 29,
    "tests/orbweaver/commands/service/test_worker.py": 26,
    "tests/crawler/rendering/test_render.py": 26,
    "tests/extraction/brand/test_known_sites.py": 25,
    "tests/crawler/spiders/test_extract.py": 25,
    "tests/extraction/brand/test_home_page.py": 20,
    "tests/crawler/spiders/test_search.py": 19,
    "tests/crawler/rendering/test_render_leaks.py": 18,
    "tests/journeys/test_json_and_summary.py": 17,
    "tests/orbweaver/test_embedded.py": 15,
    "tests/extraction/document/pdf/test_limits.py": 13,
    "tests/extraction/test_large_pages.py": 13,
    "tests/journeys/test_batch.py": 13,
    "tests/orbweaver/local/test_web_archive.py": 13,
    "tests/crawler/operators/test_components.py": 12,
    "tests/crawler/rendering/test_embedded_documents.py": 12,
    "tests/orbweaver/commands/pages/test_scrape.py": 12,
    "tests/crawler/providers/search/test_engines.py": 11,
    "tests/journeys/test_host_slots.py": 11,
    "tests/journeys/test_logs.py": 11,
    "tests/extraction/answers/test_building_set.py": 10,
    "tests/crawler/rendering/test_render_way_out.py": 10,
    "tests/crawler/rendering/test_handler.py": 10,
    "tests/orbweaver/commands/brands/test_logo.py": 10,
    "tests/journeys/test_logo_kills.py": 10,
    "tests/orbweaver/commands/service/test_queues.py": 10,
    "tests/models/accounts/test_credits.py": 10,
    "tests/crawler/test_reading.py": 9,
    "tests/workers/test_queue.py": 9,
    "tests/crawler/spiders/brands/test_styleguide.py": 8,
    "tests/extraction/answers/test_declared_answer.py": 8,
    "tests/contract/test_operations.py": 8,
    "tests/journeys/test_client.py": 8,
    "tests/journeys/test_console.py": 8,
    "tests/journeys/test_screenshot.py": 8,
    "tests/journeys/test_logo.py": 7,
    "tests/crawler/operators/test_job_dir.py": 7,
    "tests/orbweaver/test_wheel.py": 7,
    "tests/workers/test_sweep.py": 7,
    "tests/orbweaver/commands/pages/test_screenshot.py": 6,
    "tests/workers/test_watchdog.py": 6,
    "tests/crawler/test_service_crawler.py": 6,
    "tests/workers/test_vitals.py": 6,
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
