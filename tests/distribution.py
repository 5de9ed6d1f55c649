"""How `make test` distributes the tests over its processes: by file, the slowest files first.

So all processes end at about the same time: the last files take a second, not a minute.
"""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadFileScheduling

# One process runs all of these. They share a service of their own, and each process would start another one.
TOGETHER = ("tests/faults/",)
# Seconds in one of three processes on two cores. Only the order matters. A file that is not listed takes a few seconds.
SECONDS = {
    "tests/faults/": 186,
    "tests/journeys/test_bad_input.py": 87,
    "tests/crawler/rendering/views/test_page_screenshot.py": 62,
    "tests/journeys/test_operators.py": 55,
    "tests/orbweaver/test_up.py": 52,
    "tests/crawler/operators/test_settings_in_effect.py": 50,
    "tests/journeys/test_crawl.py": 50,
    "tests/journeys/test_rendering.py": 45,
    "tests/journeys/test_watch.py": 44,
    "tests/orbweaver/commands/pages/test_watch.py": 43,
    "tests/crawler/middlewares/test_rendering.py": 42,
    "tests/crawler/rendering/test_render_floods.py": 40,
    "tests/crawler/rendering/test_render_leaks.py": 38,
    "tests/crawler/rendering/test_render.py": 35,
    "tests/workers/test_queue.py": 34,
    "tests/journeys/test_json_and_summary.py": 28,
    "tests/crawler/rendering/test_embedded_documents.py": 24,
    "tests/journeys/test_scrape.py": 24,
    "tests/crawler/test_reading.py": 23,
    "tests/journeys/test_batch.py": 23,
    "tests/journeys/test_console_watches.py": 22,
    "tests/crawler/fetching/test_raw_url.py": 22,
    "tests/journeys/test_firecrawl_changes.py": 21,
    "tests/orbweaver/test_main.py": 21,
    "tests/journeys/test_logo.py": 21,
    "tests/orbweaver/commands/service/test_worker.py": 20,
    "tests/extraction/changes/test_bounded_work.py": 19,
    "tests/orbweaver/test_embedded.py": 19,
    "tests/orbweaver/commands/service/test_queues.py": 19,
    "tests/journeys/test_watch_pictures.py": 19,
    "tests/extraction/test_large_pages.py": 18,
    "tests/orbweaver/commands/pages/test_crawl.py": 18,
    "tests/journeys/test_firecrawl.py": 17,
    "tests/extraction/brand/test_home_page.py": 17,
    "tests/models/test_state_machine.py": 17,
    "tests/journeys/test_console_pages.py": 17,
    "tests/api/console/test_access.py": 16,
    "tests/orbweaver/commands/service/test_doctor.py": 16,
    "tests/models/test_schema.py": 14,
    "tests/crawler/test_service_crawler.py": 14,
    "tests/crawler/rendering/test_launch.py": 14,
    "tests/crawler/rendering/test_render_way_out.py": 14,
    "tests/crawler/spiders/test_search.py": 13,
    "tests/models/test_migrations_with_data.py": 13,
    "tests/crawler/spiders/brands/test_styleguide.py": 13,
    "tests/journeys/test_host_slots.py": 13,
    "tests/models/test_session.py": 13,
    "tests/extraction/answers/test_declared_answer.py": 13,
    "tests/crawler/spiders/test_extract.py": 12,
    "tests/extraction/brand/test_known_sites.py": 12,
    "tests/journeys/test_logs.py": 12,
    "tests/extraction/document/pdf/test_limits.py": 11,
    "tests/crawler/rendering/test_handler.py": 11,
    "tests/api/console/test_pages.py": 11,
    "tests/workers/test_watchdog.py": 11,
    "tests/journeys/test_client.py": 11,
    "tests/journeys/traces/test_off.py": 10,
    "tests/api/console/test_authorize.py": 10,
    "tests/api/console/test_joining.py": 10,
    "tests/crawler/test_calls.py": 10,
    "tests/crawler/providers/llm/test_openai_compatible.py": 9,
    "tests/crawler/test_runner.py": 9,
    "tests/journeys/test_logo_kills.py": 9,
    "tests/journeys/test_mcp.py": 9,
    "tests/crawler/middlewares/test_compression.py": 8,
    "tests/extraction/answers/test_building_set.py": 8,
    "tests/models/accounts/test_credits.py": 8,
    "tests/contract/test_operations.py": 8,
    "tests/crawler/spiders/brands/test_brand.py": 8,
    "tests/journeys/test_screenshot.py": 7,
    "tests/journeys/test_console.py": 7,
    "tests/workers/test_watches.py": 7,
    "tests/journeys/test_server.py": 7,
    "tests/crawler/jobs/test_slice_run.py": 7,
    "tests/extraction/answers/entities/test_merged.py": 7,
    "tests/orbweaver/commands/pages/test_search.py": 7,
    "tests/crawler/middlewares/test_location.py": 6,
    "tests/journeys/traces/test_calls.py": 6,
    "tests/journeys/test_guide.py": 6,
    "tests/crawler/providers/search/test_engines.py": 6,
    "tests/journeys/test_map.py": 6,
    "tests/api/console/test_playground_pages.py": 6,
    "tests/crawler/network/test_dial.py": 6,
    "tests/api/console/results/test_markdown.py": 6,
    "tests/api/console/test_watch_pages.py": 6,
    "tests/journeys/test_search.py": 6,
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
