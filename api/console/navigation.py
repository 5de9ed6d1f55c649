"""The entries of the console's navigation.

To add a page: a view in `api/console/views/`, its blueprint in `api.console.routes`, its icon in `templates/icons.html`, and
an entry here.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from api.console.visitor import Visitor
from models.accounts.console_session import Membership


@dataclass(frozen=True)
class Entry:
    """One page. `endpoint` is relative to the console's blueprint; `icon` is a name in `icons.html`."""

    title: str
    endpoint: str
    icon: str
    for_operators: bool = False

    @property
    def section(self) -> str:
        """The page's blueprint. Its other views belong to the same entry."""
        return self.endpoint.partition(".")[0]

    def is_shown(self, endpoint: str | None) -> bool:
        """Whether a page belongs to this entry: a page for operators alone, others with all views of their blueprint."""
        name = (endpoint or "").removeprefix("console.")
        return name == self.endpoint if self.section == "operating" else name.partition(".")[0] == self.section

    def url(self, membership: Membership | None) -> str:
        if self.for_operators or membership is None:
            return url_for(f"console.{self.endpoint}")
        return url_for(f"console.{self.endpoint}", workspace_id=membership.workspace_id)


NAVIGATION: tuple[Entry, ...] = (
    Entry("Overview", "overview.show", "overview"),
    Entry("Playground", "playground.show", "playground"),
    Entry("Jobs", "jobs.show_all", "jobs"),
    Entry("Watches", "watches.listing.show_all", "watches"),
    Entry("Calls", "calls.show_all", "calls"),
    Entry("Usage", "usage.show", "usage"),
    Entry("Keys", "keys.show", "keys"),
    Entry("Logos", "logos.show", "logos"),
    Entry("Team", "team.show", "team"),
    Entry("Settings", "settings.show", "settings"),
    Entry("Queues", "queues.show", "queues", for_operators=True),
    Entry("Workspaces", "operating.workspaces", "overview", for_operators=True),
    Entry("Credits", "operating.credits", "usage", for_operators=True),
    Entry("People", "operating.people", "team", for_operators=True),
)  # fmt: skip


def entries(visitor: Visitor, membership: Membership | None) -> list[Entry]:
    """The entries for a person. Those of a workspace are left out on pages without a workspace."""
    return [
        entry
        for entry in NAVIGATION
        if (visitor.session.is_operator if entry.for_operators else membership is not None)
    ]
