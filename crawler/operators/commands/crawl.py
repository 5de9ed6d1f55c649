"""`scrapy crawl`, which checks the arguments and settings before anything starts."""

from __future__ import annotations

import argparse

from scrapy.commands import crawl
from scrapy.exceptions import UsageError
from scrapy.spiderloader import get_spider_loader

from contract.environment import Environment
from contract.errors import InvalidRequest
from crawler.operators.log_lines import log_as_json
from crawler.operators.refused_settings import problems
from crawler.spiders.base import OrbweaverSpider


class Command(crawl.Command):
    """Scrapy's command. For arguments and settings that the spider rejects it prints one line and exits with code 2."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        # Scrapy calls this before an event loop exists. A loop that is created here and never runs may print
        # with a traceback at exit.
        super().process_options(args, opts)
        if args:
            try:
                self._check(args[0], opts.spargs)
            except KeyError as error:
                raise UsageError(f"Unknown spider: {args[0]!r}.", print_help=False) from error
            except InvalidRequest as error:
                raise UsageError(str(error), print_help=False) from error
        if Environment.read().log_format == "json":
            assert self.settings is not None
            log_as_json(self.settings)

    def _check(self, name: str, arguments: dict[str, str]) -> None:
        assert self.settings is not None
        spider_class = get_spider_loader(self.settings).load(name)
        if not issubclass(spider_class, OrbweaverSpider):
            return
        spider = spider_class(**arguments)
        spider.check()
        if found := list(problems(self.settings, spider)):
            raise UsageError("\n".join(found), print_help=False)
