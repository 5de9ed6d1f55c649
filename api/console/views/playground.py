"""The playground: the form of an operation, the equal calls, and results as HTML.

The browser runs the call itself, by the REST API. The other addresses here answer its script: the call that a form describes,
and the HTML of a result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, jsonify, render_template, request
from sqlalchemy import Connection

from api import database, state
from api.checks.request_json import read_json
from api.console import formats, pages, visitor
from api.console.playground import inputs, snippets
from api.console.playground.filled_form import FilledForm, Problem, owner, texts_of
from api.console.playground.help_text import INPUT_TEXTS
from api.console.playground.offered import OFFERED, Offered
from api.console.results import shown
from api.console.views.jobs import UNKNOWN
from contract import limits
from contract.errors import InvalidRequest, NotFound
from contract.fields.identifier import parse_id
from contract.operations import BATCH
from models.jobs import listing
from models.jobs.listing import Background
from models.page_jobs import page_job
from models.pages import page_entry

blueprint = Blueprint("playground", __name__)
FIRST = "scrape"
# Options that a form of an earlier call is shown without, and the groups that they may be in.
SECRETS, NESTED = frozenset(("headers", "secret")), frozenset(("scrapeOptions", "webhook"))


@blueprint.get("/<uuid:workspace_id>/playground")
def show(workspace_id: UUID) -> Response:
    """The form, with the texts of the query string, so that other pages can link to a filled form. `job` fills in a job's call."""
    if job_id := parse_id(request.args.get("job", "")):
        return _form_of_job(workspace_id, job_id)
    offered = _offered(request.args.get("operation", FIRST))
    given = {name: texts for name, texts in request.args.lists() if name != "operation"}
    return _page(offered, FilledForm(offered.inputs, {**offered.form.starts, **given}))


def _form_of_job(workspace_id: UUID, job_id: UUID) -> Response:
    """The form with the options of a background job, without its headers and its secret."""

    def read(connection: Connection) -> tuple[Background, list[str]] | None:
        job = listing.find(connection, job_id, workspace_id)
        if job is None or job.operation != BATCH.name:
            return (job, []) if job else None
        row = page_job.find(connection, job_id)
        assert row is not None  # read in the same snapshot
        entries = page_entry.list_entries(
            connection, job_id, queued=row.counts.queued, repeats=bool(row.counts.repeats)
        )
        return job, [entry.url for entry in entries]

    found = database.snapshot(read)
    if found is None:
        raise NotFound(UNKNOWN)
    job, urls = found
    offered = _offered(job.operation)
    options = _without_secrets(job.options) | ({"urls": urls} if urls else {})
    return _page(offered, FilledForm(offered.inputs, texts_of(offered.inputs, options)))


def _without_secrets(options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _without_secrets(value) if isinstance(value, Mapping) and name in NESTED else value
        for name, value in options.items()
        if name not in SECRETS
    }


@blueprint.post("/<uuid:workspace_id>/playground/<operation>")
def check(workspace_id: UUID, operation: str) -> Response:
    """The form again, with its problems and its call: for browsers without scripts."""
    offered = _offered(operation)
    return _page(offered, _sent_form(offered), show_problems=True)


@blueprint.post("/<uuid:workspace_id>/playground/<operation>/call")
def describe_call(workspace_id: UUID, operation: str) -> Response:
    """The call that the form describes, as JSON: request, problems by input, and the equal calls."""
    offered = _offered(operation)
    form = _sent_form(offered)
    sent, problems = snippets.rest_request(offered, form.body), form.problems(offered.operation.options)
    return jsonify(
        method=sent.method, path=sent.path, body=None if sent.body is None else form.body,
        problems=_problems(offered, problems), calls=_calls(offered, form.body, problems),
    )  # fmt: skip


@blueprint.post("/<uuid:workspace_id>/playground/<operation>/result")
def render_result(workspace_id: UUID, operation: str) -> Response:
    """A result as HTML. The browser sends it without its longest texts, which its script shows."""
    offered = _offered(operation)
    values = shown.context(
        offered.name, _sent_json("result"), workspace_id, json_text="", file_name=f"{offered.name}.json"
    )
    return Response(render_template("results/shown.html", format=formats, **values), mimetype="text/html")


@blueprint.post("/<uuid:workspace_id>/playground/evidence")
def render_evidence(workspace_id: UUID) -> Response:
    """The text of a page with the passages of its extracted values, as HTML."""
    sent = _sent_json("page")
    page = sent if isinstance(sent, dict) else {}
    values = shown.evidence_context(str(page.get("text", "")), page.get("fields"))
    return Response(render_template("results/evidence.html", format=formats, **values), mimetype="text/html")


def _offered(name: str) -> Offered:
    if name not in OFFERED:
        raise NotFound("The page does not exist.")
    return OFFERED[name].with_defaults(visitor.membership().default_options)


def _sent_form(offered: Offered) -> FilledForm:
    return FilledForm(offered.inputs, {name: texts for name, texts in request.form.lists()})


def _sent_json(name: str) -> Any:
    """The JSON value of a file in the form. A file, because other fields of forms must be short.

    Raises:
        InvalidRequest: it is missing, too long, or not JSON.
    """
    file = request.files.get(name)
    if file is None:
        raise InvalidRequest.of(name, "is required")
    return read_json(file.stream.read(limits.REQUEST_MAX_BYTES))


def _page(offered: Offered, form: FilledForm, *, show_problems: bool = False) -> Response:
    found = form.problems(offered.operation.options)
    problems = found if show_problems else []
    return pages.render(
        "playground/page.html", status=400 if problems else 200, offered=offered, form=form, every=list(OFFERED.values()),
        calls=_calls(offered, form.body, found), errors=_errors(offered, problems),
        open_groups=_open_groups(offered, form, problems), key_variable=snippets.KEY_VARIABLE, **INPUT_TEXTS,
    )  # fmt: skip


def _open_groups(offered: Offered, form: FilledForm, problems: Sequence[Problem]) -> set[str]:
    """The paths of the groups with values or problems: they are unfolded."""
    paths = {each["path"] for each in _problems(offered, problems)}
    groups = [each for each in inputs.every(offered.inputs) if each.kind == "group"]
    with_values = {each.path for each in offered.inputs if each.name in form.body}
    return {
        each.path
        for each in groups
        if each.path in with_values or any(path.startswith(f"{each.path}.") for path in paths)
    }


def _errors(offered: Offered, problems: list[Problem]) -> dict[str, str]:
    """The messages of a page's form by path. Those of no input are under `form`."""
    return {each["path"] or "form": each["message"] for each in _problems(offered, problems)}


def _problems(offered: Offered, problems: Sequence[Problem]) -> list[dict[str, str]]:
    """Problems with the paths of their inputs. A message names the path when it is inside of the input's value."""
    found = []
    for problem in problems:
        each = owner(offered.inputs, problem.field)
        path = each.path if each else ""
        sentence = problem.message if problem.field == path else f"{problem.field} {problem.message}"
        found.append({"path": path, "message": sentence})
    return found


def _calls(offered: Offered, options: Mapping[str, Any], problems: Sequence[Problem]) -> dict[str, Any]:
    """The equal calls. Examples replace missing values while the form has problems."""
    base_url = state.of().environment.base_url
    shown_options = snippets.with_examples(offered, options) if problems else options
    return {
        "curl": snippets.curl(offered, shown_options, base_url),
        "python": snippets.python(offered, shown_options, base_url),
        "javascript": snippets.javascript(offered, shown_options, base_url),
        "mcp": snippets.mcp(offered, shown_options),
        "notInTool": snippets.left_out_of_tool(offered, options),
    }
