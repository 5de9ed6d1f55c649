"""The SVG elements and attributes that a sanitised logo may contain.

To allow another name: add it here if it cannot load a file, run code, change another attribute over time, or cost more than
linear time to draw.
"""

from __future__ import annotations

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"

_ELEMENTS = """
svg g defs symbol use switch a title style
path rect circle ellipse line polyline polygon text tspan textPath image
linearGradient radialGradient stop clipPath mask pattern
filter feGaussianBlur feOffset feBlend feColorMatrix feComposite feFlood feMerge feMergeNode feDropShadow
feComponentTransfer feFuncR feFuncG feFuncB feFuncA
""".split()

_GEOMETRY = """
id class style lang type media
x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d width height points transform rotate pathLength
viewBox preserveAspectRatio version overflow clip
gradientUnits gradientTransform spreadMethod offset
clipPathUnits maskUnits maskContentUnits mask-type patternUnits patternContentUnits patternTransform
refX refY
textLength lengthAdjust startOffset systemLanguage
filterUnits primitiveUnits in in2 result stdDeviation mode operator k1 k2 k3 k4 values
tableValues slope intercept amplitude exponent
""".split()

_PRESENTATION = """
fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
stroke-dasharray stroke-dashoffset color opacity display visibility paint-order vector-effect color-interpolation
color-interpolation-filters color-rendering shape-rendering text-rendering image-rendering
clip-path clip-rule mask filter
stop-color stop-opacity flood-color flood-opacity mix-blend-mode isolation
font font-family font-size font-style font-weight font-stretch font-variant text-anchor text-decoration letter-spacing
word-spacing dominant-baseline alignment-baseline baseline-shift direction unicode-bidi writing-mode transform-origin
enable-background solid-color
""".split()

# HTML parsers write names in lower case, so names are looked up in lower case and written in their proper form.
ELEMENTS: dict[str, str] = {name.lower(): name for name in _ELEMENTS}
ATTRIBUTES: dict[str, str] = {name.lower(): name for name in (*_GEOMETRY, *_PRESENTATION)}

# The elements whose `href` may name a part of the same document.
REFERRING = frozenset("use textPath linearGradient radialGradient pattern filter mask clipPath".split())
# The elements whose text remains.
TEXTUAL = frozenset("text tspan textPath title".split())
