import pytest

from extraction.answers import attached_texts
from extraction.answers.schema.schema_field import SchemaField

_PAGE = "https://portal.example/hotel/12/"


@pytest.mark.parametrize(
    ("name", "text", "own"),
    [
        ("council_tax_band", "Band: C", "C"),
        ("band", "Tax: C", "Tax: C"),
        ("senco", "Miss T Wilcock – senco@larch.example", "Miss T Wilcock"),
        ("office", "North branch (046-555-0188)", "North branch"),
        ("営業所", "三崎営業所（046-555-0188）", "三崎営業所"),
        ("chair_of_governors", "Dr Farid Hosseini, c/o the school", "Dr Farid Hosseini"),
        ("referee", "Marta Figueira (AF Viseu)", "Marta Figueira"),
        ("event", "Marta Figueira (AF Viseu)", "Marta Figueira (AF Viseu)"),
        ("salesperson", "(208) 555-0143", None),
        ("serial", "208-555-0143", "208-555-0143"),
        ("phone", "14 0182 (from abroad +31 182 55 50 00)", "14 0182"),
        ("contact", "Ann Lee – ann@lee.example", "Ann Lee – ann@lee.example"),
        ("doi", "https://doi.example/10.5555/jls.2026.00418", "10.5555/jls.2026.00418"),
        ("doi", "not yet", None),
        ("isbn", "978-952-999-417-3 (sidottu)", "978-952-999-417-3"),
        ("isbn", "978-952-999-417-3", "978-952-999-417-3"),
        ("version", "RenameHeron 6.1.3", "6.1.3"),
        ("version", "3.8.1（2026年10月29日公開）", "3.8.1"),
        ("version", "4.9.9 LTS", "4.9.9 LTS"),
        ("version", "needs 3.1 and 3.2", "needs 3.1 and 3.2"),
        ("energy_class", "118 kWh/m² año D", "D"),
        ("energy_class", "118 kWh/m² A or D", None),
        ("energy_class", "A+", "A+"),
        ("epc_rating", "E (52)", "E"),
        ("最新バージョン", "3.8.1（2026年10月29日公開）", "3.8.1"),
        ("program_name", "Inkpot 6.1.3", "Inkpot"),
        ("product_name", "Disk 2.5", "Disk 2.5"),
        ("author", "Text: Ann Lee", "Ann Lee"),
        ("subtitle", "Text: Ann Lee", "Text: Ann Lee"),
        ("register", "Amtsgericht Ulm, PR 4471", "PR 4471"),
        ("registerCourt", "Amtsgericht Ulm, HRB 4471", "Amtsgericht Ulm"),
        ("general_partner", "Moos GmbH, Amtsgericht Ulm, HRB 4471", "Moos GmbH"),
        ("model", "Model 2026 (2nd edition)", "Model 2026 (2nd edition)"),
        ("hours", "Mo–Fr 9:00–17:30", "Mo–Fr 9:00–17:30"),
        ("official_site", "https://portal.example/hotel/12", None),
        ("homepage", "https://portal.example/hotel/12", None),
        ("official_site", "https://hotel.example/", "https://hotel.example/"),
    ],
)
def test_what_is_attached_to_a_value_is_not_part_of_it(name: str, text: str, own: str | None) -> None:
    assert attached_texts.without(text, SchemaField(name), None, _PAGE) == own


@pytest.mark.parametrize(
    ("name", "value", "is_other"),
    [("usable_area_m2", 94, True), ("usable_area_m2", 83, False), ("built_area_m2", 94, False), ("area_m2", 94, False),
     ("usable_rooms", 94, False)],
)  # fmt: skip
def test_an_amount_beside_another_word_of_its_passage(name: str, value: int, is_other: bool) -> None:
    assert attached_texts.is_of_other_part(value, name, "94 m² built, 83 m² usable") is is_other
