"""The reference model: what accounts, jobs and pages must be after each operation, in plain Python without a database."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

EXPIRED_LEASES_MAX = 3
EXPIRED_LEASES_ISOLATED = 2
ATTEMPTS_MAX = 3


@dataclass
class Account:
    """A workspace."""

    balance: int
    reserved: int = 0
    suspended: bool = False
    # API key ids, and whether each is valid.
    keys: dict[UUID, bool] = field(default_factory=dict)

    def reserve(self, amount: int) -> bool:
        if self.balance - self.reserved < amount:
            return False
        self.reserved += amount
        return True


@dataclass
class ModelJob:
    """A job of one call. `process` is the API process that must answer it; None for a background job, or once answered."""

    account: Account
    price: int
    in_background: bool
    process: str | None
    key: str | None
    status: str = "waiting"
    attempts: int = 0
    expired: bool = False
    is_held: bool = True
    charge: int = 0

    def release(self) -> None:
        if self.is_held:
            self.account.reserved -= self.price
            self.is_held = False

    def claim(self) -> bool:
        if self.status != "waiting" and not (self.status == "active" and self.expired):
            return False
        self.status, self.expired, self.attempts = "active", False, self.attempts + 1
        return True

    def owns(self, token: int) -> bool:
        return self.status == "active" and token == self.attempts

    def complete(self, price: int) -> None:
        self.charge = min(price, self.price) if self.is_held else 0
        self.account.balance -= self.charge
        self.release()
        self.status = "completed"

    def fail(self, status: int) -> None:
        self.status = "failed"
        self.release()
        if status >= 500 and not self.in_background:
            self.key = None

    def make_free(self) -> None:
        """Its caller gets no answer."""
        if self.status in ("completed", "failed"):
            self.account.balance += self.charge
            self.charge = 0
        elif self.status == "waiting":
            self.fail(504)
        self.release()
        self.process = self.key = None


@dataclass
class ModelPage:
    """A page: `queued`, `running`, `completed`, `failed`, or `hidden`."""

    status: str = "queued"
    token: int = 0
    expired_leases: int = 0


@dataclass
class ModelPageJob:
    """A crawl or batch, with its pages by key."""

    account: Account
    operation: str
    price: int
    pages_max: int
    pages: dict[str, ModelPage]
    status: str = "running"

    def number(self, *statuses: str) -> int:
        return sum(page.status in statuses for page in self.pages.values())

    @property
    def issued(self) -> int:
        return self.number("running", "completed", "failed")

    @property
    def spent(self) -> int:
        return self.price * self.number("completed")

    @property
    def suspects(self) -> int:
        """Queued pages that may have stopped their workers. They keep their places within the limit."""
        return sum(
            page.status == "queued" and page.expired_leases >= EXPIRED_LEASES_ISOLATED for page in self.pages.values()
        )

    @property
    def affordable(self) -> int:
        return (self.account.balance - self.account.reserved) // self.price

    def claimable(self) -> int:
        """How many pages may be claimed now if they can be paid for. A suspect is claimed alone, and last."""
        if self.status != "running" or self.account.suspended:
            return 0
        left = min(self.pages_max - self.issued - self.suspects, self.number("queued") - self.suspects)
        return left if left > 0 else min(1, self.suspects)

    def claim(self, key: str, token: int) -> None:
        page = self.pages[key]
        assert page.status == "queued" and token == page.token + 1
        assert self.issued < self.pages_max and self.status == "running" and not self.account.suspended
        page.status, page.token = "running", token
        assert self.account.reserve(self.price)

    def leave(self, page: ModelPage, status: str) -> None:
        """A running page takes another status, and its credits are charged or released."""
        assert page.status == "running"
        page.status = status
        self.account.reserved -= self.price
        if status == "completed":
            self.account.balance -= self.price

    def owns(self, key: str, token: int) -> bool:
        page = self.pages.get(key)
        return self.status == "running" and page is not None and (page.status, page.token) == ("running", token)

    def settle(self) -> None:
        """End the job if it has no work left."""
        full = self.issued >= self.pages_max
        if self.status == "running" and not self.number("running") and (full or not self.number("queued")):
            self._end("failed" if self.operation == "crawl" and not self.number("completed") else "completed")

    def expire_leases(self) -> None:
        """The worker of all running pages is lost."""
        for page in self.pages.values():
            if page.status == "running":
                page.expired_leases += 1
                self.leave(page, "failed" if page.expired_leases >= EXPIRED_LEASES_MAX else "queued")
        self.settle()

    def cancel(self) -> None:
        if self.status == "running":
            self._fail_open()
            self._end("cancelled")

    def fail_unpaid(self) -> None:
        """The workspace cannot pay for the next page, and no page is running."""
        self._fail_open()
        self.settle()

    def _fail_open(self) -> None:
        for page in self.pages.values():
            if page.status == "running":
                self.leave(page, "failed")
        # Which of the queued pages are the next ones is not part of the model: only their number is.
        for page in [page for page in self.pages.values() if page.status == "queued"]:
            page.status = "failed" if self.issued < self.pages_max else "hidden"

    def _end(self, status: str) -> None:
        self.status = status
        self.pages = {key: page for key, page in self.pages.items() if page.status in ("completed", "failed")}
