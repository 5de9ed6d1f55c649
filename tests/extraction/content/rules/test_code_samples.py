"""Code samples stay with the text above them."""

from __future__ import annotations

import pytest

from extraction.content.blocks import Outline
from extraction.content.rules.refinement import with_code_samples
from extraction.document.document import parse


@pytest.mark.parametrize(
    ("page", "left"),
    [
        ("<p>Sum the column:</p><pre class=x>SELECT 1</pre><pre class=x>1</pre>", ["Sum the column:", "SELECT 1", "1"]),
        ("<p class=x>Sum the column:</p><pre class=x>SELECT 1</pre><p>End</p>", ["End"]),
        ("<p>Sum the column:</p><footer><pre class=x>SELECT 1</pre></footer>", ["Sum the column:"]),
        ("<p>Sum the column:</p><p class=x>SELECT 1</p>", ["Sum the column:"]),
    ],
)
def test_code_directly_below_retained_text_stays(page: str, left: list[str]) -> None:
    blocks = Outline(parse(f"<body>{page}</body>").find("body")).blocks
    retained = [block for block in blocks if block.container.element.get("class") != "x"]

    assert [block.text for block in with_code_samples(blocks, retained)] == left
