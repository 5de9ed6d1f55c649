"""The forms in which servers and models send an answer, and what is read of each."""

from __future__ import annotations

import json
from typing import Any

import pytest

from extraction.answers.replies.conclusion import parse
from extraction.answers.replies.reply_json import NoObject, read

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "price": {"type": "number"},
        "in_stock": {"type": "boolean"},
        "variants": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
    },
}
RIGHT = {"name": "Lamp", "price": 129}
JSON = '{"name": "Lamp", "price": 129}'
DRAFT = '{"name": "Acme desk lamps and other lighting", "price": 1}'
FORMS = {
    "plain": JSON,
    "fenced": f"```json\n{JSON}\n```",
    "fenced without newline": f"```json {JSON}```",
    "fence without end": f"```json\n{JSON}",
    "text around": f"Here you are: {JSON} I hope this helps {{you}}.",
    "byte order mark": f"\ufeff{JSON}",
    "nulls": '{"name": "Lamp", "price": 129, "in_stock": null}',
    "placeholders": '{"name": "Lamp", "price": 129, "in_stock": "N/A"}',
    "thoughts": f"<think>{DRAFT}</think>{JSON}",
    "thoughts without start": f"draft {DRAFT} </think>\n{JSON}",
    "thoughts in brackets": f"[THINK]{DRAFT}[/THINK]{JSON}",
    "thoughts as thought": f"<thought>{DRAFT}</thought>{JSON}",
    "thoughts as reasoning": f"<reasoning>{DRAFT}</reasoning>{JSON}",
    "thoughts with triangles": f"◁think▷{DRAFT}◁/think▷{JSON}",
    "channels": f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>{JSON}",
    "two fences": f"```json\n{DRAFT}\n```\nCorrected:\n```json\n{JSON}\n```",
    "draft before": f"First {DRAFT}, but better: {JSON}",
    "trailing comma": '{"name": "Lamp", "price": 129,}',
    "comments": '{"name": "Lamp", // the title\n "price": 129 /* euros */}',
    "python": "{'name': 'Lamp', 'price': 129, 'in_stock': None}",
    "python literals": '{"name": "Lamp", "price": 129, "in_stock": None}',
    "in a string": json.dumps(JSON),
    "wrapped in answer": f'{{"answer": {JSON}}}',
    "wrapped in data": f'{{"data": {JSON}}}',
    "wrapped in properties": f'{{"properties": {JSON}}}',
    "tool call": f'<tool_call>{{"name": "extract", "arguments": {JSON}}}</tool_call>',
    "tool call with text": json.dumps({"function": "extract", "arguments": JSON}),
    "list of one": f"[{JSON}]",
    "other case": '{"Name": "Lamp", "PRICE": 129}',
    "other separators": '{"name": "Lamp", "price": 129, "In-Stock": null}',
    "number as text": '{"name": "Lamp", "price": "129.00"}',
    "number with currency": '{"name": "Lamp", "price": "129.00 EUR"}',
    "yes": '{"name": "Lamp", "price": 129, "in_stock": "N/A"}',
    "lines": f"{DRAFT}\n{JSON}",
}


@pytest.mark.parametrize("form", FORMS)
def test_answer_is_read_in_this_form(form: str) -> None:
    assert parse(FORMS[form], SCHEMA).data == RIGHT


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('[{"name": "A"}, {"name": "B"}]', {"variants": [{"name": "A"}, {"name": "B"}]}),
        ('{"in_stock": "yes"}', {"in_stock": True}),
        ('{"name": 5, "variants": {"name": "A"}}', {"name": "5", "variants": [{"name": "A"}]}),
        ("{}", {}),
    ],
)
def test_value_of_a_near_type_is_converted(text: str, data: dict[str, Any]) -> None:
    assert parse(text, SCHEMA).data == data


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('{"name": "Lamp", "variants": [{"name": "A"}, {"name": "B"}, {"na', {"name": "Lamp", "variants": [{"name": "A"}, {
        "name": "B"}]}),
        ('{"variants": [{"name": "Item number 1"}, {"name": "It', {"variants": [{"name": "Item number 1"}]}),
        ('```json\n{"name": "Lamp", "price": 129, "in_st', {"name": "Lamp", "price": 129}),
        ('[{"name": "A"}, {"name": "B"', {"variants": [{"name": "A"}]}),
    ],
)  # fmt: skip
def test_cut_answer_keeps_its_complete_items(text: str, data: dict[str, Any]) -> None:
    parsed = parse(text, SCHEMA)

    assert (parsed.data, parsed.is_cut) == (data, True)


@pytest.mark.parametrize(
    "text",
    [
        "I cannot help with that.",
        f"<think>{DRAFT}",
        json.dumps(SCHEMA),
        '{"colour": "red"}',
        '{"variants": [{"na',
        '{"name": ',
        "name: Lamp\nprice: 129",
        "{" * 50_000,
        "[" * 50_000,
        '{"a":' * 20_000 + "1" + "}" * 20_000,
        "'" * 100_000,
        '{"name": "' + "\\" * 100_001,
    ],
)
def test_text_without_an_answer_is_rejected(text: str) -> None:
    with pytest.raises(NoObject):
        read(text, SCHEMA)
    assert parse(text, SCHEMA).data is None


def test_after_the_last_repair_valid_values_are_retained_and_the_others_named() -> None:
    text = '{"name": "Lamp", "price": "cheap", "variants": [{"name": "A"}, {"name": {"x": 1}}, {"name": "C"}]}'

    first, last = parse(text, SCHEMA), parse(text, SCHEMA, is_last=True)

    assert first.data is None and "price" in " ".join(first.errors)
    assert last.data == {"name": "Lamp", "variants": [{"name": "A"}, {}, {"name": "C"}]}
    assert set(last.dropped) == {"price", "variants.1.name"}
