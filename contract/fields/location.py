"""Countries that pages are fetched from, and languages that are requested."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, validate

from contract.fields.basic import Text

COUNTRIES = (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG "
    "CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL "
    "GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA "
    "LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP "
    "NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV "
    "SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
).split()


class Country(Text):
    """An ISO 3166 alpha-2 country code. Lower case is accepted and stored as upper case."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.metadata = {**self.metadata, "published": {"pattern": "^[A-Za-z]{2}$"}, "example": "DE"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        code = super()._deserialize(value, attr, data, **kwargs).upper()
        if code not in COUNTRIES:
            raise ValidationError("must be an ISO 3166 alpha-2 country code, such as DE")
        return code


class LanguageTag(Text):
    """A language tag, as in the Accept-Language header."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        pattern, message = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}", "must be a language tag, such as en or pt-BR"
        self.validators.append(validate.Regexp(pattern + r"\Z", error=message))
        self.metadata = {**self.metadata, "published": {"pattern": f"{pattern}$"}, "example": "pt-BR"}
