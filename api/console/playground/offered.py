"""The operations of the playground: the rows of `contract.operations` that have a form, with the inputs of that form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from api.console.playground.inputs import Input, describe, with_defaults
from contract.declare import wire_name
from contract.operations import Form, Operation, offered
from contract.options import defaults


@dataclass(frozen=True)
class Offered:
    """One operation of the playground."""

    operation: Operation
    form: Form
    # Those of the workspace, by wire name.
    default_options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The operation's name, as in the address of its form."""
        return self.operation.name

    @property
    def tool(self) -> str | None:
        """The name of its MCP tool."""
        return self.operation.tool.name if self.operation.tool else None

    @property
    def not_in_tool(self) -> frozenset[str]:
        """The options that its MCP tool does not have."""
        return self.operation.tool.without if self.operation.tool else frozenset()

    @property
    def job_field(self) -> str | None:
        """The field of the answer that has a started job's id."""
        return wire_name(self.operation.id_field) if self.operation.id_field else None

    @cached_property
    def inputs(self) -> tuple[Input, ...]:
        """The inputs of its form: the common ones in their order, then the others."""
        common = self.form.common
        described = with_defaults(describe(self.operation.options, common), self._defaults)
        positions = {path: position for position, path in enumerate(common)}
        return tuple(sorted(described, key=lambda each: positions.get(each.path, len(positions))))

    @property
    def _defaults(self) -> dict[str, Any]:
        """The default options as this operation's calls get them."""
        return defaults.fill(self.operation.options, {}, self.default_options)

    def with_defaults(self, default_options: Mapping[str, Any]) -> Offered:
        """The operation as a workspace with these default options has it."""
        return replace(self, default_options=default_options)


OFFERED: Mapping[str, Offered] = {each.name: Offered(each, each.form) for each in offered() if each.form}
