"""Reads recorded answers. `python -m tests.crawler.providers.llm.test_completion` records them again from the stand-in."""

from __future__ import annotations

from pathlib import Path

import betamax
import pytest
import requests

from crawler.providers.llm import completion
from crawler.providers.llm.completion import NoCompletion
from tests import model_server
from tests.sites.origin import Origin

CASSETTES = Path(__file__).parent / "cassettes"
URL = "http://model.example/v1/chat/completions"
QUESTION = {
    "model": model_server.MODEL,
    "messages": [{"role": "user", "content": "<page 00000000000000000000>\nName: Ada\n</page 00000000000000000000>"}],
    "response_format": {"type": "json_schema", "json_schema": {"schema": {"properties": {"name": {}}}}},
}
FAILURES = {"refuses": "refused", "not_json": "not a JSON object", "busy": "no message", "rejects_key": "no message"}
ERRORS = {
    "busy": (429, "rate_limit_exceeded"),
    "rejects_key": (401, "invalid_api_key"),
    "plain_only": (400, "invalid_request_error"),
}
READ = ("right", "fenced", "garbage", "lies")


def recorded(name: str) -> requests.Response:
    """The answer in a cassette."""
    session = requests.Session()
    recorder = betamax.Betamax(session, cassette_library_dir=str(CASSETTES))
    with recorder.use_cassette(name, record="none", match_requests_on=["method", "uri"]):
        return session.post(URL, json=QUESTION)


@pytest.mark.parametrize("name", READ)
def test_text_of_a_completion_is_read(name: str) -> None:
    answer = completion.read(recorded(name).content)

    assert answer.text and answer.tokens == 120
    assert name != "right" or answer.text == '{"name": "Ada"}'


@pytest.mark.parametrize(("name", "reason"), FAILURES.items())
def test_answer_without_text_is_rejected(name: str, reason: str) -> None:
    with pytest.raises(NoCompletion, match=reason):
        completion.read(recorded(name).content)


@pytest.mark.parametrize(("name", "expected"), ERRORS.items())
def test_error_has_its_code(name: str, expected: tuple[int, str]) -> None:
    answer = recorded(name)

    assert (answer.status_code, completion.code_of(answer.content)) == expected
    assert name != "plain_only" or "json_schema" in completion.reason_of(answer.content)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"choices": {}}', b'{"choices": []}', b'{"choices": [5]}',
        b'{"choices": [{"message": "x"}]}', b'{"choices": [{"message": {"content": 5}}]}', b'{"error": "x"}',
        b'{"error": {"code": 5}}', b'{"choices": [{"message": {"content": [{"text": 5}, 7]}}]}', b'{"data": [1]}',
    ],
)  # fmt: skip
def test_any_other_body_is_not_a_completion(body: bytes) -> None:
    with pytest.raises(NoCompletion):
        completion.read(body)
    assert completion.code_of(body) == "" and isinstance(completion.reason_of(body), str)
    assert completion.models_of(body) in (None, frozenset())


def test_parts_of_a_message_are_joined_and_strange_usage_is_ignored() -> None:
    content = b'[{"type": "text", "text": "a"}, {"text": "b"}]'
    body = b'{"choices": [{"message": {"content": %s}}], "usage": {"total_tokens": -1}}' % content

    assert completion.read(body) == completion.ModelAnswer(text="ab", tokens=None)


def record() -> None:
    """Write the cassettes."""
    with Origin() as origin, model_server.opened(origin.loop) as model:
        for name in (*READ, *FAILURES, "plain_only"):
            model.behave(name)
            (CASSETTES / f"{name}.json").unlink(missing_ok=True)
            session = requests.Session()
            recorder = betamax.Betamax(session, cassette_library_dir=str(CASSETTES))
            with recorder.use_cassette(name, record="once"):
                session.post(f"{model.base_url}/chat/completions", json=QUESTION)
            path = CASSETTES / f"{name}.json"
            text = (
                path.read_text()
                .replace(model_server.KEY, "x" * len(model_server.KEY))
                .replace(f"http://127.0.0.1:{model.port}", "http://model.example")
            )
            path.write_text(text)


if __name__ == "__main__":
    record()
