"""CSS selectors that callers send to keep or remove elements."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cssselect import ExpressionError, HTMLTranslator, SelectorError
from cssselect.parser import Attrib, Element
from cssselect.parser import parse as parse_selector
from cssselect.xpath import XPathExpr
from marshmallow import ValidationError

from contract import limits
from contract.fields.basic import Text, at_most

# Characters that lxml cannot search for. Escapes such as `\1 ` can produce them too.
_NOT_IN_MARKUP = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class _Translator(HTMLTranslator):
    """Translates selectors to XPath and rejects namespaces, which HTML pages do not have.

    Parsing alone is not enough: `*:last-of-type` and `svg|a` parse, but cannot be searched for.
    """

    def xpath_element(self, selector: Element) -> XPathExpr:
        if selector.namespace:
            raise ExpressionError("namespaces are not supported")
        return super().xpath_element(selector)

    def xpath_attrib(self, selector: Attrib) -> XPathExpr:
        if selector.namespace:
            raise ExpressionError("namespaces are not supported")
        return super().xpath_attrib(selector)


_TRANSLATOR = _Translator()


class CssSelector(Text):
    """A CSS selector of types, classes, ids, attributes, structural pseudo-classes and `:not()`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        published = {"minLength": 1, "maxLength": limits.SELECTOR_MAX_CHARS}
        self.metadata = {**self.metadata, "published": published, "example": "article.post > p"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        given = super()._deserialize(value, attr, data, **kwargs)
        if len(given) > limits.SELECTOR_MAX_CHARS:
            raise ValidationError(at_most(limits.SELECTOR_MAX_CHARS, "characters"))
        text = given.strip()
        try:
            selectors = parse_selector(text)
            paths = [_TRANSLATOR.selector_to_xpath(selector) for selector in selectors]
        except SelectorError as error:
            raise ValidationError(f"is not a CSS selector: {error}") from error
        if any(map(_NOT_IN_MARKUP.search, paths)):
            raise ValidationError("is not a CSS selector: control characters are not allowed")
        if any(selector.pseudo_element for selector in selectors):
            raise ValidationError("is not a CSS selector of elements: pseudo-elements are not supported")
        return text
