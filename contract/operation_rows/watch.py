"""The calls of `/v1/web/watch`. A check runs one of the operations, with its price. Routes, OpenAPI, the Python client and MCP
tools are made from these rows."""

from __future__ import annotations

from dataclasses import dataclass

from contract.operation_rows.definition import BASE_PATH
from contract.options.paging import CheckQuery, ChecksPage, WatchesPage
from contract.options.watch import WatchChanges, WatchOptions
from contract.results.watch import DeletedWatch, Watch, WatchCheck, WatchCheckDetails, WatchCheckList, WatchList

PATH = f"{BASE_PATH}/watch"
TAG, TAG_SUMMARY = "watch", "Learn when pages change."
# The line of the command in `orbweaver --help`.
COMMAND = "Report when pages change, without a server."


@dataclass(frozen=True, kw_only=True)
class WatchCall:
    """One call.

    Attributes:
        name: its name in the Python client and as an MCP tool. `operation_id` is its name in OpenAPI.
        rule: the path below `/v1/web/watch`, with `{watch_id}` and `{check_id}`.
        group: its rate limit.
        nested: whether the result is under `data`.
        tool: the end of the MCP tool's description. Text of a page may make a model call tools: none sends data elsewhere.
        without: options that the tool does not have.
    """

    name: str
    operation_id: str
    method: str
    rule: str
    summary: str
    description: str
    result: type
    options: type | None = None
    status: int = 200
    group: str = "status"
    nested: bool = True
    tool: str = ""
    without: frozenset[str] = frozenset()

    @property
    def answer(self) -> str:
        """What a successful answer holds, in one line."""
        return (self.result.__doc__ or "").strip().splitlines()[0]

    @property
    def path(self) -> str:
        """The whole path."""
        return PATH + self.rule

    @property
    def changes(self) -> bool:
        """Whether the call changes something."""
        return self.method != "GET"


_ONE, _CHECKS = "/{watch_id}", "/{watch_id}/checks"
_SENDS_OUT = frozenset({"webhook", "emails"})
WATCH_CALLS = (
    WatchCall(
        name="create_watch", operation_id="createWatch", method="POST", rule="", summary="Watch pages, a site or a search",
        description="The first check starts at once, and a second one after a minute, which learns what changes at every visit."
        " Each check costs what its pages cost; a page whose site answers 304 (not modified) costs nothing.",
        options=WatchOptions, result=Watch, status=201, group="start",
        tool="Read the changes with `watch_checks`.", without=_SENDS_OUT,
    ),
    WatchCall(
        name="watches", operation_id="listWatches", method="GET", rule="", summary="List watches",
        description="Newest first, each with its last check and its last change.",
        options=WatchesPage, result=WatchList, nested=False,
    ),
    WatchCall(
        name="watch", operation_id="getWatch", method="GET", rule=_ONE, summary="Get a watch",
        description="With its last check and its last change.", result=Watch,
    ),
    WatchCall(
        name="update_watch", operation_id="updateWatch", method="PATCH", rule=_ONE, summary="Change, pause or resume a watch",
        description="What is omitted stays as it is. A watch that is resumed or gets another schedule is planned anew.",
        options=WatchChanges, result=Watch, group="cancel", without=_SENDS_OUT,
    ),
    WatchCall(
        name="delete_watch", operation_id="deleteWatch", method="DELETE", rule=_ONE, summary="Delete a watch",
        description="Deletes its checks and versions too. A check that runs is stopped: pages that have ended stay charged.",
        result=DeletedWatch, group="cancel",
    ),
    WatchCall(
        name="run_watch", operation_id="runWatch", method="POST", rule=_ONE + "/run", summary="Check a watch now",
        description="Returns the check that starts, or the one that runs already. Also for a paused watch. Send no body.",
        result=WatchCheck, status=201, group="start",
    ),
    WatchCall(
        name="watch_checks", operation_id="listWatchChecks", method="GET", rule=_CHECKS, summary="List the checks of a watch",
        description="Newest first, with time, result and cost.", options=ChecksPage, result=WatchCheckList, nested=False,
    ),
    WatchCall(
        name="watch_check", operation_id="getWatchCheck", method="GET", rule=_CHECKS + "/{check_id}",
        summary="Get a check with what changed",
        description="With `compareTo`, any two checks are compared, from the stored versions of their pages.",
        options=CheckQuery, result=WatchCheckDetails,
    ),
)  # fmt: skip
