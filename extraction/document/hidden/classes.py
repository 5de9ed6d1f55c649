"""Which classes hide an element by their name, because well-known style sheets define them. Those sheets are not fetched.

To add one: the name in `_NEVER` or `_CLOSED`, with a line in the table of cases. Classes that also show the element on some screens
or in some state, as `hidden md:block` does, hide nothing.
"""

from __future__ import annotations

import re

from extraction.document.hidden.inline_styles import Hiding
from extraction.document.known_texts import remembered

# Text for screen readers alone.
_NEVER = frozenset(
    "sr-only visually-hidden visuallyhidden visually-hidden-focusable sr-only-focusable screen-reader-text "
    "screen-reader-only screen-reader screenreader-only screenreader screen-reader-response element-invisible show-for-sr "
    "show-on-focus is-sr-only uk-hidden-visually is-visually-hidden u-visually-hidden u-visuallyhidden u-sr-only "
    "u-screen-reader-text a11y-hidden a11y-only visually--hidden accessibly-hidden hidden-accessible hidden-visually "
    "assistive-text slds-assistive-text govuk-visually-hidden nhsuk-u-visually-hidden usa-sr-only cdk-visually-hidden "
    "elementor-screen-only vh-only pf-u-screen-reader pf-v5-u-screen-reader euiscreenreaderonly chakra-visually-hidden "
    "ui-helper-hidden-accessible hide-text text-hide a-offscreen offscreen off-screen mdl-visually-hidden for-screen-reader "
    "for-screenreader ids-sr-only aui-assistive".split()
)
# The same under the names of a site's own style sheet: `price__sr-text`, `Brand_srOnly__Wk6R2`.
_NEVER_BY_ENDING = re.compile(
    r"(?:^|\s)(?:[\w-]*(?<!not)[_-])?(?:sr-?only|sr-text|visually-?hidden|screen-?reader-?(?:text|only))"
    r"(?:--?focusable)?(?:__?[\w-]{5,})?(?=\s|$)"
)
# A font draws these words as one icon. Wikis put links for editors into headings.
_ICONS = frozenset(
    "material-icons material-icons-outlined material-icons-round material-icons-sharp material-icons-two-tone "
    "material-symbols-outlined material-symbols-rounded material-symbols-sharp mw-editsection".split()
)
_CLOSED = frozenset(
    "hidden !hidden hide d-none is-hidden display-none u-hidden u-hide dn invisible visibility-hidden is-invisible uk-hidden "
    "slds-hide govuk-!-display-none w-condition-invisible w-hidden ui-helper-hidden nodisplay no-display displaynone ng-hide "
    "aui-hidden".split()
)
# Of these, the ones that an element's own `display` undoes. Style sheets mark most of the others as important.
_UNDONE = frozenset("hide hidden dn nodisplay no-display displaynone".split())
_FADED = frozenset(("opacity-0", "o-0", "opacity-[0]", "!opacity-0"))
_HIDDEN = _NEVER | _ICONS | _CLOSED | _FADED
# Shows on some screens or in some state: `md:block`, `group-hover:opacity-100`, `d-md-flex`, `dn db-ns`, `visible-xs`.
_SHOWN_SOMEWHERE = re.compile(
    r"(?:^|\s)(?:[^\s:]+\\?:!?(?:block|flex|inline\S*|grid|table\S*|contents|list-item|flow-root|visible|not-sr-only|opacity-\S+)"
    r"|d-(?:xs|sm|md|lg|xl|xxl)-(?!none)\S+|d-(?:block|flex|inline\S*|grid)|d(?:b|i|ib|t|tc|f)-(?:ns|m|l)"
    r"|(?:visible|show)-(?!for-sr|on-focus)\S+|(?:is|uk|u)-(?:visible|shown)\S*)(?=\s|$)",
    re.I,
)
# A transparent or invisible element with one of these is about to be faded in.
_FADES_IN = re.compile(r"(?:^|\s)(?:transition|animat|duration-|fade|aos|reveal|wow)", re.I)
_FADING = _FADED | {"invisible", "is-invisible"}
# Classes of old Bootstrap and of Elementor, one per size of screen. Together they hide on every screen.
_PER_SCREEN = (
    frozenset(("hidden-xs", "hidden-sm", "hidden-md", "hidden-lg")),
    frozenset(("elementor-hidden-desktop", "elementor-hidden-tablet", "elementor-hidden-mobile")),
    frozenset(("elementor-hidden-desktop", "elementor-hidden-tablet", "elementor-hidden-phone")),
    frozenset(("w-hidden-main", "w-hidden-medium", "w-hidden-small", "w-hidden-tiny")),
    frozenset(("et_pb_hide_desktop", "et_pb_hide_tablet", "et_pb_hide_phone")),
)  # fmt: skip
_KNOWN = _HIDDEN.union(*_PER_SCREEN)


def are_undone_by_display(classes: str) -> bool:
    """Whether an element with these classes is shown if its own style has `display: block`."""
    names = set(classes.lower().split())
    return _UNDONE.issuperset(names & _HIDDEN) and not any(screens <= names for screens in _PER_SCREEN)


def is_icon(classes: str) -> bool:
    """Whether a font draws the element's words as an icon, or they are links for editors."""
    return not _ICONS.isdisjoint(classes.lower().split())


def _may_end_so(lower: str) -> bool:
    """False for most classes that `_NEVER_BY_ENDING` does not match. This takes a tenth of its time."""
    return "sr" in lower or "hidden" in lower or "reader" in lower


@remembered(1_000_000)
def hiding(classes: str) -> Hiding | None:
    """How the classes of an element hide it, or None."""
    lower = classes.lower()
    names = lower.split()
    if _may_end_so(lower) and _NEVER_BY_ENDING.search(lower) and not _SHOWN_SOMEWHERE.search(classes):
        return "never"
    if _KNOWN.isdisjoint(names):
        return None
    found = _HIDDEN.intersection(names)
    if not found and not any(screens.issubset(names) for screens in _PER_SCREEN):
        return None
    if _SHOWN_SOMEWHERE.search(classes) or (found and found <= _FADING and _FADES_IN.search(classes)):
        return None
    if found & (_NEVER | _ICONS):
        return "never"
    return "closed" if found - _FADED or not found else "faded"
