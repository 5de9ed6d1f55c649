"""E-mails of watches: what a mail server gets, and what cannot be put into a header."""

from __future__ import annotations

import smtplib
import socketserver
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes, policy
from uuid import UUID

import pytest

from models.pages.event import Due
from workers.mail import message_of, send

DUE = Due(
    id=UUID("01890a5d-ac96-774b-bcce-b302099a8058"), job_id=None, type="watch.changed", page_number=None, host="mailto:a",
    attempts=1, created_at=datetime(2026, 11, 21, tzinfo=UTC), check_id=UUID("01890a5d-ac96-774b-bcce-b302099a8059"),
)  # fmt: skip
ABOUT = {
    "watchId": "w", "checkId": "c", "name": "Preise für\r\nBcc: other@b.example",
    "pages": [{"url": "https://a.example/", "description": "The price fell.", "diff": "-10 €\n+9 €\n"}],
}  # fmt: skip


class Mailbox(socketserver.ThreadingTCPServer):
    """A mail server that speaks as much SMTP as it takes to get a message."""

    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("", 0), _Session)
        self.messages: list[bytes] = []
        self.commands: list[str] = []


class _Session(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        assert isinstance(self.server, Mailbox)
        self.wfile.write(b"220 mail.example\r\n")
        while line := self.rfile.readline().decode().strip():
            self.server.commands.append(line)
            word = line.split()[0].upper()
            if word == "DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = iter(self.rfile.readline, b".\r\n")
                self.server.messages.append(b"".join(lines))
            self.wfile.write(b"221 bye\r\n" if word == "QUIT" else b"250 ok\r\n")
            if word == "QUIT":
                return


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_change_is_mailed(mailbox: Mailbox) -> None:
    url = f"smtp://127.0.0.1:{mailbox.server_address[1]}?from=watch@ow.example"

    send(url, message_of(ABOUT, DUE, "a@b.example", "https://ow.example"))

    [raw] = mailbox.messages
    got = message_from_bytes(raw, policy=policy.default)
    assert (got["To"], got["From"], got["Bcc"]) == ("a@b.example", "watch@ow.example", None)
    assert got["Subject"] == "Changed: Preise für Bcc: other@b.example"
    assert got["Message-ID"] == f"<{DUE.id}@ow.example>"
    body = got.get_body()
    assert body is not None and "+9 €" in body.get_content()
    assert [line for line in mailbox.commands if line.lower().startswith("rcpt")] == ["rcpt TO:<a@b.example>"]


def test_a_password_is_not_sent_to_another_machine_in_clear_text(mailbox: Mailbox) -> None:
    # All addresses of 127.0.0.0/8 lead to this machine, but only 127.0.0.1 is known as such.
    with pytest.raises(smtplib.SMTPNotSupportedError):
        send(
            f"smtp://watch:secret@127.0.0.2:{mailbox.server_address[1]}",
            message_of(ABOUT, DUE, "a@b.example", "https://ow.example"),
        )

    assert not any("auth" in line.lower() for line in mailbox.commands)


def test_a_server_that_is_away_is_an_error() -> None:
    with pytest.raises(OSError):
        send("smtp://127.0.0.1:1", message_of(ABOUT, DUE, "a@b.example", "https://ow.example"))
