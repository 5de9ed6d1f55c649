"""Links of the OpenAPI document: which answer has the id that another operation takes in its path.

Generated clients and test tools follow them from a started crawl to its status, its events and its cancellation.
"""

from __future__ import annotations

from typing import Any

from api.openapi.operation_ids import OPERATION_IDS
from contract.declare import wire_name
from contract.operation_rows.definition import BASE_PATH
from contract.operation_rows.watch import PATH as WATCHES
from contract.operations import FORMAT_ENDPOINTS, OPERATIONS

# (operation, status) of an answer -> the operations that take its ids, and the parameter that each id is for.
Links = dict[tuple[str, str], tuple[dict[str, str], list[str]]]


def _links() -> Links:
    found: Links = {}
    for operation in OPERATIONS.values():
        if operation.id_field and operation.acknowledgement:
            ids = {"job_id": f"$response.body#/{wire_name(operation.id_field)}"}
            found[operation.operation_id, "201"] = (ids, _below(operation.path, "job_id"))
        deliveries = ("get", f"{operation.path}/{{job_id}}/deliveries")
        if deliveries in OPERATION_IDS:
            ids = {"job_id": "$request.path.job_id", "delivery_id": "$response.body#/deliveries/0/id"}
            found[OPERATION_IDS[deliveries], "200"] = (ids, _below(f"{deliveries[1]}", "delivery_id"))
    scrapes = found[OPERATION_IDS["post", f"{BASE_PATH}/scrape"], "201"]
    found |= {(OPERATION_IDS["post", f"{BASE_PATH}/{path}"], "201"): scrapes for path in FORMAT_ENDPOINTS}
    of_watches = [name for name in _below(WATCHES, "watch_id") if name != "getWatchCheck"]
    found["createWatch", "201"] = ({"watch_id": "$response.body#/data/id"}, of_watches)
    found["listWatches", "200"] = ({"watch_id": "$response.body#/watches/0/id"}, of_watches)
    ids = {"watch_id": "$request.path.watch_id", "check_id": "$response.body#/checks/0/id"}
    found["listWatchChecks", "200"] = (ids, ["getWatchCheck"])
    ids = {"watch_id": "$request.path.watch_id", "check_id": "$response.body#/data/id"}
    found["runWatch", "201"] = (ids, ["getWatchCheck"])
    return found


def _below(path: str, parameter: str) -> list[str]:
    """The operations below a path that take this id and no other."""
    start = f"{path}/{{{parameter}}}"
    return [
        name
        for (_, each), name in OPERATION_IDS.items()
        if each.startswith(start) and "{" not in each.removeprefix(start)
    ]


LINKS = _links()


def add(operation_id: str, responses: dict[str, Any]) -> None:
    """Add the links of an operation to its answers."""
    for status, answer in responses.items():
        ids, names = LINKS.get((operation_id, status), ({}, []))
        if names:
            answer["links"] = {name: {"operationId": name, "parameters": ids} for name in names}
