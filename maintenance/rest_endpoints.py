"""The endpoints that the Python client has a method for. `maintenance.rest_generator` writes the methods.

Those of operations are made from `contract.operations`. To add another endpoint: a row in `ENDPOINTS`, then `make client`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from contract.operation_rows.watch import WATCH_CALLS, WatchCall
from contract.operations import Operation, offered
from contract.options.brand import BrandSearchOptions
from contract.options.paging import DeliveriesPage, JobsPage, LedgerPage, Paging
from contract.results.account import Account, JobList, Ledger
from contract.results.brands.brand_lookup import BrandSearchResult
from contract.results.job import Deliveries, Delivery


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One endpoint as a method of the client. `subjects` are its positional arguments."""

    name: str
    method: str
    path: str
    summary: str
    result: Any
    options: type | None = None
    subjects: tuple[str, ...] = ()
    # The field of the answer that holds the result. None when the answer's own fields are the result.
    inside: str | None = "data"
    may_be_null: bool = False
    without: frozenset[str] = frozenset()
    fixed: str = ""
    # Whether the call may be charged.
    costs_credits: bool = False

    @property
    def starts_work(self) -> bool:
        """Whether a repeated request could be charged twice, so that it needs an Idempotency-Key."""
        return self.method == "POST" and self.options is not None


_ID = ("job_id",)


def _of_operation(operation: Operation) -> Iterator[Endpoint]:
    """The call of an operation, and what its jobs have."""
    if operation.is_page_job:
        yield _call(operation, result=operation.acknowledgement, inside=None)
        yield from _of_page_job(operation)
        return
    without = frozenset({"async"}) if operation.acknowledgement else frozenset[str]()
    yield _call(operation, without=without)
    if operation.acknowledgement:
        yield _call(operation, name=f"start_{operation.client_method}", without=without, result=operation.acknowledgement,
                    inside=None, may_be_null=False, fixed='"async": True')  # fmt: skip
        yield Endpoint(
            name=f"{operation.name}_status", method="GET", path=f"{operation.path}/{{job_id}}", subjects=_ID,
            result=operation.job_status, inside=None, summary=f"Get the status of a background {operation.name}",
        )  # fmt: skip


def _call(operation: Operation, **more: Any) -> Endpoint:
    given = {"name": operation.client_method, "result": operation.result, "may_be_null": operation.may_be_null, **more}
    return Endpoint(
        method=operation.method, path=operation.path, summary=operation.summary, options=operation.options,
        subjects=(operation.subject,), costs_credits=True, **given,
    )  # fmt: skip


def _of_page_job(operation: Operation) -> Iterator[Endpoint]:
    kind, path = operation.name, f"{operation.path}/{{job_id}}"
    yield Endpoint(name=f"{kind}_status", method="GET", path=path, subjects=_ID, options=Paging, result=operation.result,
                   inside=None, summary=f"Get the status and the pages of a {kind}")  # fmt: skip
    yield Endpoint(name=f"cancel_{kind}", method="DELETE", path=path, subjects=_ID, result=operation.result, inside=None,
                   summary=f"Cancel a {kind}")  # fmt: skip
    yield Endpoint(name=f"{kind}_deliveries", method="GET", path=f"{path}/deliveries", subjects=_ID, options=DeliveriesPage,
                   result=Deliveries, inside=None, summary=f"List the webhook deliveries of a {kind}")  # fmt: skip
    yield Endpoint(name=f"retry_{kind}_delivery", method="POST", path=f"{path}/deliveries/{{delivery_id}}/retry",
                   subjects=("job_id", "delivery_id"), result=Delivery, inside="delivery",
                   summary=f"Retry a failed webhook delivery of a {kind}")  # fmt: skip


def _of_watch(call: WatchCall) -> Endpoint:
    return Endpoint(
        name=call.name, method=call.method, path=call.path, summary=call.summary, result=call.result, options=call.options,
        subjects=tuple(name for name in ("watch_id", "check_id") if f"{{{name}}}" in call.path),
        inside="data" if call.nested else None,
    )  # fmt: skip


ENDPOINTS = (
    *(endpoint for operation in offered() for endpoint in _of_operation(operation)),
    *map(_of_watch, WATCH_CALLS),
    Endpoint(name="search_brands", method="GET", path="/v1/web/brand/search", subjects=("query",), result=BrandSearchResult,
             options=BrandSearchOptions, summary="Search the stored brands"),
    Endpoint(name="jobs", method="GET", path="/v1/jobs", options=JobsPage, result=JobList, inside=None,
             summary="List the background jobs of the workspace"),
    Endpoint(name="account", method="GET", path="/v1/account", result=Account, summary="Get workspace, plan and balance"),
    Endpoint(name="ledger", method="GET", path="/v1/account/ledger", options=LedgerPage, result=Ledger, inside=None,
             summary="List the entries of the credit ledger"),
)  # fmt: skip
