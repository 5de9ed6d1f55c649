"""The dashboard and the alert rules in `docker/monitoring` name only metrics and labels that `/metrics` reports."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from api.app import create_app
from contract.environment import Environment

FILES = Path(__file__).resolve().parents[3] / "docker/monitoring"
DASHBOARD: dict[str, Any] = json.loads((FILES / "dashboard.json").read_text(encoding="utf-8"))
RULES: list[dict[str, Any]] = yaml.safe_load((FILES / "alerts.yaml").read_text(encoding="utf-8"))["groups"][0]["rules"]
QUERIES = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]


@pytest.fixture
def reported(environment: Environment) -> str:
    """The metrics after one call."""
    client = create_app(environment).test_client()
    client.get("/no/such/page")
    return client.get("/metrics").get_data(as_text=True)


@pytest.mark.parametrize("queries", [QUERIES, [rule["expr"] for rule in RULES]], ids=["dashboard", "alerts"])
def test_metrics_and_labels_exist(reported: str, queries: list[str]) -> None:
    names = {name for query in queries for name in re.findall(r"orbweaver_\w+", query)}
    labels = {label for query in queries for label in re.findall(r'(\w+)(?:=~|=)"', query)} - {"job"}

    assert names and [name for name in sorted(names) if not re.search(rf"(?m)^(# HELP )?{name}[ {{]", reported)] == []
    assert [label for label in labels if f'{label}="' not in reported] == []


def test_panels_do_not_overlap_and_have_ids_of_their_own() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken and all(x < 24 for x, _ in cells), panel["title"]
        taken |= cells

    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


def test_every_alert_has_a_severity_and_says_what_happens() -> None:
    for rule in RULES:
        assert rule["labels"]["severity"] in ("critical", "warning", "info"), rule["alert"]
        assert rule["annotations"]["summary"].endswith((".", "`.")), rule["alert"]
