"""Structured data: as published, and as one list of entities."""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

import json
import time

import pytest

LD = '<script type="application/ld+json">{}</script>'


def structured(read, body: str):
    return read(f"<html><body>{body}<p>Text</p></body></html>", formats=("structured",)).structured


@pytest.mark.parametrize(
    "source",
    [
        '{"@type":"Product","name":"Lamp",}',
        '/* shop */ {"@type":"Product", // kind\n "name":"Lamp"}',
        '//<![CDATA[\n{"@type":"Product","name":"Lamp"}\n//]]>',
        '/* <![CDATA[ */ {"@type":"Product","name":"Lamp"}; /* ]]> */',
        '/*<![CDATA[*/{"@type":"Product","name":"Lamp",}/*]]>*/;',
        '<![CDATA[{"@type":"Product","name":"Lamp"}]]>',
        '<!-- {"@type":"Product","name":"Lamp"} -->',
        '[{"@type":"Product","name":"Lamp"},]',
        '{"@type":"Product","name":"Lamp"};',
        '{"@type":"Product","name":"Lamp","description":"two\nlines\tand a tab"}',
        '{"@type":"Product","name":"Lamp","size":"5\\\' tall"}',
        '{"@type":"Product","name":"Lamp","url":"https://a.example/x//y"}{"@type":"Thing"}',
        '{"@context":"https://schema.org","@graph":[{"@type":["Product"],"name":"Lamp"}]}',
    ],
)
def test_broken_json_ld_is_repaired(read, source: str) -> None:
    found = structured(read, LD.replace("{}", source))
    assert [(entity.type, entity.source, entity.properties["name"]) for entity in found.entities[:1]] == [
        ("Product", "json-ld", "Lamp")
    ]


def test_irreparable_json_ld_is_skipped(read) -> None:
    assert structured(read, LD.replace("{}", "not json")).json_ld == ()


@pytest.mark.parametrize(
    "script",
    [
        LD.replace("{}", '{"a":1' + " " * 20_000 + "}"),
        LD.replace("{}", '{"a":1' + " " * 20_000 + "}x"),
        LD.replace("{}", '{"a":"' + '\\"' * 50_000),
        LD.replace("{}", '{"a":x' + "/* " * 50_000),
        "<script>" + "__DATA__={a " * 20_000 + "</script>",
        "<script>" + '__DATA__={"a":undefined, ' * 20_000 + "</script>",
        '<script>__DATA__={a:"' + '\\"' * 50_000 + "</script>",
    ],
    ids=lambda script: script[:50],
)
def test_hostile_scripts_are_read_in_linear_time(read, script: str) -> None:
    start = time.process_time()
    structured(read, script)

    assert time.process_time() - start < 2


def test_each_of_several_states_is_repaired_separately(read) -> None:
    found = structured(read, '<script>window.__DATA__={"a":undefined};window.__STATE__ = {"b":void 0};</script>')
    assert [json.loads(state) for state in found.app_state] == [{"a": None}, {"b": None}]


def test_microdata_items_carry_type_and_properties(read) -> None:
    found = structured(
        read, '<div itemscope itemtype="https://schema.org/Product"><span itemprop=name>Lamp</span></div>'
    )
    assert found.microdata[0]["properties"]["name"] == "Lamp"
    assert found.entities[0].type == "Product"


def test_same_entity_in_two_markups_is_one_entity(read) -> None:
    found = structured(
        read,
        LD.replace("{}", '{"@type":"Product","name":"Lamp"}')
        + '<div itemscope itemtype="https://schema.org/Product"><span itemprop=name>Lamp</span></div>',
    )
    assert [(entity.type, entity.source) for entity in found.entities] == [("Product", "json-ld")]


def test_nested_entities_are_entities_too(read) -> None:
    found = structured(read, LD.replace("{}", '{"@type":"Article","publisher":{"@type":"Organization","name":"Gale"}}'))
    assert [entity.type for entity in found.entities] == ["Article", "Organization"]


def test_different_entities_with_one_name_are_all_returned(read) -> None:
    yoga = [{"@type": "Event", "name": "Yoga", "startDate": f"2024-05-0{day}"} for day in (1, 2, 3, 3)]
    found = structured(read, LD.replace("{}", json.dumps(yoga)))
    assert [entity.properties["startDate"][-1] for entity in found.entities] == ["1", "2", "3"]


def test_a_node_and_what_refers_to_it_are_one_entity(read) -> None:
    mention = {"@type": "Person", "@id": "#ada", "name": "Ada"}
    graph = {"@graph": [{"@type": "Article", "author": mention}, {**mention, "jobTitle": "Editor"}, mention]}
    found = structured(read, LD.replace("{}", json.dumps(graph)))
    assert [(entity.type, entity.properties.get("jobTitle")) for entity in found.entities] == [
        ("Article", None),
        ("Person", "Editor"),
    ]


def test_deeply_nested_entities_are_referenced_in_place_and_listed_once(read) -> None:
    entity: dict[str, object] = {"@type": "Thing", "name": "50", "text": "x" * 2_000}
    for number in range(49, 0, -1):
        entity = {"@type": "Thing", "name": str(number), "text": "x" * 2_000, "part": entity}
    found = structured(read, LD.replace("{}", json.dumps(entity)))

    first = found.entities[0].properties
    assert first["part"]["part"]["part"]["text"] and first["part"]["part"]["part"]["part"] == {
        "@type": "Thing",
        "name": "5",
    }
    assert [entity.properties["name"] for entity in found.entities] == [str(number) for number in range(1, 51)]
    assert len(json.dumps([entity.properties for entity in found.entities])) < 5 * len(json.dumps(entity))


