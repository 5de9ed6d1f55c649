"""Legal forms of companies: `Acme GmbH` and `株式会社アクメ` are the legal names of Acme and アクメ."""

from __future__ import annotations

import re

_AFTER = re.compile(
    r"[\s,]+(?:inc|incorporated|corp|corporation|ltd|limited|llc|llp|plc|gmbh(?: & co\.? kg)?|ag|kg|se|s\.?a\.?s?|s\.?r\.?l|"
    r"s\.?p\.?a|b\.?v|n\.?v|a/s|aps|ab|oy|oyj|pty|k\.?k|co|ltda|s\.?l|sp\.? z ?o\.? ?o|s\.?r\.?o|d\.?o\.?o|kft|a\.?ş)\.?$",
    re.I,
)
# These are written without a blank, and some before the name.
_BESIDE = (
    "株式会社|有限会社|合同会社|合資会社|（株）|\\(株\\)|㈱|주식회사|\\(주\\)|㈜|股份有限公司|有限责任公司|有限公司"
)
_JOINED = re.compile(rf"^(?:{_BESIDE}|(?:ООО|ОАО|ЗАО|ПАО|АО)\s)\s*|\s*(?:{_BESIDE})$")


def without(name: str) -> str:
    """The name without its legal form. Unchanged if nothing else is in it."""
    return _JOINED.sub("", _AFTER.sub("", name)).strip(' «»"') or name
