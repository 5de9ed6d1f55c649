"""What a watch makes of its options."""

from __future__ import annotations

from contract.declare import load
from contract.options.batch import BatchOptions
from contract.options.watch import WatchOptions


def test_a_check_asks_for_each_page_and_compares_it_once() -> None:
    given = {"history": "mine", "maxAge": 60_000, "formats": ["html"], "waitFor": 100}
    watch = load(
        WatchOptions, {"schedule": {"everyMinutes": 60}, "urls": ["https://a.example/"], "scrapeOptions": given}
    )

    run = watch.run_options()

    assert isinstance(run, BatchOptions)
    pages = run.scrape_options
    assert (pages.history, pages.max_age, pages.formats, pages.wait_for) == (None, 0, ("markdown",), 100)
