"""The language model that the operator configured."""

from __future__ import annotations

from contract.environment import Environment
from crawler.providers.llm.base import LanguageModel
from crawler.providers.llm.openai_compatible import OpenAICompatible


def model_of(environment: Environment) -> LanguageModel | None:
    """A client of the configured model, or None when a setting that it needs is not set."""
    if environment.unset_model_settings:
        return None
    assert environment.llm_base_url and environment.llm_model
    return OpenAICompatible(environment.llm_base_url, environment.llm_model, environment.llm_api_key)
