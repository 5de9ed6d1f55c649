"""The Flask application: every room of this package, put together."""

from __future__ import annotations

from flask import Flask

from api import auth, documentation, envelope, events, health, metrics, state, wire
from api.ratelimit import RateLimiter
from api.resources import batch, crawl, map, scrape
from contract import limits
from contract.environment import Environment
from models import session
from workers.queue import Mailbox, broker_of

DATABASE_CONNECTIONS = 20


def create_app(environment: Environment) -> Flask:
    """The application for an environment. Connects to nothing yet; `api.server` starts its mailbox."""
    app = Flask("orbweaver", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = limits.REQUEST_MAX_BYTES
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.json.sort_keys = False  # type: ignore[attr-defined]
    broker = broker_of(environment.redis_url)
    shared = state.State(
        environment=environment,
        database=session.create(environment.database_url, pool_size=DATABASE_CONNECTIONS),
        mailbox=Mailbox(broker),
        limiter=RateLimiter(broker.client.connection_pool),
    )
    state.install(app, shared)
    envelope.install(app)
    metrics.install(app, shared)
    auth.install(app)
    wire.install(app)
    health.install(app)
    rooms = [scrape.blueprint, map.blueprint, crawl.blueprint, batch.blueprint]
    documentation.install(app, rooms, events.described())
    envelope.install_failures(app)
    return app