def test_deeply_nested_microdata_is_referenced(read) -> None:
    item = '<div itemscope itemprop=part itemtype="https://schema.org/Thing"><b itemprop=name>{}</b>'
    found = structured(read, "".join(item.replace("{}", str(number)) for number in range(6)))

    inside = found.entities[0].properties
    for _ in range(3):
        inside = inside["part"]["properties"]
    assert inside["part"] == {"type": "Thing", "properties": {"name": "4"}}


def test_an_invalid_url_does_not_affect_other_microdata(read) -> None:
    item = '<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>{}</b><a itemprop=url href="{}">x</a></div>'
    page = item.replace("{}", "Lamp", 1).replace("{}", "http://[bad") + item.replace("{}", "Desk", 1).replace(
        "{}", "/d"
    )
    found = structured(read, page)
    assert [entity["properties"] for entity in found.microdata] == [
        {"name": "Lamp"},
        {"name": "Desk", "url": "https://www.example.com/d"},
    ]


def test_open_graph_is_one_object_with_lists_for_repeats(read) -> None:
    page = '<meta property="og:type" content="product"><meta property="og:image" content="/a"><meta property="og:image" content="/b">'
    found = structured(read, page)
    assert found.opengraph == ({"og:type": "product", "og:image": ["/a", "/b"]},)
    assert found.entities[0].source == "opengraph"


def test_rdfa_is_read_if_the_page_contains_it(read) -> None:
    found = structured(
        read, '<div vocab="https://schema.org/" typeof="Product"><span property="name">Lamp</span></div>'
    )
    assert any("Product" in json.dumps(item) for item in found.rdfa)
    assert any(entity.source == "rdfa" and entity.type == "Product" for entity in found.entities)


LAMPS = """<div vocab="https://schema.org/">
<div typeof="Product"><b property="name">Lamp</b><img property="image" src="/a.png">
  <div property="offers" typeof="Offer"><b property="price">12</b><link property="availability" href="https://schema.org/InStock"></div></div>
<div typeof="Product" resource="/chair"><b property="name">Chair</b><b property="color">red</b><b property="color">blue</b></div></div>"""


def test_rdfa_entities_have_short_names_and_plain_values(read) -> None:
    found = {entity.properties.get("name"): entity for entity in structured(read, LAMPS).entities}

    offer = {"@type": ["Offer"], "price": "12", "availability": "https://schema.org/InStock"}
    assert found["Lamp"].type == "Product" and found["Lamp"].properties["offers"] == offer
    assert found["Lamp"].properties["image"].endswith("/a.png") and "@id" not in found["Lamp"].properties
    assert found["Chair"].properties["color"] == ["blue", "red"]
    assert found["Chair"].properties["@id"].endswith("/chair")


def test_rdfa_lists_have_the_order_of_the_page(read) -> None:
    steps = ["Wash them.", "Chop them.", "Boil them for long.", "Add salt.", "Eat."]
    items = "".join(
        f"<div property='step' typeof='HowToStep'><span property='text'>{step}</span></div>" for step in steps
    )
    body = f"<div vocab='https://schema.org/' typeof='Recipe'><span property='name'>Soup</span>{items}</div>"

    [recipe] = [entity for entity in structured(read, body).entities if entity.type == "Recipe"]

    assert [step["text"] for step in recipe.properties["step"]] == steps


def test_rdfa_subjects_that_reference_one_another_give_bounded_output(read) -> None:
    many = " ".join(f"p{number}" for number in range(60))
    chain = "".join(
        f"<div resource='_:s{level}' typeof=T><link property='{many}' resource='_:s{level + 1}'></div>"
        for level in range(5)
    )
    page = (
        f"<div vocab='https://schema.org/'><div typeof=Top><link property='{many}' resource='_:s0'></div>{chain}</div>"
    )

    found = structured(read, page)

    assert len(json.dumps([entity.properties for entity in found.entities])) < 3_000_000


def test_page_text_is_not_mistaken_for_blank_nodes(read) -> None:
    page = '<div vocab="https://schema.org/" typeof=Product><b property=name>_:lamp</b><b property=sku>"@id": "_:x"</b></div>'

    [found] = structured(read, page).entities

    assert found.properties == {"name": "_:lamp", "sku": '"@id": "_:x"'}


def test_rdfa_output_is_deterministic(read) -> None:
    assert len({json.dumps(structured(read, LAMPS).rdfa) for _ in range(5)}) == 1


@pytest.mark.parametrize(
    "script",
    [
        '<script id="__NEXT_DATA__" type="application/json">{"props": {"a": 1}}</script>',
        '<script>window.__NUXT__={"a": 1};</script>',
        '<script>window.__INITIAL_STATE__ = {"a": 1}; next()</script>',
        '<script>window.__APOLLO_STATE__={"a": 1}</script>',
        '<script>window.__remixContext = {"a": 1};</script>',
        "<script>window.__PRELOADED_STATE__ = JSON.parse('{\\\"a\\\": 1}')</script>",
        '<script>window["__REDUX_STATE__"] = JSON.parse("{\\"a\\": 1}");</script>',
        '<script>window.__INITIAL_STATE__={"a":1,"b":undefined}</script>',
    ],
)
def test_application_state_is_returned_as_json_text(read, script: str) -> None:
    found = structured(read, script)
    assert len(found.app_state) == 1
    assert "a" in json.dumps(json.loads(found.app_state[0]))
