"""The ids in the log lines of a request: they end with it."""

from __future__ import annotations

from flask import Flask

from contract.process import log_context
from tests.api.conftest import Caller


def test_lines_of_a_request_have_its_ids_and_later_ones_do_not(app: Flask, caller: Caller) -> None:
    seen: list[log_context.LogIds] = []

    def note(response: object) -> object:
        seen.append(log_context.current())
        return response

    app.after_request_funcs.setdefault(None, []).append(note)  # type: ignore[arg-type]
    try:
        answer = caller.post(b'{"url": "http://127.0.0.1:4/", "async": true}')
    finally:
        app.after_request_funcs[None].remove(note)  # type: ignore[arg-type]

    body = answer.get_json()
    [ids] = seen
    assert (ids.request_id, ids.job_id) == (body["meta"]["requestId"], body["jobId"]) and ids.workspace_id
    assert log_context.current() == log_context.NONE
