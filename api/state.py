"""The objects that all requests of one API process share. `create_app` makes them; `of` returns them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from flask import Flask, current_app
from sqlalchemy import Engine

from contract.environment import Environment
from workers.queue import Mailbox

if TYPE_CHECKING:
    from api.ratelimit import RateLimiter

KEY = "orbweaver"


@dataclass(frozen=True, kw_only=True)
class State:
    """Settings and connections of the API process."""

    environment: Environment
    database: Engine
    mailbox: Mailbox
    limiter: RateLimiter


def install(app: Flask, state: State) -> None:
    """Store the state in the application."""
    app.extensions[KEY] = state


def of() -> State:
    """The state of the application that handles the current request."""
    return cast(State, current_app.extensions[KEY])
