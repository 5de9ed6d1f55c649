"""What a caller sees of each form in which servers and models reply: data, a warning, or an error."""

# ruff: noqa: E501 - replies, one a line
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.crawler.conftest import Bench
from tests.model_server import ModelServer, completion
from tests.sites.site import Site

PAGE = """<!doctype html><html lang="en"><head><title>Acme Lamp</title></head><body><main><h1>Acme Lamp</h1>
<p>The Acme Lamp lights workshops of shipbuilders along the northern coast. Its frame is folded from recycled steel.</p>
<p>Ada Lovelace drew the first sketch in 1891 for the guild of river pilots, who still order it.</p>
<ul><li>Shade, 19 euros</li><li>Socket, 7 euros</li><li>Cable, 12 euros</li></ul></main></body></html>"""
TEXT = {"type": "string"}
PART = {"type": "object", "properties": {"part": TEXT, "cost": {"type": "number"}}}
SCHEMA = {
    "type": "object",
    "properties": {
        "draughtsperson": TEXT, "sketched": {"type": "integer"}, "still_ordered": {"type": "boolean"},
        "parts": {"type": "array", "items": PART},
    },
}  # fmt: skip
RIGHT = {"draughtsperson": "Ada Lovelace", "sketched": 1891}
JSON = json.dumps(RIGHT)
DRAFT = '{"draughtsperson": "the guild of river pilots", "sketched": 1}'
PARTS = '"parts": [{"part": "Shade", "cost": 19}, {"part": "Socket", "cost": 7}, {"par'
TWO_PARTS = [{"part": "Shade", "cost": 19}, {"part": "Socket", "cost": 7}]


@dataclass(frozen=True)
class Seen:
    """What the caller sees: the data, parts of the warning or of the error, and how often the model was asked."""

    data: Any = field(default_factory=lambda: RIGHT)
    warning: str = ""
    error: str = ""
    calls: int = 1


def said(text: str, reason: str = "stop", **message: Any) -> dict[str, Any]:
    body = completion(text, **message)
    body["choices"][0]["finish_reason"] = reason
    return body


def called(arguments: Any) -> dict[str, Any]:
    return said(
        "", "tool_calls", tool_calls=[{"type": "function", "function": {"name": "answer", "arguments": arguments}}]
    )


