"""TXT records, asked of a name server on loopback. In a process of its own, because the resolver needs the reactor."""

from __future__ import annotations

import json
import subprocess
import sys

from crawler.network.txt_records import RECORD_MAX_CHARS, RECORDS_MAX
from tests.crawler.line_process import ROOT

SCRIPT = """
import asyncio, json
from twisted.names import dns
from crawler.network.txt_records import TxtRecords
from crawler.runner import Reactor

class Server(asyncio.DatagramProtocol):
    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, address):
        asked = dns.Message()
        asked.fromStr(data)
        name = asked.queries[0].name.name
        answer = dns.Message(id=asked.id, answer=1, rCode=dns.ENAME if name.startswith(b"none.") else dns.OK)
        answer.queries, answer.maxSize = asked.queries, 60_000
        texts = {b"known": ["v=BIMI1;", "x" * 400], b"many": ["a"] * 30, b"long": ["y" * 3_000], b"bytes": ["\\u00e9"]}
        for text in texts.get(name.partition(b".")[0], []):
            whole = text.encode("latin-1")
            parts = [whole[at : at + 255] for at in range(0, len(whole), 255)]
            answer.answers.append(dns.RRHeader(name, dns.TXT, payload=dns.Record_TXT(*parts)))
        if not name.startswith(b"silent."):
            self.transport.sendto(answer.toStr(), address)

async def found():
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(Server, local_addr=("127.0.0.1", 0))
    records = TxtRecords([transport.get_extra_info("sockname")])
    names = ["known", "none", "silent", "many", "long", "bytes", "empty", "a" * 80]
    answers = await asyncio.gather(*(records.find(f"{name}.test") for name in names))
    return dict(zip(names, answers))

reactor = Reactor()
reactor.start()
print(json.dumps(reactor.call(found(), timeout=30)))
reactor.stop()
"""


def test_records_are_found_within_bounds() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, cwd=ROOT, timeout=60)

    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["known"] == ["v=BIMI1;", "x" * 400]
    assert len(found["many"]) == RECORDS_MAX and len(found["long"][0]) == RECORD_MAX_CHARS
    assert found["bytes"] == ["\ufffd"]
    assert {name: found[name] for name in ("none", "silent", "empty", "a" * 80)} == {
        "none": [], "silent": [], "empty": [], "a" * 80: [],
    }  # fmt: skip
