"""`make docs`: writes the generated parts of README.md and of the pages in `docs/`."""

from __future__ import annotations

from maintenance.documentation import command_parts, contract_parts, operation_parts
from maintenance.documentation.regions import Pages, Writer

# The first word of a generated part -> its writer. The other words are the writer's arguments.
WRITERS: dict[str, Writer] = {
    "call": operation_parts.call,
    "options": operation_parts.options,
    "fields": operation_parts.fields,
    "object": operation_parts.component,
    "formats": operation_parts.formats,
    "failure": operation_parts.failure,
    "errors": operation_parts.errors,
    "example": operation_parts.example,
    "stream": operation_parts.stream,
    "callback": operation_parts.callback,
    "codes": contract_parts.error_codes,
    "prices": contract_parts.price_list,
    "limits": contract_parts.limit_list,
    "rates": contract_parts.rate_limits,
    "settings": contract_parts.settings,
    "tools": contract_parts.tools,
    "commands": command_parts.commands,
    "overview": command_parts.overview,
}


def main() -> None:
    """Write the files that have changed."""
    for path, text in Pages.read(WRITERS).changed():
        path.write_text(text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
