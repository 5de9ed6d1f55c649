"""Builds the Flask application from the modules of this package."""

from __future__ import annotations

from flask import Flask
from prometheus_client import CollectorRegistry

from api import call_log, call_span, documentation, envelope, request_size, state, threads, well_known
from api.call_log import CallLog
from api.checks import auth, request_json
from api.console import routes as console
from api.gauges import Gauges
from api.guide import views
from api.monitoring import health, metrics
from api.oauth import discovery, tokens
from api.ratelimit import RateLimiter
from api.resources import account, feeds, jobs, logo, operations, watches
from api.waiting import WaitingCalls, keep_for_later
from contract import limits
from contract.environment import Environment
from models import base, session
from workers.mailbox import Mailbox
from workers.queue import WakefulBroker


def create_app(environment: Environment) -> Flask:
    """The application for these settings. It opens no connection; `api.asgi.server` starts the mailbox."""
    app = Flask("orbweaver", static_folder=None)
    # `/v1//account` is unknown: the default answers an HTML redirect.
    app.url_map.merge_slashes = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.json.sort_keys = False  # type: ignore[attr-defined]
    broker = WakefulBroker(environment.redis_url)
    registry = CollectorRegistry()
    database = session.create(
        environment.database_url, pool_size=threads.DATABASE_CONNECTIONS, answer_seconds=threads.ANSWER_SECONDS
    )
    heartbeat_database = session.create_for_heartbeats(environment.database_url)
    shared = state.State(
        environment=environment,
        database=database,
        heartbeat_database=heartbeat_database,
        calls=CallLog(environment, heartbeat_database),
        mailbox=Mailbox(broker),
        limiter=RateLimiter(broker.client.connection_pool),
        waiting=WaitingCalls(limits.INLINE_CALLS_MAX),
        gauges=Gauges(registry),
        name=str(base.new_id()),
    )
    state.install(app, shared)
    call_log.install(app, shared.calls)
    envelope.install(app)
    metrics.install(app, shared, registry)
    call_span.install(app)
    keep_for_later(app)
    auth.install(app)
    request_size.install(app)
    request_json.install(app)
    health.install(app)
    blueprints = [*operations.blueprints(), watches.blueprint(), jobs.blueprint, account.blueprint]
    # Before the documentation, which also has a rule for `/docs/`.
    app.register_blueprint(views.blueprint)
    for blueprint in (well_known.blueprint, discovery.blueprint, tokens.blueprint, feeds.blueprint):
        app.register_blueprint(blueprint)
    documentation.install(app, blueprints, logo.openapi_paths())
    console.install(app)
    envelope.install_failures(app)
    return app
