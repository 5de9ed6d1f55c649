"""The calls and tokens of one page are bounded, also within its first call."""

from __future__ import annotations

import pytest

from contract import limits
from crawler.answers.conversation import CHARS_PER_TOKEN, Spending
from crawler.providers.llm.base import ModelRequest, ModelUnavailable


def request(tokens: int) -> ModelRequest:
    return ModelRequest(instructions="", content="x" * CHARS_PER_TOKEN * tokens, schema=None, deadline=0.0)


def test_call_may_use_all_tokens_that_are_left() -> None:
    assert Spending().begin(request(limits.MODEL_TOKENS_MAX)) == limits.MODEL_TOKENS_MAX


@pytest.mark.parametrize(
    ("spending", "tokens"),
    [
        (Spending(), limits.MODEL_TOKENS_MAX + 1),
        (Spending(tokens=5), 6),
        (Spending(calls=0), 1),
        (Spending(tokens=0), 0),
    ],
)
def test_call_that_needs_more_is_not_sent(spending: Spending, tokens: int) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        spending.begin(request(tokens))

    assert caught.value.retry_after_seconds is None, "the same call would need as much again"


def test_tokens_are_those_that_the_provider_counted() -> None:
    spending = Spending()

    for counted in (None, 7, 0):
        spending.end(spending.begin(request(100)), counted)

    assert (spending.calls, spending.tokens) == (limits.MODEL_CALLS_MAX - 3, limits.MODEL_TOKENS_MAX - 107)
