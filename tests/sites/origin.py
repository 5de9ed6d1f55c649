"""The loopback sites: one application on two plain ports and a TLS port, a raw listener, and a private address.

They run on an event loop in a thread of the test process, so that a test can inspect the requests of an origin.
"""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import ssl
import tempfile
import threading
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.sites import pages, rough


@dataclass(frozen=True)
class Seen:
    """One request that an origin received."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Origin:
    """The sites, running during the `with` block. `url` and similar methods build URLs. `seen` returns the requests."""

    ports: dict[str, int] = field(default_factory=dict)
    requests: list[Seen] = field(default_factory=list)
    private_hits: list[str] = field(default_factory=list)
    gates: dict[str, asyncio.Event] = field(default_factory=dict)

    def __enter__(self) -> Origin:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, name="origin", daemon=True)
        self._thread.start()
        self._call(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self._call(self._stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(5)

    def _call(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(120)

    def url(self, path: str, **query: str) -> str:
        """A URL of the main site."""
        return self._address("http", "plain", path, query)

    def other_url(self, path: str, **query: str) -> str:
        """The same site under another origin (port)."""
        return self._address("http", "other", path, query)

    def tls_url(self, path: str, **query: str) -> str:
        """The same site with an untrusted certificate."""
        return self._address("https", "tls", path, query)

    def rough_url(self, path: str, **query: str) -> str:
        """A site that breaks the rules of HTTP, see `rough`."""
        return self._address("http", "rough", path, query)

    def private_url(self, path: str = "/") -> str:
        """A listener on an address that the tests' policy never allows (::1)."""
        return f"http://[::1]:{self.ports['private']}{path}"

    def _address(self, scheme: str, site: str, path: str, query: dict[str, str]) -> str:
        return f"{scheme}://127.0.0.1:{self.ports[site]}{path}" + (f"?{urlencode(query)}" if query else "")

    def seen(self, url: str) -> list[Seen]:
        """Requests for that path and query on any port, in order. Percent-encoding is ignored."""
        parts = urlsplit(url)
        target = unquote(parts.path + (f"?{parts.query}" if parts.query else ""))
        return [request for request in self.requests if unquote(request.target) == target]

    def open_gate(self, name: str) -> None:
        """Let the requests to `/gate?name=…` continue."""
        self.loop.call_soon_threadsafe(self._gate(name).set)

    def _gate(self, name: str) -> asyncio.Event:
        return self.gates.setdefault(name, asyncio.Event())

    async def _start(self) -> None:
        application = web.Application(client_max_size=10_000_000)
        application.router.add_route("*", "/{path:.*}", self._answer)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        self._folder = tempfile.TemporaryDirectory()
        tls = self_signed(Path(self._folder.name))
        for name, context in (("plain", None), ("other", None), ("tls", tls)):
            site = web.TCPSite(self._runner, "127.0.0.1", 0, ssl_context=context, backlog=512)
            await site.start()
            self.ports[name] = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
        self._rough = await asyncio.start_server(rough.answer, "127.0.0.1", 0, backlog=512)
        self.ports["rough"] = self._rough.sockets[0].getsockname()[1]
        self._private = await asyncio.start_server(self._tell_secret, "::1", 0)
        self.ports["private"] = self._private.sockets[0].getsockname()[1]
        self._bomb = await asyncio.to_thread(pages.bomb)

    async def _stop(self) -> None:
        self._rough.close()
        self._private.close()
        await self._runner.cleanup()
        self._folder.cleanup()

    async def _tell_secret(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.private_hits.append(head.split(b"\r\n", 1)[0].decode())
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nSECRET")
        await writer.drain()
        writer.close()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.requests.append(Seen(request.method, request.raw_path, headers, await request.read()))
        query = request.query
        path = request.match_info["path"]
        if path == "redirect":
            raise web.HTTPFound(query["to"]) if "status" not in query else _redirect(int(query["status"]), query["to"])
        if path == "loop":
            number = int(query.get("n", "0"))
            raise web.HTTPFound(f"/loop?n={number + 1}&t={query.get('t', '')}")
        if path == "ping-pong":
            raise web.HTTPFound(str(request.rel_url))
        if path == "status":
            return _html(query.get("text", pages.MISSING), status=int(query["code"]))
        if path == "flaky":
            tries = sum(seen.target == request.raw_path for seen in self.requests)
            return _html(pages.ARTICLE) if tries > int(query["fails"]) else _html(pages.MISSING, status=503)
        if path == "slow":
            await asyncio.sleep(float(query["seconds"]))
            return _html(pages.ARTICLE)
        if path == "gate":
            await self._gate(query["name"]).wait()
            return _html(pages.ARTICLE)
        if path == "echo":
            reported = json.dumps({"method": request.method, "headers": headers})
            return _html(pages.ARTICLE.replace("</article>", f"<pre>{reported}</pre></article>"))
        if path == "set-cookie":
            raise web.HTTPFound(f"/echo?t={query['t']}", headers={"Set-Cookie": f"visit={query['t']}; Path=/"})
        if path == "reaching":
            return _html(pages.reaching(query["address"]))
        if path == "charset":
            content_type, body = pages.CHARSETS[query["name"]]
            return web.Response(body=body, headers={"Content-Type": content_type})
        if path == "bomb":
            return web.Response(body=self._bomb, headers={"Content-Type": "text/html", "Content-Encoding": "gzip"})
        if path == "pdf":
            lines = ("Tide tables of the lower delta", "High water stands at four metres on the second of May")
            return web.Response(body=pages.pdf(*lines), content_type="application/pdf")
        if path == "plain.txt":
            return web.Response(text=pages.SENTENCE * 4, content_type="text/plain")
        if path == "image.png":
            return web.Response(body=b"\x89PNG\r\n\x1a\n" + bytes(200), content_type="image/png")
        if path == "meta-refresh":
            return _html(f'<meta http-equiv="refresh" content="0; url={query["to"]}"><p>Onward</p>')
        fixed = FIXED.get(path)
        return _html(fixed) if fixed is not None else _html(pages.MISSING, status=404)


FIXED = {
    "article": pages.ARTICLE,
    "empty": "",
    "blank": " \n\t ",
    "shell": pages.SHELL,
    "late": pages.LATE,
    "nagging": pages.NAGGING,
    "unstorable": pages.UNSTORABLE,
    "stall": "<script>while (true) {}</script>" + pages.PARAGRAPHS,
}


def _html(text: str, status: int = 200) -> web.Response:
    return web.Response(
        body=text.encode("utf-8", "surrogatepass"), status=status, headers={"Content-Type": "text/html; charset=utf-8"}
    )


def _redirect(status: int, to: str) -> Exception:
    kinds: dict[int, type[web.HTTPException]] = {
        301: web.HTTPMovedPermanently,
        302: web.HTTPFound,
        303: web.HTTPSeeOther,
        307: web.HTTPTemporaryRedirect,
        308: web.HTTPPermanentRedirect,
    }
    return kinds[status](to)  # type: ignore[call-arg]


def self_signed(folder: Path) -> ssl.SSLContext:
    """A TLS server with a self-signed certificate for 127.0.0.1, which is written to `certificate.pem` in the folder."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    return context
