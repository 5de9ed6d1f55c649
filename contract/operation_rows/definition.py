"""What is stated about one operation. `contract.operations` is the table of all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any

from contract.prices import format_credits

BASE_PATH = "/v1/web"
# Statuses that every call may fail with, those of a call with a body, and those of a call that waits for its result.
_FAILURES, _BODY_FAILURES, _WAIT_FAILURES = {400, 401, 402, 403, 429, 500, 503}, {408, 413, 415}, {504}


@dataclass(frozen=True, kw_only=True)
class Tool:
    """The MCP tool of an operation.

    Attributes:
        name: its name.
        hint: what a model must know beside the operation's summary, as the end of the tool's description.
        without: the options that the tool does not have. A tool call waits for its result, and it only reads: text of a page
            may make a model call tools, but not send data to other sites.
    """

    name: str
    hint: str
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Form:
    """The form of an operation in the console's playground.

    Attributes:
        title: its name in the list.
        common: the options that are shown first, by dotted wire name.
        starts: texts of the form that differ from the defaults.
    """

    title: str
    common: tuple[str, ...]
    starts: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One operation: everything that routes, documents, clients, tools, forms and workers are made from.

    Attributes:
        name: its name, which is also the name of its spider and of its kind of job.
        summary, description: one line, and what the caller should know, as OpenAPI shows them.
        subject: the option that the operation is about. The Python client takes it as a positional argument.
        options, result: dataclasses of the request and of the answer.
        acknowledgement, job_status: dataclasses of the answer to a call that started a job, and of the job's status, if the
            operation can run in the background.
        queue: where its messages wait for a worker.
        credits, unit: the price of one unit, and the rest of the sentence, such as "per page".
        most: the most that a call can cost, by its options; `credits` if it is not given.
        answer: what a successful answer holds, in one line. Empty for a job, which answers its acknowledgement.
        operation_id, client_method: its names in OpenAPI and in the Python client.
        tag: its group in OpenAPI.
        method, path, status: the HTTP call, and the status of its answer. An operation without a path is not offered to callers.
        more_failures: statuses that a call may fail with beside those of all calls.
        may_be_null: whether a successful answer may have no result.
        is_compressed: whether the answer must be sent as it is, because it consists of a compressed file.
        command: its line in `orbweaver --help`, if it has a command.
        tool, form: its MCP tool and its form in the playground, if it has them.
    """

    name: str
    summary: str
    options: type
    result: type
    queue: str
    credits: int
    unit: str = "per call"
    most: Callable[[Any], int] | None = None
    acknowledgement: type | None = None
    job_status: type | None = None
    is_page_job: bool = False
    subject: str = ""
    description: str = ""
    answer: str = ""
    operation_id: str = ""
    client_method: str = ""
    tag: str = ""
    method: str = "POST"
    path: str = ""
    status: int = 200
    more_failures: tuple[int, ...] = ()
    may_be_null: bool = False
    is_compressed: bool = False
    command: str = ""
    tool: Tool | None = None
    form: Form | None = None

    def price(self, options: Any) -> int:
        """The most that a call with these options can cost, in credits. Of a job with many pages: one page."""
        return self.credits if self.most is None else self.most(options)

    @property
    def price_sentence(self) -> str:
        """The price in words, such as "1 credit per page"."""
        return f"{format_credits(self.credits)} {self.unit}"

    @property
    def rule(self) -> str:
        """The path below `/v1/web`."""
        return self.path.removeprefix(BASE_PATH)

    @property
    def failures(self) -> tuple[int, ...]:
        """The HTTP statuses that a call may fail with."""
        body = _BODY_FAILURES if self.method == "POST" else set()
        waits = set() if self.is_page_job else _WAIT_FAILURES
        return tuple(sorted(_FAILURES | body | waits | set(self.more_failures)))

    @property
    def id_field(self) -> Field[str] | None:
        """The field of the acknowledgement that has the job's id, such as `crawl_id`. None without jobs."""
        declared = fields(self.acknowledgement) if self.acknowledgement else ()
        return next((each for each in declared if each.name.endswith("_id")), None)
