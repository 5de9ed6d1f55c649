"""The response to a call that started a job: 201 with the job's id and the URL of its status."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response

from api import state
from api.envelope import respond
from contract.declare import dump
from contract.operations import Operation

LOCATION = {"Location": {"description": "Path of the job's status.", "schema": {"type": "string"}}}


def acknowledge(operation: Operation, job_id: UUID) -> Response:
    """The acknowledgement of a job."""
    assert operation.acknowledgement is not None and operation.id_field is not None
    path = f"{operation.path}/{job_id}"
    fields: dict[str, Any] = {
        operation.id_field.name: str(job_id), "status_url": f"{state.of().environment.base_url}{path}",
    }  # fmt: skip
    response = respond(dump(operation.acknowledgement(**fields)), 201)
    response.headers["Location"] = path
    return response
