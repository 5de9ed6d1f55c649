"""The amount, the unit and the name in one line of an ingredient list: `2 tbsp unsalted butter`, `300 g Mehl (Type 405)`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extraction.document.letters import folded

_UNITS = frozenset(
    "g gr gram grams gramm gramme grammes gramos grammi gram kg mg ml cl dl l liter litre litres litro litros oz ounce ounces lb lbs"
    " pound pounds cup cups tbsp tbs tablespoon tablespoons tsp teaspoon teaspoons pinch pinches clove cloves slice slices can cans"
    " tin tins jar jars bunch bunches handful stick sticks sprig sprigs stalk stalks piece pieces head heads package packages packet"
    " el tl essl teel essloffel teeloffel prise prisen zehe zehen scheibe scheiben dose dosen bund packung packungen packchen becher"
    " glas stuck stk stange stangen zweig zweige tasse tassen cs cc cuillere cuilleres pincee pincees gousse gousses tranche tranches"
    " boite boites botte brin brins sachet sachets verre verres tasse cucharada cucharadas cucharadita cucharaditas pizca diente dientes"
    " lata latas rama ramas hoja hojas manojo vaso vasos taza tazas cucchiaio cucchiai cucchiaino cucchiaini pizzico spicchio spicchi"
    " fetta fette mazzetto rametto bicchiere scatola foglia foglie colher colheres xicara xicaras dente dentes pitada lata maco eetlepel"
    " eetlepels theelepel theelepels teen tenen teentje teentjes snuf snufje plak plakjes blik takje takjes stuks lyzka lyzki lyzeczka"
    " lyzeczki szklanka szklanki zabek zabki szczypta plaster plastry puszka peczek sztuka sztuki garsc yemek kasigi cay bardagi bardak"
    " dis tutam demet dilim adet paket su msk tsk krm dl klyfta klyftor nypa skiva skivor burk st г гр кг мл л ст ч шт".split()
)
_SIZES = frozenset(
    "large small medium big gross klein mittelgross grande gran petit petite grosse moyen mediano".split()
)
_AMOUNT = re.compile(
    r"(?:(?:ca|circa|etwa|about|env|environ)\.?\s+)?((?:\d{1,4}\s+\d/\d{1,2}|\d{1,2}/\d{1,2}|\d{1,5}(?:[.,]\d{1,3})?\s?[½¼¾⅓⅔⅛]?"
    r"|[½¼¾⅓⅔⅛])(?:\s?[-–]\s?\d{1,4}(?:[.,]\d{1,2})?)?)\s*(.{1,200})$",
    re.I,
)
_NOTE = re.compile(r"\s*(?:[(（][^()（）]{0,120}[)）]|,\s[^,]{2,80}$)")
_LINKING = re.compile(r"^(?:of|de|d[’']|di|del|della|van|do|da)\s?(?=\S)", re.I)


@dataclass(frozen=True)
class Ingredient:
    """The parts of one line. Empty texts for parts that it does not have. `amount` is the quantity with its unit."""

    name: str
    quantity: str = ""
    unit: str = ""

    @property
    def amount(self) -> str:
        return f"{self.quantity} {self.unit}".strip()


def read(line: str) -> Ingredient | None:
    """The parts of a line, without the note in brackets. None if a number in it cannot be distinguished from the name."""
    text = " ".join(line.split())[:300]
    found = _AMOUNT.match(text)
    if found is None:
        name = _NOTE.sub("", text).strip()
        return None if re.search(r"\d", name) or not name else Ingredient(name)
    quantity, rest = found[1].strip(), found[2]
    unit, _, after = rest.partition(" ")
    known = folded(unit).strip(".")
    if known not in _UNITS and known not in _SIZES:
        unit, after = "", rest
    name = _LINKING.sub("", _NOTE.sub("", after).strip())
    return None if not name or re.search(r"\d", name) else Ingredient(name, quantity, unit)
