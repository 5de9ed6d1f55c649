"""The errors with which servers say that a request is longer than their context, or that they do not know the answer format."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crawler.providers.llm import completion
from crawler.providers.llm.dialect import is_too_long, rejects_format

TOO_LONG: dict[str, Any] = {
    "OpenAI": {"error": {"message": "Maximum context length is 8192 tokens.", "code": "context_length_exceeded"}},
    "vLLM": {"object": "error", "message": "This model's maximum context length is 4096 tokens.", "code": 400},
    "llama.cpp": {"error": {"code": 400, "message": "the request exceeds the available context size."}},
    "TGI": {"error": "Input validation error: `inputs` must have less than 4096 tokens. Given: 5000"},
    "LM Studio": {"error": "The model is loaded with context length of only 4096 tokens"},
    "Anthropic": {"error": {"type": "invalid_request_error", "message": "prompt is too long: 209000 tokens > 200000"}},
    "Google": [{"error": {"code": 400, "message": "The input token count exceeds the maximum number of tokens."}}],
    "Mistral": {"message": "Prompt contains 40000 tokens, too large for model with 32768"},
    "Cohere": {"message": "too many tokens: total number of tokens in the prompt cannot exceed 4081"},
    "Bedrock": {"message": "Input is too long for requested model."},
    "SGLang": {"object": "error", "message": "The input is longer than the model's context length (4096 tokens)."},
    "FastAPI": {"detail": "Requested tokens (5000) exceed context window of 4096"},
}
OTHER_FORMAT: dict[str, Any] = {
    "DeepSeek": {"error": {"message": "This response_format type is unavailable now"}},
    "LM Studio": {"error": "'response_format.type' must be 'json_schema'"},
    "FastAPI": {"detail": [{"loc": ["body", "response_format"], "msg": "extra fields not permitted"}]},
    "vLLM": {"message": "guided decoding is not supported"},
}


def reason(body: Any) -> str:
    return completion.reason_of(json.dumps(body).encode())


@pytest.mark.parametrize("server", TOO_LONG)
def test_context_is_recognised(server: str) -> None:
    assert is_too_long(reason(TOO_LONG[server]))


@pytest.mark.parametrize("server", OTHER_FORMAT)
def test_unknown_format_is_recognised(server: str) -> None:
    assert rejects_format(reason(OTHER_FORMAT[server])) and not is_too_long(reason(OTHER_FORMAT[server]))
