"""A receiver of traces: OTLP over HTTP on loopback, which keeps the spans that it is sent."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.service import wait_until

PATH = "/v1/traces"
KINDS = {1: "internal", 2: "server", 3: "client", 4: "producer", 5: "consumer"}
ERROR = 2


@dataclass(frozen=True)
class ReceivedSpan:
    """A span as it was sent. Ids are hexadecimal; `parent` is empty for the root of a trace. `links` are ids of spans."""

    name: str
    kind: str
    trace: str
    id: str
    parent: str
    attributes: dict[str, Any]
    failed: bool
    began: int
    ended: int
    service: str
    links: list[str]


@dataclass
class TraceReceiver:
    """`spans` are those received so far. While `hangs`, requests are read and never answered."""

    port: int = 0
    spans: list[ReceivedSpan] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    hangs: bool = False
    hanging: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def of(self, trace: str) -> list[ReceivedSpan]:
        """The spans of a trace."""
        return [span for span in list(self.spans) if span.trace == trace]

    def when(self, trace: str, *names: str) -> list[ReceivedSpan]:
        """The spans of a trace, once there is one of each name."""
        wait_until(
            lambda: set(names) <= {span.name for span in self.of(trace)},
            seconds=60,
            what=f"the spans {names}, beside {sorted(span.name for span in self.of(trace))}",
        )
        return self.of(trace)


@contextmanager
def opened() -> Iterator[TraceReceiver]:
    """A receiver that has begun."""
    receiver = TraceReceiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if receiver.hangs:
                receiver.hanging += 1
                receiver.over.wait()
                return
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            assert self.path == PATH
            receiver.bodies.append(body)
            receiver.spans += _spans(ExportTraceServiceRequest.FromString(body))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *arguments: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        receiver.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield receiver
        finally:
            receiver.over.set()
            server.shutdown()


def _spans(request: ExportTraceServiceRequest) -> Iterator[ReceivedSpan]:
    for resource in request.resource_spans:
        service = _attributes(resource.resource.attributes)["service.name"]
        for scope in resource.scope_spans:
            for span in scope.spans:
                yield ReceivedSpan(
                    name=span.name, kind=KINDS[span.kind], trace=span.trace_id.hex(), id=span.span_id.hex(),
                    parent=span.parent_span_id.hex(), attributes=_attributes(span.attributes),
                    failed=span.status.code == ERROR, began=span.start_time_unix_nano, ended=span.end_time_unix_nano,
                    service=service, links=[link.span_id.hex() for link in span.links],
                )  # fmt: skip


def _attributes(pairs: Any) -> dict[str, Any]:
    return {pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in pairs}


def caller() -> tuple[str, str, str]:
    """A trace, the id of the caller's span in it, and the header that names both."""
    trace, span = uuid4().hex, uuid4().hex[:16]
    return trace, span, f"00-{trace}-{span}-01"


def drawn(spans: list[ReceivedSpan], parent: str = "", depth: int = 0) -> str:
    """The spans as a tree, for failures."""
    ids = {span.id for span in spans}
    of = [span for span in spans if span.parent == parent or (not parent and span.parent not in ids)]
    return "".join(
        f"{'  ' * depth}{span.name} {span.attributes}\n{drawn(spans, span.id, depth + 1)}"
        for span in of
        if span.id != parent
    )


def one(spans: list[ReceivedSpan], name: str) -> ReceivedSpan:
    found = [span for span in spans if span.name == name]
    assert len(found) == 1, drawn(spans)
    return found[0]
