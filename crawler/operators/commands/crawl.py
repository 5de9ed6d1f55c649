"""`scrapy crawl`, which looks at the arguments before anything starts."""

from __future__ import annotations

import argparse

from scrapy.commands import crawl
from scrapy.exceptions import UsageError
from scrapy.spiderloader import get_spider_loader

from contract.errors import InvalidRequest
from crawler.spiders.base import OrbweaverSpider


class Command(crawl.Command):
    """Scrapy's own, with one plain line and exit code 2 for arguments that the spider does not take."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        # Scrapy calls this while there is no event loop yet. A loop that was made and never ran may complain
        # with a traceback at exit.
        super().process_options(args, opts)
        if args:
            assert self.settings is not None
            try:
                spider = get_spider_loader(self.settings).load(args[0])
                if issubclass(spider, OrbweaverSpider):
                    spider(**opts.spargs).check()
            except KeyError as error:
                raise UsageError(f"There is no spider {args[0]!r}.", print_help=False) from error
            except InvalidRequest as error:
                raise UsageError(str(error), print_help=False) from error
