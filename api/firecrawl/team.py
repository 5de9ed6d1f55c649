"""What a workspace has left, has used, and has running."""

from __future__ import annotations

from collections import Counter
from typing import Any

from api.firecrawl.call import Call
from contract import limits

# Ledger entries that are read for the months of the past.
ENTRIES_MAX = 10 * limits.LISTED_MAX
_NO_PERIOD = {"billingPeriodStart": None, "billingPeriodEnd": None}


async def credit_usage(call: Call) -> dict[str, Any]:
    """The balance. There is no billing period and no plan of credits, so `planCredits` is the balance too."""
    balance, left = await _balance(call)
    if call.version == 1:
        return {"success": True, "data": {"remaining_credits": left}}
    return {"success": True, "data": {"remainingCredits": left, "planCredits": balance, **_NO_PERIOD}}


async def token_usage(call: Call) -> dict[str, Any]:
    """The same: nothing is charged in tokens, so the numbers are credits."""
    balance, left = await _balance(call)
    if call.version == 1:
        return {"success": True, "data": {"remaining_tokens": left}}
    return {"success": True, "data": {"remainingTokens": left, "planTokens": balance, **_NO_PERIOD}}


async def _balance(call: Call) -> tuple[int, int]:
    """(balance, what is not held of it)."""
    account = (await call.get("/v1/account"))["data"]
    return account["balance"], account["balance"] - account["held"]


async def credit_history(call: Call) -> dict[str, Any]:
    """Credits used by month, newest first."""
    return {"success": True, "periods": await _months(call, "creditsUsed"), **call.warning()}


async def token_history(call: Call) -> dict[str, Any]:
    """The same under the name of tokens."""
    return {"success": True, "periods": await _months(call, "tokensUsed"), **call.warning()}


async def _months(call: Call, name: str) -> list[dict[str, Any]]:
    used: Counter[str] = Counter()
    cursor, seen = None, 0
    while True:
        page = await call.get("/v1/account/ledger", limit=limits.LISTED_MAX, cursor=cursor)
        for entry in page["entries"]:
            if entry["kind"] != "grant":
                used[entry["createdAt"][:7]] -= entry["amount"]
        cursor, seen = page["nextCursor"], seen + len(page["entries"])
        if cursor is None:
            break
        if seen >= ENTRIES_MAX:
            call.warn(f"Only the newest {seen} entries of the ledger were added up.")
            break
    months = sorted(used, reverse=True) or []
    return [
        {
            "startDate": f"{month}-01T00:00:00Z", "endDate": _next_month(month), "apiKey": None, name: max(0, used[month]),
        }
        for month in months
    ]  # fmt: skip


def _next_month(month: str) -> str:
    year, number = int(month[:4]), int(month[5:])
    return f"{year + number // 12}-{number % 12 + 1:02}-01T00:00:00Z"


async def concurrency(call: Call) -> dict[str, Any]:
    """Running jobs, and how many may run."""
    running, _, account = await _jobs(call)
    most = account["limits"]["concurrentRequests"]
    return {"success": True, "data": {"concurrency": len(running), "maxConcurrency": most}}


async def queue_status(call: Call) -> dict[str, Any]:
    """Jobs that wait and that run."""
    running, waiting, account = await _jobs(call)
    done = (await call.get("/v1/jobs", status="completed", limit=1))["jobs"]
    return {
        "success": True,
        "jobsInQueue": len(running) + len(waiting),
        "activeJobsInQueue": len(running),
        "waitingJobsInQueue": len(waiting),
        "maxConcurrency": account["limits"]["concurrentRequests"],
        "mostRecentSuccess": done[0]["finishedAt"] if done else None,
    }


async def _jobs(call: Call) -> tuple[list[Any], list[Any], dict[str, Any]]:
    """(running jobs, waiting jobs, the workspace)."""
    account = (await call.get("/v1/account"))["data"]
    by_status = {
        status: (await call.get("/v1/jobs", status=status, limit=limits.LISTED_MAX))["jobs"]
        for status in ("running", "active", "waiting")
    }
    return by_status["running"] + by_status["active"], by_status["waiting"], account
