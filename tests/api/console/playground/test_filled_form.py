"""Forms and requests: every option of every operation can be set in its form, and the request has what was set."""

from __future__ import annotations

from typing import Any

import pytest

from api.console.playground.filled_form import FilledForm, Problem, owner
from api.console.playground.inputs import Input, every
from api.console.playground.offered import OFFERED

# A text of each kind of input, and its JSON value.
TEXTS: dict[str, tuple[list[str], Any]] = {
    "url": (["https://example.com/a"], "https://example.com/a"),
    "lines": (["one\r\n\r\n two "], ["one", "two"]),
    "headers": (["X-A: 1: 2\r\nAccept-Language:de\r\n"], {"X-A": "1: 2", "Accept-Language": "de"}),
    "json": (['{"type": "object"}'], {"type": "object"}),
    "secret": (["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
    "text": ([" DE "], "DE"),
    "long text": (["one\r\ntwo "], "one\ntwo "),
}
INPUTS = [
    (name, each) for name, offered in OFFERED.items() for each in every(offered.inputs) if each.kind != "group"
]  # fmt: skip


def texts_for(each: Input) -> tuple[list[str], Any]:
    """Texts of an input that differ from its default, and their value."""
    if each.kind == "number":
        number = each.high if each.default == each.low else each.low
        return [str(number)], number
    if each.kind == "flag":
        return (["false", "true"], True) if not each.default else (["false"], False)
    if each.kind == "choice":
        choice = next(choice for choice in each.choices if choice != each.default)
        return [choice], choice
    if each.kind == "choices":
        return ["", each.choices[-1]], [each.choices[-1]]
    return TEXTS[each.kind]


def at(body: Any, path: str) -> Any:
    for name in path.split("."):
        body = body[name]
    return body


@pytest.mark.parametrize(("name", "each"), INPUTS, ids=[f"{name} {each.path}" for name, each in INPUTS])
def test_every_option_reaches_the_request(name: str, each: Input) -> None:
    texts, value = texts_for(each)
    form = FilledForm(OFFERED[name].inputs, {each.path: texts})

    assert at(form.body, each.path) == value
    assert form.shown(each) == ([texts[-1]] if each.kind != "choices" else value)


@pytest.mark.parametrize("name", OFFERED)
def test_form_with_its_defaults_sends_required_options_only(name: str) -> None:
    inputs = OFFERED[name].inputs
    as_sent = {each.path: FilledForm(inputs, {}).shown(each) for each in every(inputs) if each.kind != "group"}
    with_hidden = {path: ["", *texts] for path, texts in as_sent.items()}

    for texts in ({}, as_sent, with_hidden):
        assert {key: value for key, value in FilledForm(inputs, texts).body.items() if value} == {}


@pytest.mark.parametrize(
    ("name", "texts", "field", "message"),
    [
        ("scrape", {}, "url", "is required"),
        ("scrape", {"url": ["https://example.com/"], "formats": [""]}, "formats", "must contain 1 to 20 items"),
        ("scrape", {"url": ["https://example.com/"], "waitFor": ["soon"]}, "waitFor", "must be a whole number from 0 to 30000"),
        ("scrape", {"url": ["https://example.com/"], "location.country": ["XX"]}, "location.country", "must be an ISO 3166"),
        ("scrape", {"url": ["https://example.com/"], "headers": ["Host: a"]}, "headers.Host", "is set by the service"),
        ("scrape", {"url": ["https://example.com/"], "jsonOptions.schema": ["{"]}, "jsonOptions.schema", "is not valid JSON"),
        ("crawl", {"url": ["https://example.com/"], "webhook.headers": ["A: b"]}, "webhook.url", "is required"),
        ("extract", {"urls": ["https://example.com/"]}, "schema", "is required when prompt is not given"),
        ("batch", {"urls": ["https://example.com/\nnot a URL"]}, "urls[1]", "must be an absolute"),
    ],
)  # fmt: skip
def test_problem_names_the_input(name: str, texts: dict[str, list[str]], field: str, message: str) -> None:
    offered = OFFERED[name]
    [problem] = FilledForm(offered.inputs, texts).problems(offered.operation.options)

    assert isinstance(problem, Problem) and problem.field == field and problem.message.startswith(message)
    found = owner(offered.inputs, field)
    assert found is not None and field.startswith(found.path)


def test_valid_form_has_no_problem() -> None:
    offered = OFFERED["extract"]
    texts = {**offered.form.starts, "urls": ["https://example.com/"], "prompt": ["Names and prices"]}
    form = FilledForm(offered.inputs, texts)

    assert form.problems(offered.operation.options) == []
    assert form.body == {"urls": ["https://example.com/"], "prompt": "Names and prices", "showConfidence": True}
