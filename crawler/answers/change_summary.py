"""One or two sentences of the language model about a change of a page. The difference must support them."""

from __future__ import annotations

import asyncio

from crawler.answers import configured_model, prompts
from crawler.answers.conversation import Conversation, Exchange, Sizes
from crawler.answers.question import Terms
from crawler.providers.llm.base import ModelUnavailable
from crawler.resources import Resources
from extraction.changes import sentences
from extraction.changes.sentences import ChangeQuestion

SECONDS = 60.0


async def describe(shared: Resources, url: str, question: ChangeQuestion, workspace_id: str) -> str:
    """The sentences about a change of the page at `url`.

    Raises:
        ServiceUnavailable: no model is configured, its provider failed, or the difference does not support its sentences.
    """
    model = configured_model.of(shared)
    if model is None:
        raise configured_model.not_configured(shared.environment, "A summary of a change")
    terms = Terms(asyncio.get_running_loop().time() + SECONDS, workspace_id=workspace_id, asks_anew=True)
    sizes = Sizes.of(shared.environment.llm_context_tokens)
    conversation = Conversation(model, shared.reading, url, terms, sizes)
    content = prompts.summary(question.part[: sizes.part_chars], None)
    answered = await conversation.ask(Exchange(prompts.DESCRIBE_CHANGE, content, prompts.SUMMARY_SCHEMA))
    written = tuple(one for one in answered.data.get("sentences", ()) if isinstance(one, str))
    found = await shared.reading.call(url, sentences.checked, written, question.support, workspace_id=workspace_id)
    if found is None:
        raise ModelUnavailable("The language model's sentences are not supported by the difference.")
    return found
