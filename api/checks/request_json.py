"""Reads request bodies as strict JSON, and query strings without unknown or repeated names, before options are validated."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from flask import Flask, Request, current_app, g, request
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import ValidationError
from webargs.flaskparser import FlaskParser

from api.checks import idempotency_key
from api.documentation import failures
from contract import limits
from contract.declare import UNKNOWN_FIELD, invalid
from contract.errors import InvalidRequest, UnsupportedMediaType
from contract.fields.basic import OBJECT_MESSAGE, UNSTORABLE, UNSTORABLE_MESSAGE
from contract.options import defaults


def install(app: Flask) -> None:
    """Reject query strings of endpoints without query parameters. Install it after `api.checks.auth`."""

    @app.before_request
    def reject_query() -> None:
        view: Any = current_app.view_functions.get(request.endpoint or "")
        if hasattr(view, "rate_group") and not hasattr(view, "takes_query"):
            require_no_query(request.args)


def require_no_query(names: Iterable[str]) -> None:
    """Check the query string of an endpoint without query parameters.

    Raises:
        InvalidRequest: it has a name.
    """
    for name in names:
        raise InvalidRequest.of(_shown(name), UNKNOWN_FIELD)


def _shown(name: str) -> str:
    """A name that the caller chose, for an error."""
    return UNSTORABLE.sub("\ufffd", name[:100])


def read_json(body: bytes) -> Any:
    """The value of a JSON text. Rejects JSON that is ambiguous or that cannot be stored.

    Raises:
        InvalidRequest: the text is malformed, not UTF-8 or nested too deep, or it contains a duplicate name, NaN, a number
            out of range, NUL or a lone surrogate.
    """
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_reject_constant,
            parse_float=_number,
            parse_int=_whole_number,
        )
    except UnicodeDecodeError as error:
        raise InvalidRequest.of("body", "must be UTF-8") from error
    except RecursionError as error:
        raise _too_deep() from error
    except json.JSONDecodeError as error:
        raise InvalidRequest.of("body", f"is not valid JSON: {error.msg} at character {error.pos}") from error
    except ValueError as error:
        raise InvalidRequest.of("body", f"is not valid JSON: {error}") from error
    if isinstance(value, dict):
        for name, below in value.items():
            _check(name, "body", 2)
            _check(below, _shown(name), 2)
    else:
        _check(value, "body", 1)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        seen: set[str] = set()
        duplicate = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise InvalidRequest.of(_shown(duplicate), "appears more than once")
    return values


def _reject_constant(name: str) -> NoReturn:
    raise InvalidRequest.of("body", f"is not valid JSON: {name} is not allowed")


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise InvalidRequest.of("body", "contains a number that is out of range")
    return value


def _whole_number(text: str) -> int:
    if len(text) > 40:
        raise InvalidRequest.of("body", "contains a number that is out of range")
    return int(text)


def _too_deep() -> InvalidRequest:
    return InvalidRequest.of("body", f"must be nested at most {limits.JSON_MAX_DEPTH} levels deep")


def _check(value: Any, field: str, at_depth: int) -> None:
    """Check the depth and the characters of a JSON value, without recursion. `field` is named if a character is not valid.

    Raises:
        InvalidRequest: it is nested too deep, or contains a character that cannot be stored.
    """
    level = [value]
    for depth in itertools.count(at_depth):
        below: list[Any] = []
        for item in level:
            if isinstance(item, (dict, list)) and depth > limits.JSON_MAX_DEPTH:
                raise _too_deep()
            if isinstance(item, dict):
                below += item.keys()
                below += item.values()
            elif isinstance(item, list):
                below += item
            elif isinstance(item, str) and UNSTORABLE.search(item):
                raise InvalidRequest.of(field, UNSTORABLE_MESSAGE)
        if not below:
            return
        level = below


class StrictParser(FlaskParser):
    """The webargs parser with strict JSON, strict query strings and the service's errors."""

    DEFAULT_VALIDATION_STATUS = 400
    # None: the schema decides, and it rejects unknown names.
    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012 - as webargs declares it
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": None,
    }

    def load_querystring(self, req: Request, schema: Any) -> Any:
        """The query string of the request.

        Raises:
            InvalidRequest: a name appears more than once.
        """
        for name, values in req.args.lists():
            if len(values) > 1:
                raise InvalidRequest.of(_shown(name), "appears more than once")
        return super().load_querystring(req, schema)

    def load_json(self, req: Request, schema: Any) -> Any:
        """The JSON object of the request.

        Raises:
            UnsupportedMediaType: the Content-Type header is not application/json.
            InvalidRequest: the body is not a JSON object.
        """
        if not req.is_json:
            raise UnsupportedMediaType.of("Content-Type", "must be application/json")
        value = read_json(req.get_data(cache=False))
        if not isinstance(value, dict):
            raise InvalidRequest.of("body", OBJECT_MESSAGE)
        idempotency_key.read(req, value)
        # An option that is null loads like an omitted one.
        g.null_options = {name for name, each in value.items() if each is None}
        if (cls := getattr(schema, "declared", None)) is not None and "caller" in g:
            return defaults.fill(cls, value, g.caller.default_options)
        return value

    def handle_error(
        self, error: ValidationError, req: Any, schema: Any, *, error_status_code: Any, error_headers: Any
    ) -> NoReturn:
        """Raise the service's error for fields that are not valid."""
        nested = error.normalized_messages()
        if isinstance(nested, dict) and len(nested) == 1 and (location := next(iter(nested))) in ("json", "query"):
            nested = nested[location]
        error.messages = nested
        raise invalid(error)


class Blueprint(SmorestBlueprint):
    """The flask-smorest blueprint with strict JSON bodies. Every call with a body may carry an Idempotency-Key."""

    ARGUMENTS_PARSER = StrictParser()

    def arguments(self, schema: Any, *, location: str = "json", **more: Any) -> Callable[..., Any]:
        """Pass the request's options to the view, and document them."""
        # webargs would make a new instance of a class for every request, which takes half a millisecond.
        used = schema() if isinstance(schema, type) else schema
        arguments: Callable[..., Any] = super().arguments(used, location=location, **more)
        if location == "query":
            return lambda view: _mark_query(arguments(view))
        documented = self.doc(parameters=[idempotency_key.PARAMETER])
        return lambda view: documented(failures(self, 409)(arguments(view)))


def _mark_query(view: Any) -> Any:
    view.takes_query = True
    return view
