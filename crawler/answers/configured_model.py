"""The process's language model, and the errors when there is none."""

from __future__ import annotations

from contract.environment import Environment
from contract.errors import ServiceUnavailable
from crawler.providers.llm.base import LanguageModel
from crawler.providers.llm.configured import model_of
from crawler.resources import Resources


def of(shared: Resources) -> LanguageModel | None:
    """The configured model, or None. All crawlers of the process share its connections and limits."""
    return shared.client("language model", lambda: model_of(shared.environment))


def not_configured(environment: Environment, subject: str) -> ServiceUnavailable:
    """The error for work that needs a model when none is configured. `subject` begins the sentence."""
    return ServiceUnavailable(
        f"{subject} needs a language model: set {' and '.join(environment.unset_model_settings)}."
    )
