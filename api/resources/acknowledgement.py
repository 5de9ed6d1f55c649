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


def acknowledge(ack: type, id_field: str, operation: Operation, job_id: UUID) -> Response:
    """The acknowledgement `ack` of a job, with the id in `id_field`."""
    path = f"/v1/web/{operation.name}/{job_id}"
    fields: dict[str, Any] = {id_field: str(job_id), "status_url": f"{state.of().environment.base_url}{path}"}
    response = respond(dump(ack(**fields)), 201)
    response.headers["Location"] = path
    return response
