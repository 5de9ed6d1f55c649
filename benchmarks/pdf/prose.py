"""English sentences without meaning. The same seed gives the same sentences."""

from __future__ import annotations

import random

_NOUNS = """harbour survey engineer council river bridge market winter report machine letter village captain garden
committee lantern railway doctor archive mountain theatre schedule merchant workshop instrument hospital newspaper
experiment laboratory orchard telescope parliament catalogue warehouse foundation neighbour expedition manuscript
republic telegraph furniture vineyard lighthouse cathedral microscope passenger minister carpenter reservoir""".split()
_VERBS = """describes repairs measures follows explains replaces supports visits inspects remembers finances
organises questions protects discovers translates examines abandons publishes restores completes postpones""".split()
_ADJECTIVES = """northern narrow careful public ancient modern quiet expensive temporary remarkable considerable
independent provincial enormous reliable traditional experimental industrial magnificent unfinished""".split()
_ENDS = """before the end of the year|without any support from the capital|in spite of the considerable costs|
as the minutes of the meeting show|under the supervision of the ministry|for the second time in a decade|
according to several independent observers|while the negotiations were still going on|near the old railway station|
because nobody had expected otherwise|with the permission of the owners|during the construction of the tunnel""".replace(
    "\n", ""
).split("|")


class Prose:
    """A source of sentences, paragraphs and titles."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def noun(self) -> str:
        return self.chance.choice(_NOUNS)

    def phrase(self) -> str:
        return f"{self.chance.choice(_ADJECTIVES)} {self.noun()}"

    def title(self) -> str:
        """Three to six words, the first in upper case."""
        text = (
            f"{self.phrase()} and the {self.phrase()}"
            if self.chance.random() < 0.5
            else f"the {self.phrase()} of {self.noun()}s"
        )
        return text[0].upper() + text[1:]

    def sentence(self) -> str:
        """About 18 words, sometimes with a number or a comma."""
        chance = self.chance
        text = f"the {self.phrase()} {chance.choice(_VERBS)} the {self.phrase()}"
        if chance.random() < 0.3:
            text += f", and {chance.randrange(2, 900)} {self.noun()}s {self.noun()} the {self.phrase()}"
        text += f" {chance.choice(_ENDS)}."
        return text[0].upper() + text[1:]

    def paragraph(self, sentences: int = 0) -> str:
        return " ".join(self.sentence() for _ in range(sentences or self.chance.randrange(3, 7)))

    def amount(self) -> str:
        return f"{self.chance.randrange(1, 9999):,}.{self.chance.randrange(0, 99):02d}"
