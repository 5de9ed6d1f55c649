"""Host names in ASCII."""

from __future__ import annotations

import pytest

from contract.host_name import ascii_name, to_ascii, to_unicode


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("Example.COM", "example.com"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("βόλος.example", "xn--nxasmm1c.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("ＡＢＣ.example", "abc.example"),
        ("☃.example", "xn--n3h.example"),
    ],
)
def test_host_is_written_as_in_browsers(host: str, expected: str) -> None:
    assert to_ascii(host) == expected == ascii_name(host)


@pytest.mark.parametrize("host", ["ü" * 64 + ".example", "a b.example", "ü/x.example", "", "a..b"])
def test_what_is_not_a_host_name_is_rejected(host: str) -> None:
    with pytest.raises(ValueError):
        ascii_name(host)


@pytest.mark.parametrize(
    ("host", "expected"), [("xn--strae-oqa.de", "straße.de"), ("xn--a.de", "xn--a.de"), ("a.de", "a.de")]
)
def test_host_is_shown_as_people_write_it(host: str, expected: str) -> None:
    assert to_unicode(host) == expected
