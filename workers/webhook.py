"""The call of a webhook for an event: its body, its signed headers, and why it failed."""

from __future__ import annotations

import base64
import hmac
import json
import socket
import ssl
from datetime import datetime
from typing import Any

import aiohttp
from multidict import CIMultiDict

from contract import limits
from contract.firecrawl import webhook as firecrawl
from contract.results.page_entry import entry_fields, error_sentence
from contract.results.timestamps import timestamp
from contract.tracing.spans import Span
from crawler.failures import denied
from models.pages.event import Due, Message

ANSWER_READ_BYTES = 4_096
AGENT = "Orbweaver-Webhooks/1.0"
# The status of an attempt that the receiver did not answer (spec: a 5xx means that the receiver could not be reached).
NO_CONNECTION, NO_ANSWER = 502, 504
# Messages by exception class of the error or of its cause; the first match is used.
REASONS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((socket.gaierror,), "The receiver's host name could not be resolved."),
    ((aiohttp.ClientConnectorCertificateError,), "The receiver's certificate is not valid."),
    ((aiohttp.ClientSSLError, ssl.SSLError), "No secure connection (TLS) to the receiver could be made."),
    ((ConnectionRefusedError,), "The receiver refused the connection."),
    ((TimeoutError,), "The receiver did not take the connection in time."),
    ((ConnectionError, aiohttp.ServerDisconnectedError), "The receiver closed the connection before it answered."),
    ((aiohttp.ClientPayloadError, aiohttp.ClientResponseError), "The receiver's answer could not be read."),
    ((aiohttp.InvalidURL,), "The receiver's address cannot be used."),
)


async def post(
    session: aiohttp.ClientSession, url: str, body: str, headers: CIMultiDict[str], span: Span
) -> tuple[int, str | None]:
    """(HTTP status of the answer, or `NO_CONNECTION` or `NO_ANSWER`; why the attempt failed, if it did)."""
    try:
        async with session.post(url, data=body.encode(), headers=headers, allow_redirects=False) as answer:
            span.set({"http.response.status_code": answer.status})
            await answer.content.read(ANSWER_READ_BYTES)
            good = 200 <= answer.status < 300
            return answer.status, None if good else f"The receiver answered with HTTP {answer.status}."
    except TimeoutError:
        return NO_ANSWER, f"The receiver did not answer within {limits.WEBHOOK_MAX_SECONDS} seconds."
    except (aiohttp.ClientError, OSError, ValueError) as error:
        return NO_CONNECTION, failure_reason(error)


def failure_reason(error: Exception) -> str:
    """Why an attempt failed, as a message for the receiver's operator."""
    if refusal := denied(error):
        return str(refusal)
    cause = getattr(error, "os_error", None)
    for kinds, sentence in REASONS:
        if isinstance(error, kinds) or isinstance(cause, kinds):
            return sentence
    return "The receiver could not be reached."


def body_of(message: Message, due: Due, base_url: str) -> str:
    """The JSON text of the request body: `{id, type, timestamp, data}`, or Firecrawl's if the job or watch was started there."""
    if firecrawl.FORM in message.webhook:
        return _firecrawl_body(message, due)
    head = {"id": str(due.id), "type": due.type, "timestamp": timestamp(due.created_at)}
    if message.page is not None:
        page = message.page
        entry = entry_fields(page.url, page.status, page.depth, page.error, page.final_url, page.duplicate_of)
        fields: dict[str, Any] = {"id": str(due.job_id), **entry}
        data = json.dumps(fields, ensure_ascii=False)
        if page.result is not None:
            data = f'{data[:-1]}, "data": {page.result}}}'
    else:
        fields = dict(message.job)
        if "error" in fields:
            fields["error"] = error_sentence(fields["error"])
        if due.job_id is not None:
            fields["statusUrl"] = f"{base_url}/v1/web/{message.job['kind']}/{due.job_id}"
        data = json.dumps(fields, ensure_ascii=False)
    return f'{json.dumps(head)[:-1]}, "data": {data}}}'


def _firecrawl_body(message: Message, due: Due) -> str:
    if due.check_id is not None:
        return firecrawl.monitor_body(message.webhook, due.type, str(due.id), message.job)
    page, error = message.page, None
    if page is not None:
        error = page.error and error_sentence(page.error)
    elif due.type.endswith(".cancelled"):
        error = "The job was cancelled."
    elif "error" in message.job and due.type.endswith(".failed"):
        error = error_sentence(message.job["error"])
    result = None if page is None else page.result
    return firecrawl.body(message.webhook, due.type, str(due.job_id), result=result, error=error)


def headers_of(message: Message, due: Due, body: str, now: datetime) -> CIMultiDict[str]:
    """The caller's headers, then those that the caller cannot override."""
    headers = CIMultiDict(message.webhook.get("headers") or {})
    # Standard Webhooks: one signature per valid secret, separated by spaces.
    seconds = str(int(now.timestamp()))
    headers.update(
        {
            "Content-Type": "application/json",
            "webhook-id": str(due.id),
            "webhook-timestamp": seconds,
            "webhook-signature": " ".join(_signature(one, f"{due.id}.{seconds}.{body}") for one in message.secrets),
        }
    )
    if firecrawl.FORM in message.webhook:
        headers[firecrawl.SIGNATURE] = firecrawl.signature(message.secrets[0], body)
    headers.setdefault("User-Agent", AGENT)
    return headers


def _signature(secret: str, signed: str) -> str:
    """The signature of a text by a secret `whsec_…`."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return f"v1,{base64.b64encode(hmac.digest(key, signed.encode(), 'sha256')).decode()}"
