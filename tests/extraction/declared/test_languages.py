"""The language of a text whose page declares none."""

from __future__ import annotations

import pytest

from extraction.declared import languages


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("これは港の古い時計台です。", "ja"),
        ("이것은 항구의 오래된 시계탑입니다.", "ko"),
        ("这是港口的旧钟楼，每天响三次", "zh"),
        ("นี่คือหอนาฬิกาเก่าของท่าเรือ", "th"),
        ("Αυτός είναι ο παλιός πύργος του λιμανιού.", "el"),
        ("זהו מגדל השעון הישן של הנמל.", "he"),
        ("این برج ساعت قدیمی بندر است که پیچ دارد.", "fa"),
        ("هذا هو برج الساعة القديم في الميناء.", "ar"),
        ("यह बंदरगाह का पुराना घंटाघर है।", "hi"),
        ("এটি বন্দরের পুরানো ঘড়ি টাওয়ার।", "bn"),
        ("இது துறைமுகத்தின் பழைய மணிக்கூண்டு.", "ta"),
        ("ఇది ఓడరేవు యొక్క పాత గడియార స్తంభం.", "te"),
        ("ეს არის ნავსადგურის ძველი კოშკი.", "ka"),
        ("Սա նավահանգստի հին աշտարակն է։", "hy"),
        ("Це стара вежа з годинником у її порту, де є інші.", "uk"),
        ("Это старая башня с часами в порту.", "ru"),
        ("A brand with the name Ωmega keeps this text in English, and it is of one letter only.", "en"),
    ],
)
def test_script_of_most_letters_decides_before_frequent_words(text: str, language: str) -> None:
    assert languages.likely(text) == language


@pytest.mark.parametrize(("text", "language"), [("маяк в порту жж", "ru"), ("маяк в порту ж", None)])
def test_text_of_fewer_than_twelve_letters_has_no_language(text: str, language: str | None) -> None:
    assert languages.likely(text) == language
