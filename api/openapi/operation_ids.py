"""The `operationId` of every operation. Generated clients name their functions after it, so it never changes."""

from __future__ import annotations

import re

from contract.operation_rows.definition import BASE_PATH
from contract.operation_rows.watch import WATCH_CALLS
from contract.operations import FORMAT_ENDPOINTS, Operation, offered

_OF_JOBS = {
    ("get", "/{job_id}"): "get{}", ("delete", "/{job_id}"): "cancel{}",
    ("get", "/{job_id}/deliveries"): "list{}Deliveries", ("get", "/{job_id}/events"): "stream{}Events",
    ("get", "/{job_id}/download"): "download{}",
    ("post", "/{job_id}/deliveries/{delivery_id}/retry"): "retry{}Delivery",
}  # fmt: skip


def _ids(operation: Operation) -> dict[tuple[str, str], str]:
    """The names of an operation, and of what its jobs have."""
    own = {(operation.method.lower(), operation.path): operation.operation_id}
    if operation.acknowledgement is None:
        return own
    of_jobs = _OF_JOBS if operation.is_page_job else {("get", "/{job_id}"): "get{}"}
    return own | {
        (method, f"{operation.path}{path}"): name.format(operation.name.title())
        for (method, path), name in of_jobs.items()
    }


OPERATION_IDS = (
    {key: name for operation in offered() for key, name in _ids(operation).items()}
    | {
        ("post", f"{BASE_PATH}/{path}"): f"scrape{name[0].upper()}{name[1:]}"
        for path, (name, _) in FORMAT_ENDPOINTS.items()
    }
    | {
        ("get", "/v1/web/brand/search"): "searchBrands",
        ("get", "/v1/web/logo/{domain}"): "serveLogo",
        ("get", "/logo/{domain}"): "serveLogoFromImageHost",
        **{(call.method.lower(), call.path): call.operation_id for call in WATCH_CALLS},
        ("get", "/v1/jobs"): "listJobs",
        ("get", "/v1/account"): "getAccount",
        ("get", "/v1/account/ledger"): "listLedgerEntries",
    }
)


def operation_id(method: str, path: str) -> str:
    """The name of an operation. One that is not in the table is named after its path."""
    named = OPERATION_IDS.get((method, path))
    words = re.findall(r"[A-Za-z0-9]+", path.removeprefix("/v1/web").removeprefix("/v1"))
    return named or method + "".join(word.title() for word in words)
