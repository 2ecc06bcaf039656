"""Reads samples, one JSON object per line, and prints which of them the models of Dify's SDK reject."""

import json
import sys

import dify_plugin  # noqa: F401  (patches gevent first, as in a real plugin)
from dify_plugin.core.entities.plugin.setup import PluginConfiguration
from dify_plugin.entities.agent import (
    AgentInvokeMessage,
    AgentStrategyConfiguration,
    AgentStrategyProviderConfiguration,
)
from dify_plugin.entities.model import AIModelEntity
from dify_plugin.entities.model.llm import LLMResultChunk
from dify_plugin.entities.model.provider import ProviderEntity

# The SDK requires the path of the Python source and reads the listed files itself; the daemon does neither.
SOURCE = {"extra": {"python": {"source": "main.py"}}}

MODELS = {
    "manifest": PluginConfiguration,
    "model_provider": lambda **data: ProviderEntity(**{**data, "models": {}}),
    "model": AIModelEntity,
    "agent_provider": lambda **data: AgentStrategyProviderConfiguration(**{**data, "strategies": []}),
    "strategy": lambda **data: AgentStrategyConfiguration(**{**data, **SOURCE}),
    "llm_chunk": LLMResultChunk,
    "agent_message": AgentInvokeMessage,
}

refused = []
for line in sys.stdin:
    sample = json.loads(line)
    try:
        MODELS[sample["kind"]](**sample["data"])
    except Exception as error:  # noqa: BLE001
        refused.append({"name": sample["name"], "reason": str(error)[:300]})
print(json.dumps(refused))
