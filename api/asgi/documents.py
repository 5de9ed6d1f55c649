"""Documentation pages: rendered once per process and content coding, and cached in memory."""

from __future__ import annotations

from api.asgi.answer import Answer, Message
from api.asgi.content_coding import chosen_coding
from api.asgi.flask_pool import FlaskPool
from api.asgi.headers import header, request_id_header
from api.documentation import DOCUMENTS
from api.guide import views

# The pages that are the same for all callers.
PATHS = DOCUMENTS | views.paths()


class Documents:
    """The documentation pages of one process."""

    def __init__(self, pool: FlaskPool) -> None:
        self._pool = pool
        self._cached: dict[tuple[str, str], tuple[Answer, bytes]] = {}

    async def answer(self, scope: Message) -> Answer:
        """A documentation page. 304 when the caller has the current version."""
        coding = chosen_coding(header(scope, "Accept-Encoding"))
        key = (scope["path"], coding)
        if key not in self._cached:
            # Omit the caller's other headers, because the stored answer is sent to all callers.
            own_headers = [(b"accept-encoding", coding.encode())]
            answer = (await self._pool.call({**scope, "headers": own_headers}, b"", 0)).answer
            if answer.status != 200:
                return answer
            body = answer.body if isinstance(answer.body, bytes) else answer.body.read()
            answer.close()
            self._cached[key] = answer, body
        return _current(scope, *self._cached[key])


def _current(scope: Message, answer: Answer, body: bytes) -> Answer:
    own = request_id_header()
    headers = [*(pair for pair in answer.headers if pair[0] != own[0]), own]
    etag = dict(headers).get(b"etag")
    if etag and etag.decode() in header(scope, "If-None-Match"):
        return Answer(304, headers)
    return Answer(200, headers, body, len(body))