OK = Seen()
REFUSED = Seen(None, error="refused to answer")
UNREADABLE = Seen(None, error="did not follow the schema", calls=3)
REPLIES: dict[str, tuple[Any, Seen]] = {
    "plain": (JSON, OK),
    "fence": (f"```json\n{JSON}\n```", OK),
    "fence without language": (f"```\n{JSON}\n```", OK),
    "text around": (f"Here is the JSON: {JSON} Anything else?", OK),
    "two fences": (f"```json\n{DRAFT}\n```\nCorrected:\n```json\n{JSON}\n```", OK),
    "draft in text": (f"At first {DRAFT}, but then {JSON}", OK),
    "thoughts": (f"<think>{DRAFT}</think>{JSON}", OK),
    "thoughts without a start": (f"Maybe {DRAFT}</think>\n{JSON}", OK),
    "thoughts in brackets": (f"[THINK]{DRAFT}[/THINK]{JSON}", OK),
    "thoughts as thinking": (f"<thinking>{DRAFT}</thinking>{JSON}", OK),
    "thoughts as monologue": (f"<inner_monologue>{DRAFT}</inner_monologue>{JSON}", OK),
    "thoughts between marks": (f"<|begin_of_thought|>{DRAFT}<|end_of_thought|>{JSON}", OK),
    "channels": (f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>{JSON}", OK),
    "channels without marks": (f"analysisThe page says {DRAFT}assistantfinal{JSON}", OK),
    "reasoning beside the content": (said(JSON, reasoning_content=DRAFT), OK),
    "content in parts": (said([{"type": "text", "text": JSON}]), OK),  # type: ignore[arg-type]
    "tool call": (called(JSON), OK),
    "tool call with an object": (called(RIGHT), OK),
    "tool call as text": (f'<tool_call>{{"name": "answer", "arguments": {JSON}}}</tool_call>', OK),
    "old function call": (said("", "function_call", function_call={"name": "answer", "arguments": JSON}), OK),
    "wrapped": (f'{{"answer": {JSON}}}', OK),
    "wrapped in result and data": (f'{{"result": {{"data": {JSON}}}}}', OK),
    "filled schema": (f'{{"type": "object", "properties": {JSON}}}', OK),
    "list of one": (f"[{JSON}]", OK),
    "top-level list": (json.dumps(TWO_PARTS), Seen({"parts": TWO_PARTS})),
    "JSON in a string": (json.dumps(JSON), OK),
    "trailing comma": (JSON.replace("}", ",}"), OK),
    "comments": (JSON.replace(", ", ", // by hand\n"), OK),
    "single quotes": (JSON.replace('"', "'"), OK),
    "Python's None": ('{"draughtsperson": "Ada Lovelace", "sketched": 1891, "still_ordered": None}', OK),
    "placeholders": ('{"draughtsperson": "Ada Lovelace", "sketched": 1891, "still_ordered": "N/A"}', OK),
    "other spelling of names": ('{"Draughtsperson": "Ada Lovelace", "SKETCHED": 1891}', OK),
    "number as text": ('{"draughtsperson": "Ada Lovelace", "sketched": "1891"}', OK),
    "one value for a list": ('{"parts": {"part": "Shade", "cost": "19 euros"}}', Seen({"parts": [{"part": "Shade", "cost": 19}]})),
    "unknown members": ('{"draughtsperson": "Ada Lovelace", "sketched": 1891, "mood": "calm"}', OK),
    "quotes": ({**RIGHT, "_quotes": {"sketched": "drew the first sketch in 1891"}}, OK),
    "quotes of another form": ({**RIGHT, "_quotes": ["drew the first sketch in 1891"]}, OK),
    "invented value": ({**RIGHT, "draughtsperson": "Quentin Fakename"}, Seen({"sketched": 1891}, "does not have the value: draughtsperson")),
    "derived value": ({**RIGHT, "still_ordered": True}, Seen({**RIGHT, "still_ordered": True}, "Derived by the language model, not verbatim on the page: still_ordered")),
    "cut list": (said(f"{{{PARTS}", "length"), Seen({"parts": TWO_PARTS}, "cut at its limit")),
    "cut list without a reason": (f"{{{PARTS}", Seen({"parts": TWO_PARTS}, "cut at its limit")),
    "cut top-level list": (said(f"[{PARTS[10:]}", "length"), Seen({"parts": TWO_PARTS}, "cut at its limit")),
    "cut before any value": (said('{"draughts', "length"), Seen({}, "cut at its limit")),
    "wrong once": ([said("I think it was Ada."), said(JSON)], Seen(calls=2)),
    "wrong type once": ([said('{"sketched": "long ago"}'), said(JSON)], Seen(calls=2)),
    "wrong type three times": ('{"draughtsperson": "Ada Lovelace", "sketched": "long ago"}', Seen({"draughtsperson": "Ada Lovelace"}, "do not follow the schema: sketched", calls=3)),
    "empty message once": ([said(""), said(JSON)], Seen(calls=2)),
    "all tokens for thoughts once": ([said("", "length"), said(JSON)], Seen(calls=2)),
    "all tokens for thoughts twice": (said("", "length"), Seen(None, error="all tokens for its thoughts", calls=2)),
    "empty object": ("{}", Seen({}, "no value for any requested property")),
    "nothing but nulls": ('{"draughtsperson": null}', Seen({}, "no value for any requested property")),
    "refusal": (said("", refusal="I cannot help with that."), REFUSED),
    "refusal as text": ("I'm sorry, but I can't help with that request.", REFUSED),
    "filtered": (said("", "content_filter"), REFUSED),
    "schema repeated": (json.dumps(SCHEMA), UNREADABLE),
    "YAML": ("draughtsperson: Ada Lovelace\nsketched: 1891", UNREADABLE),
    "thoughts without an end": (f"<think>{DRAFT}", UNREADABLE),
    "another object": ('{"colour": "red"}', UNREADABLE),
}  # fmt: skip


@pytest.fixture(scope="module")
def engine(started_model: ModelServer) -> Iterator[Bench]:
    bench = Bench(ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8", **started_model.settings())
    yield bench
    bench.close()


@pytest.mark.parametrize("form", REPLIES)
def test_what_a_caller_sees_of_a_reply(engine: Bench, site: Site, model: ModelServer, form: str) -> None:
    site.put("/lamp", PAGE, kind="text/html; charset=utf-8")
    reply, seen = REPLIES[form]
    if isinstance(reply, str):
        reply = said(reply)
    elif isinstance(reply, dict) and "choices" not in reply:
        reply = said(json.dumps(reply))
    model.send(*(reply if isinstance(reply, list) else [reply]))

    answer = engine.run(site.url("/lamp"), formats=["json"], jsonOptions={"schema": SCHEMA})

    if seen.error:
        assert answer["error"]["code"] == "SERVICE_UNAVAILABLE" and seen.error in answer["error"]["message"]
    else:
        data = answer["data"]
        assert (data["json"], bool(data.get("warning"))) == (seen.data, bool(seen.warning)), data
        assert seen.warning in data.get("warning", "")
    assert len(model.calls) == seen.calls


def test_battery_has_the_usual_forms() -> None:
    assert len(REPLIES) >= 30


def test_page_with_little_content_is_answered_with_a_warning(engine: Bench, site: Site, model: ModelServer) -> None:
    sentence = "Ada Lovelace drew the first Acme Lamp in 1891."
    shell = (
        "<div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>"
        + "<script src=/a.js></script>" * 5
    )
    site.put(
        "/app", f"<html><head><title>App</title></head><body>{shell}<p>{sentence}</p></body></html>", kind="text/html"
    )
    model.say({"sentences": [sentence]})

    data = engine.run(site.url("/app"), formats=["summary"], renderJs=False)["data"]

    assert data["quality"]["confidence"] < 0.2 and data["summary"] == sentence
    assert "Little content was found" in data["warning"] and data["usage"]["creditsUsed"] == 0


def test_server_that_reads_only_a_part_of_the_request_is_reported(
    engine: Bench, site: Site, model: ModelServer
) -> None:
    site.put(
        "/long", PAGE.replace("</main>", "<p>Its frame is folded from steel.</p>" * 400 + "</main>"), kind="text/html"
    )
    model.send(said(JSON))

    data = engine.run(site.url("/long"), formats=["json"], jsonOptions={"schema": SCHEMA})["data"]

    assert data["json"] == RIGHT and "ORBWEAVER_LLM_CONTEXT_TOKENS" in data["warning"]
