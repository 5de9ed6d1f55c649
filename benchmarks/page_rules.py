"""What each rule of main content does on the made-up pages: the facts and words that change if it is left out.

    python -m benchmarks.page_rules [--record]

A rule is a public function in `extraction/content/rules` that gets the kept blocks, so a new one is found without being listed.
`--record` writes the pages on which a rule does most to `benchmarks/figures/page_rules.json`, with the number of facts that it
keeps and of noise that it leaves out there. The tests read these pages again without the rule.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.page_facts import Found, MadePage, found, gate_pages, orbweaver
from extraction.content import rules

FIGURES = Path(__file__).parent / "figures" / "page_rules.json"
# Of each rule, the pages that are read again without it.
PAGES_MAX = 2
# On all of these pages the model keeps the headings of the sections that it keeps, and lone signs go with the parts around them.
# Tables of small pages have the limits of both rules.
UNREACHED = frozenset(("headings.with_section_headings", "leftovers.without_signs"))
Rule = Callable[..., Any]


def all_rules() -> dict[str, Rule]:
    """The rules by name, `module.function`."""
    modules = [
        importlib.import_module(f"{rules.__name__}.{each.name}") for each in pkgutil.iter_modules(rules.__path__)
    ]
    return {
        f"{module.__name__.rpartition('.')[2]}.{name}": function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_") and _is_rule(function)
    }


def _is_rule(function: Rule) -> bool:
    """Whether a function returns blocks that stay, or the ids of blocks that go."""
    signature = inspect.signature(function)
    return "retained" in signature.parameters and signature.return_annotation in ("list[Block]", "set[int]")


@contextmanager
def without(rule: Rule) -> Iterator[None]:
    """The rule does nothing."""
    signature = inspect.signature(rule)

    def nothing(*arguments: Any, **named: Any) -> Any:
        return (
            set()
            if signature.return_annotation == "set[int]"
            else signature.bind(*arguments, **named).arguments["retained"]
        )

    bindings = [
        (module, name)
        for module in list(sys.modules.values())
        if getattr(module, "__name__", "").startswith("extraction.content")
        for name, value in list(vars(module).items())
        if value is rule
    ]
    for module, name in bindings:
        setattr(module, name, nothing)
    try:
        yield
    finally:
        for module, name in bindings:
            setattr(module, name, rule)


def gain(made: MadePage, rule: Rule, result: Found) -> tuple[int, int]:
    """What a rule does for a page: facts kept and noise left out, and the words that it adds or leaves out."""
    with without(rule):
        other = found(made, orbweaver(made.capture))
    better = len(other.missing) - len(result.missing) + len(other.noise) - len(result.noise)
    return better, abs(other.words - result.words)


def main() -> None:
    """Read every page without each rule, and print what it does."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="write the figures of each rule")
    arguments = parser.parse_args()
    every = gate_pages()
    results = {made.name: found(made, orbweaver(made.capture)) for made in every}
    figures = {}
    for name, rule in all_rules().items():
        gains = {made.name: gain(made, rule, results[made.name]) for made in every}
        best = sorted((page for page in gains if any(gains[page])), key=lambda page: gains[page], reverse=True)
        better, words = (sum(each[place] for each in gains.values()) for place in (0, 1))
        print(
            f"{name:40s} {len(best):3d} pages  facts and noise {better:+4d}  words {words:5d}  {', '.join(best[:3])}",
            flush=True,
        )
        figures[name] = {page: gains[page][0] for page in best[:PAGES_MAX]}
    if arguments.record:
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
