"""Sends the events of watches by e-mail (SMTP)."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from contract.operation_rows.watch import PATH
from models.pages.event import Due

SECONDS = 20.0
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
PAGES_MAX, DIFF_MAX_CHARS = 20, 5_000
_SUBJECTS = {"watch.changed": "Changed", "watch.error": "Cannot be checked", "watch.recovered": "Can be checked again"}


def message_of(about: dict[str, Any], due: Due, address: str, base_url: str) -> EmailMessage:
    """The message about an event of a watch."""
    message = EmailMessage()
    name = " ".join(str(about["name"]).split())[:150]
    message["Subject"] = f"{_SUBJECTS.get(due.type, due.type)}: {name}"
    message["To"] = address
    message["Date"] = formatdate(due.created_at.timestamp())
    # A repeated attempt has the same id, so that mail programs show it once.
    message["Message-ID"] = f"<{due.id}@{urlsplit(base_url).hostname}>"
    lines = [name, ""]
    if about.get("error"):
        lines += [str(about["error"]), ""]
    for page in about.get("pages", ())[:PAGES_MAX]:
        lines += [page["url"], page["description"], "", page["diff"][:DIFF_MAX_CHARS], ""]
    lines.append(f"{base_url}{PATH}/{about['watchId']}/checks/{about['checkId']}")
    message.set_content("\n".join(lines))
    return message


def send(smtp_url: str, message: EmailMessage) -> None:
    """Send a message. Blocks the calling thread.

    Raises:
        OSError, smtplib.SMTPException: the server could not be reached, or refused the message. A password is sent to another
            machine only if the connection is encrypted.
    """
    server = urlsplit(smtp_url)
    host, query = server.hostname or "localhost", parse_qs(server.query)
    context = ssl.create_default_context()
    if server.scheme == "smtps":
        client: smtplib.SMTP = smtplib.SMTP_SSL(host, server.port or 465, timeout=SECONDS, context=context)
    else:
        client = smtplib.SMTP(host, server.port or 25, timeout=SECONDS)
    with client:
        if server.scheme == "smtp":
            client.ehlo()
            if client.has_extn("starttls"):
                client.starttls(context=context)
            elif server.username and host not in _LOOPBACK:
                raise smtplib.SMTPNotSupportedError("The mail server offers no STARTTLS, so the password was not sent.")
        if server.username:
            client.login(unquote(server.username), unquote(server.password or ""))
        message["From"] = query.get("from", [unquote(server.username or "") or f"watch@{host}"])[0]
        client.send_message(message)
