"""What a call answers from the row of its job."""

from __future__ import annotations

import json

from flask import Flask

from api.inline_call import _result
from models.base import new_id
from models.jobs.outcome import Outcome

RESULT = '{"markdown": "# Ä", "usage": {"creditsUsed": 5, "creditsRemaining": 90, "freshness": "fresh"}}'


def test_refunded_result_says_that_it_cost_nothing(app: Flask) -> None:
    with app.test_request_context():
        charged = json.loads(_result(Outcome(new_id(), "completed", RESULT, None, "key")))
        refunded = json.loads(_result(Outcome(new_id(), "completed", RESULT, None, "key", is_refunded=True)))

    assert charged["usage"]["creditsUsed"] == 5
    assert refunded["usage"] == {"creditsUsed": 0, "creditsRemaining": 95, "freshness": "fresh"}
    assert refunded["markdown"] == "# Ä"
