"""Request bodies: strict JSON, read once, before anything looks at the values."""

from __future__ import annotations

import itertools
import json
import math
from typing import Any, NoReturn

from flask import Flask, Request, request
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import ValidationError
from webargs.flaskparser import FlaskParser

from contract import limits
from contract.declare import invalid
from contract.errors import InvalidRequest, RequestTooLarge, UnsupportedMediaType
from contract.fields import UNSTORABLE


def install(app: Flask) -> None:
    """Refuse what is too large, whatever it is for; after `api.auth`, which says who is told so."""

    @app.before_request
    def refuse_large() -> None:
        if (request.content_length or 0) > limits.REQUEST_MAX_BYTES:
            raise RequestTooLarge.of("body", f"Larger than {limits.REQUEST_MAX_BYTES} bytes.")


def read_json(body: bytes) -> Any:
    """The value of a JSON text, refused where two readers could understand it differently or we could not store it.

    Raises:
        InvalidRequest: malformed, not UTF-8, a name twice, NaN or a number out of range, NUL or lone surrogates, or nested
            too deep.
    """
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_number,
            parse_int=_whole,
        )
    except UnicodeDecodeError as error:
        raise InvalidRequest.of("body", "Not UTF-8.") from error
    except RecursionError as error:
        raise _too_deep() from error
    except json.JSONDecodeError as error:
        raise InvalidRequest.of("body", f"Not JSON: {error.msg} at character {error.pos}.") from error
    except ValueError as error:
        raise InvalidRequest.of("body", f"Not JSON: {error}") from error
    _check(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise InvalidRequest.of(UNSTORABLE.sub("\ufffd", twice[:100]), "Given twice.")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidRequest.of("body", f"{name} is not JSON.")


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise InvalidRequest.of("body", "A number is out of range.")
    return value


def _whole(text: str) -> int:
    if len(text) > 40:
        raise InvalidRequest.of("body", "A number is out of range.")
    return int(text)


def _too_deep() -> InvalidRequest:
    return InvalidRequest.of("body", f"Nested deeper than {limits.JSON_MAX_DEPTH} levels.")


def _check(value: Any) -> None:
    """Depth and characters, without recursion."""
    level = [value]
    for depth in itertools.count(1):
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
                raise InvalidRequest.of("body", "A text holds a NUL or a lone surrogate.")
        if not below:
            return
        level = below


class StrictParser(FlaskParser):
    """webargs' parser with our JSON and our errors."""

    DEFAULT_VALIDATION_STATUS = 400

    def load_json(self, req: Request, schema: Any) -> Any:
        """The JSON object of the request.

        Raises:
            UnsupportedMediaType: the body is declared as something else.
            InvalidRequest: the body is not a JSON object.
        """
        if not req.is_json:
            raise UnsupportedMediaType.of("Content-Type", "Needs application/json.")
        value = read_json(req.get_data(cache=False))
        if not isinstance(value, dict):
            raise InvalidRequest.of("body", "Needs a JSON object.")
        return value

    def handle_error(
        self, error: ValidationError, req: Any, schema: Any, *, error_status_code: Any, error_headers: Any
    ) -> NoReturn:
        """Tell which fields are not valid."""
        nested = error.normalized_messages()
        if isinstance(nested, dict) and len(nested) == 1 and (place := next(iter(nested))) in ("json", "query"):
            nested = nested[place]
        error.messages = nested
        raise invalid(error)


class Blueprint(SmorestBlueprint):
    """flask-smorest's blueprint with strict bodies."""

    ARGUMENTS_PARSER = StrictParser()
