"""`make bom`: writes the software bill of materials, CycloneDX 1.6 in JSON, to build/bom.json or to the given path.

Packages, versions and the hashes of their files come from the locks. Licences and dependencies come from the installed
packages (`make dev`); a package of another platform has neither. Equal locks give an equal file: it has no time. The
scope of a package is `required` for the runtime, `optional` for traces, `excluded` for development. The browser and the
fonts of monograms (extraction/logo/fonts/ATTRIBUTION.md) are not packages, and are left out.
"""

from __future__ import annotations

import json
import re
import sys
import uuid
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from maintenance import lock

SCOPES = {lock.RUNTIME: "required", lock.OTEL: "optional", lock.DEV: "excluded"}
# Some packages have the whole text of their licence in the field for its name.
LICENSE_LETTERS_MAX = 80


def bill() -> dict[str, Any]:
    """The bill of this clone, as CycloneDX."""
    installed = {normal(one.name): one for one in distributions()}
    found = [component(entry, path, installed) for path in SCOPES for entry in lock.entries(path) if "==" in entry]
    # A lock repeats a package that an earlier one has for some platforms only.
    components = list({each["bom-ref"]: each for each in reversed(found)}.values())
    references = {each["name"]: each["bom-ref"] for each in components}
    subject = {**named("orbweaver", installed["orbweaver"].version), "type": "application"}
    direct = [Requirement(line) for line in lock.install_requirements()]
    links = [{"ref": subject["bom-ref"], "dependsOn": targets(direct, references)}]
    for name, reference in sorted(references.items()):
        needed = [Requirement(line) for line in installed[name].requires or ()] if name in installed else []
        links.append({"ref": reference, "dependsOn": targets(needed, references)})
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components, sort_keys=True))}",
        "version": 1,
        "metadata": {"component": subject},
        "components": sorted(components, key=lambda each: str(each["bom-ref"])),
        "dependencies": links,
    }


def component(entry: str, path: Path, installed: dict[str, Distribution]) -> dict[str, Any]:
    """One package of a lock."""
    pin, _, marker = entry.partition("\\")[0].strip().partition(" ; ")
    name, _, version = pin.partition("==")
    found = named(normal(name), version)
    hashes = [{"alg": "SHA-256", "content": each} for each in re.findall(r"sha256:([0-9a-f]{64})", entry)]
    found |= {"scope": SCOPES[path], "licenses": licenses(installed.get(normal(name)))}
    found["externalReferences"] = [{"type": "distribution", "url": found["purl"], "hashes": hashes}]
    if marker:
        found["properties"] = [{"name": "python:marker", "value": marker}]
    return found


def named(name: str, version: str) -> dict[str, Any]:
    """The fields that identify a package of Python."""
    address = f"pkg:pypi/{name}@{version}"
    return {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}


def licenses(package: Distribution | None) -> list[dict[str, Any]]:
    """What the package says of its licence: an expression, otherwise names; empty if it is silent or not installed."""
    if package is None:
        return []
    about = package.metadata
    if "License-Expression" in about:
        return [{"expression": about["License-Expression"]}]
    classifiers = about.get_all("Classifier") or []
    names = {each.rpartition(" :: ")[2] for each in classifiers if each.startswith("License :: ")}
    said = about["License"].strip() if "License" in about else ""
    if not names and said and len(said) <= LICENSE_LETTERS_MAX:
        names = {said}
    return [{"license": {"name": name}} for name in sorted(names)]


def targets(needed: list[Requirement], references: dict[str, str]) -> list[str]:
    """The locked packages among requirements that hold on this platform, without extras."""
    held = [each for each in needed if each.marker is None or each.marker.evaluate({"extra": ""})]
    return sorted({references[normal(each.name)] for each in held if normal(each.name) in references})


def normal(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def write(path: Path) -> None:
    """Write the bill, and print how many packages it has."""
    made = bill()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(made['components'])} packages in {path}")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if sys.argv[1:] else lock.ROOT / "build/bom.json")
