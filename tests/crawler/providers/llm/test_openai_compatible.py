"""The client of a language model, over real sockets: what servers do wrong ends in time, in bounds and with a clear error."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from contract import limits
from crawler.answers.conversation import Spending
from crawler.providers.llm import openai_compatible
from crawler.providers.llm.base import ModelAnswer, ModelRequest, ModelUnavailable
from crawler.providers.llm.openai_compatible import OpenAICompatible
from tests.model_server import KEY, MODEL, ModelServer, completion

T = TypeVar("T")
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}
PAGE = "<page 0123456789abcdef0123>\nName: Ada\n</page 0123456789abcdef0123>"


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_compatible, "FIRST_PAUSE_SECONDS", 0.01)


def run(model: ModelServer, use: Callable[[OpenAICompatible], Awaitable[T]], *, key: str | None = KEY) -> T:
    """The value of `use(client)`."""

    async def work() -> T:
        client = OpenAICompatible(model.base_url, MODEL, key)
        try:
            return await use(client)
        finally:
            await client.close()

    return asyncio.run(work())


def request(seconds: float = 20.0, **more: Any) -> ModelRequest:
    deadline = asyncio.get_running_loop().time() + seconds
    given = ModelRequest(instructions="Extract.", content=PAGE, schema=SCHEMA, deadline=deadline)
    return replace(given, **more)


def ask(model: ModelServer, seconds: float = 20.0, **more: Any) -> ModelAnswer:
    async def use(client: OpenAICompatible) -> ModelAnswer:
        return await client.answer(request(seconds, **more))

    return run(model, use)


def failure(model: ModelServer, seconds: float = 20.0, *, may_pass: bool = True) -> ModelUnavailable:
    with pytest.raises(ModelUnavailable) as caught:
        ask(model, seconds)
    assert caught.value.status == 503 and bool(caught.value.retry_after_seconds) == may_pass
    return caught.value


def test_answer_has_the_text_and_the_tokens(model: ModelServer) -> None:
    answer = ask(model)

    assert (json.loads(answer.text), answer.tokens) == ({"name": "Ada"}, 120)
    [call] = model.calls
    assert call.headers["Authorization"] == f"Bearer {KEY}" and call.schema == SCHEMA
    assert call.body["max_tokens"] == limits.MODEL_ANSWER_MAX_TOKENS and call.body["stream"] is False


def test_earlier_answers_are_sent_with_the_replies_to_them(model: ModelServer) -> None:
    ask(model, turns=(("wrong", "Correct it."),))

    roles = [(message["role"], message["content"]) for message in model.calls[0].body["messages"]]
    assert roles[2:] == [("assistant", "wrong"), ("user", "Correct it.")]


@pytest.mark.parametrize(("behaviour", "calls"), [("plain_only", 2), ("bare", 5)])
def test_server_without_structured_output_is_asked_in_a_simpler_way(
    model: ModelServer, behaviour: str, calls: int
) -> None:
    async def use(client: OpenAICompatible) -> list[ModelAnswer]:
        return [await client.answer(request()) for _ in range(2)]

    model.behave(behaviour)
    model._said = ['{"name": "Ada"}']

    assert [json.loads(answer.text) for answer in run(model, use)] == [{"name": "Ada"}] * 2
    assert len(model.calls) == calls + 1, "what the server accepts is remembered"


@pytest.mark.parametrize("behaviour", ["busy", "fails", "closes", "not_json"])
def test_failure_that_may_pass_is_tried_again(model: ModelServer, behaviour: str) -> None:
    model.behave(behaviour, "right")
    model.retry_after = "0"

    assert json.loads(ask(model).text) == {"name": "Ada"}
    assert len(model.calls) == 2


@pytest.mark.parametrize(
    ("behaviour", "cause"),
    [
        ("fails", "HTTP 500"),
        ("closes", "ended before the answer was complete"),
        ("huge", f"larger than {limits.MODEL_ANSWER_MAX_BYTES} bytes"),
        ("compressed", "compressed"),
        ("not_json", "not a JSON object"),
    ],
)
def test_failure_that_stays_is_reported(model: ModelServer, behaviour: str, cause: str) -> None:
    model.behave(behaviour)

    assert cause in failure(model).message
    assert len(model.calls) == limits.MODEL_RETRIES_MAX + 1


@pytest.mark.parametrize(
    ("behaviour", "cause", "hint"),
    [
        ("rejects_key", "it rejected the key", "ORBWEAVER_LLM_API_KEY"),
        ("unpaid", "no credit", "HTTP 402"),
        ("forbidden", "it rejected the key", "ORBWEAVER_LLM_API_KEY"),
        ("redirects", "HTTP 307", "HTTP 307"),
        ("too_long", "longer than the model's context", ""),
        ("refuses", "refused to answer", "refused to answer"),
    ],
)
def test_failure_that_a_retry_cannot_solve_is_reported_at_once(
    model: ModelServer, behaviour: str, cause: str, hint: str, caplog: pytest.LogCaptureFixture
) -> None:
    model.behave(behaviour)

    message = failure(model, may_pass=False).message
    assert cause in message and "ORBWEAVER" not in message and hint in caplog.text
    assert len(model.calls) == 1


def test_schema_that_the_server_rejects_changes_nothing_for_others(model: ModelServer) -> None:
    async def use(client: OpenAICompatible) -> list[Any]:
        for number in (1, 1, 2, 0, 1, 2, 3, 0):  # 0 is accepted
            await client.answer(request(schema={**SCHEMA, "title": f"bad {number}"} if number else SCHEMA))
        return [call.body["response_format"]["type"] for call in model.calls]

    model.behave("picky")

    rejected, accepted = ["json_schema", "json_object"], ["json_schema"]
    assert run(model, use) == [*rejected * 3, *accepted, *rejected * 3, "json_object"]


@pytest.mark.parametrize("behaviour", ["hangs", "streams"])
def test_answer_without_an_end_is_given_up_at_the_deadline(model: ModelServer, behaviour: str) -> None:
    model.behave(behaviour)
    began = time.monotonic()

    assert "no complete answer" in failure(model, seconds=1.0).message
    assert time.monotonic() - began < 8


def test_server_that_is_not_there_is_reported(model: ModelServer) -> None:
    async def use(client: OpenAICompatible) -> ModelAnswer:
        return await client.answer(request())

    with pytest.raises(ModelUnavailable, match="no connection"):
        asyncio.run(use(OpenAICompatible("http://127.0.0.1:9/v1", MODEL)))


def test_retry_after_is_obeyed_by_all_calls_and_passed_on(model: ModelServer) -> None:
    async def use(client: OpenAICompatible) -> list[ModelUnavailable]:
        caught = []
        for _ in range(2):
            with pytest.raises(ModelUnavailable) as error:
                await client.answer(request())
            caught.append(error.value)
        return caught

    model.behave("busy")
    model.retry_after = "500"

    first, second = run(model, use)
    assert len(model.calls) == 1, "no call is sent before the time has come"
    assert first.retry_after_seconds == 500 and 480 < (second.retry_after_seconds or 0) <= 500


def test_model_that_hangs_is_not_called_for_a_while(model: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(client: OpenAICompatible) -> list[str]:
        messages = []
        for _ in range(3):
            with pytest.raises(ModelUnavailable) as error:
                await client.answer(request(60.0))
            messages.append(error.value.message)
        return messages

    monkeypatch.setattr(limits, "MODEL_CALL_MAX_SECONDS", 0.2)
    monkeypatch.setattr(openai_compatible, "HUNG_CALLS", 2)
    model.behave("hangs")

    messages = run(model, use)
    assert len(model.calls) == 2 and "does not answer in time" in messages[2]


@pytest.mark.parametrize("value", ["-5", "nan", "soon", "Wed, 21 Oct 2015 07:28:00 GMT", "9" * 400])
def test_bad_retry_after_does_no_harm(model: ModelServer, value: str) -> None:
    model.behave("busy")
    model.retry_after = value

    assert 1 <= (failure(model).retry_after_seconds or 0) <= limits.MODEL_RETRY_AFTER_MAX_SECONDS


def test_cancelled_call_ends_at_the_server_too(model: ModelServer) -> None:
    async def use(client: OpenAICompatible) -> None:
        call = asyncio.ensure_future(client.answer(request()))
        while not model.calls:
            await asyncio.sleep(0.01)
        call.cancel()
        await asyncio.wait({call})
        while not model.calls[0].cut:
            await asyncio.sleep(0.01)

    async def bounded(client: OpenAICompatible) -> None:
        await asyncio.wait_for(use(client), 20)

    model.behave("hangs")

    run(model, bounded)
    assert model.calls[0].cut


def test_calls_in_progress_are_bounded_and_hold_no_thread(model: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(client: OpenAICompatible) -> list[ModelAnswer]:
        return await asyncio.gather(*(client.answer(request()) for _ in range(9)))

    monkeypatch.setattr(limits, "MODEL_CALLS_AT_ONCE", 3)
    model.behave("slow")

    answers = run(model, use)
    assert len(answers) == 9 and 2 <= model.most_at_a_time <= 3


def test_workspaces_take_turns_for_calls(model: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []

    async def use(client: OpenAICompatible) -> None:
        async def call(name: str) -> None:
            await client.answer(request(workspace_id=name))
            served.append(name)

        await asyncio.gather(*map(call, ("large",) * 9 + ("small",)))

    monkeypatch.setattr(limits, "MODEL_CALLS_AT_ONCE", 1)
    run(model, use)

    assert len(served) == 10 and served.index("small") <= 2


def test_waiting_for_a_slot_ends_at_the_deadline(model: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(client: OpenAICompatible) -> Any:
        return await asyncio.gather(client.answer(request(3.0)), client.answer(request(1.0)), return_exceptions=True)

    monkeypatch.setattr(limits, "MODEL_CALLS_AT_ONCE", 1)
    model.behave("hangs")

    failed = run(model, use)
    assert "too many calls" in failed[1].message


@pytest.mark.parametrize(("behaviour", "may_pass"), [("busy", True), ("fails", True), ("rejects_key", False)])
def test_key_and_the_providers_words_are_in_no_error_and_no_log_line(
    model: ModelServer, behaviour: str, may_pass: bool, caplog: pytest.LogCaptureFixture
) -> None:
    model.behave(behaviour)
    model.retry_after = "0"
    with caplog.at_level(logging.DEBUG):
        error = failure(model, may_pass=may_pass)

    written = caplog.text + repr(error) + error.message + json.dumps(error.as_job_record())
    assert KEY not in written and "Incorrect" not in written and "Ada" not in written


@pytest.mark.parametrize(
    ("key", "expected"), [(KEY, "answers"), ("other", "rejected the key"), (None, "rejected the key")]
)
def test_probe_reports_whether_the_server_answers(model: ModelServer, key: str | None, expected: str) -> None:
    async def use(client: OpenAICompatible) -> str:
        try:
            return await client.probe()
        except ModelUnavailable as error:
            return error.message

    assert expected in run(model, use, key=key)


@pytest.mark.parametrize(
    ("turns", "calls", "tokens"),
    [
        (("right",), 1, 120),
        (("fails", "fails", "right"), 3, 120),
        (("plain_only",), 2, 120),
        (("bare",), 5, 120),
        (("refuses",), 1, 120),
    ],
)
def test_every_request_and_its_tokens_are_counted(
    model: ModelServer, turns: tuple[str, ...], calls: int, tokens: int
) -> None:
    spending = Spending()
    model.behave(*turns)

    with contextlib.suppress(ModelUnavailable):
        ask(model, meter=spending)

    assert len(model.calls) == limits.MODEL_CALLS_MAX - spending.calls == calls
    assert limits.MODEL_TOKENS_MAX - spending.tokens == tokens


def test_thoughts_that_use_all_tokens_get_twice_as_many_once(model: ModelServer) -> None:
    exhausted = completion("")
    exhausted["choices"][0]["finish_reason"] = "length"
    model.send(exhausted, completion('{"name": "Ada"}'))

    assert json.loads(ask(model, answer_tokens=1_000).text) == {"name": "Ada"}
    assert [call.body["max_tokens"] for call in model.calls] == [1_000, 2_000]
