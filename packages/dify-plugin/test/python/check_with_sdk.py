"""Reads samples, one JSON object per line, and parses each with the models of Dify's Python SDK."""

import json
import sys

import dify_plugin  # noqa: F401  (patches gevent first, as in a real plugin)
from dify_plugin.core.entities.message import InitializeMessage, SessionMessage
from dify_plugin.core.entities.plugin.setup import PluginConfiguration
from dify_plugin.entities.agent import (
    AgentInvokeMessage,
    AgentStrategyConfiguration,
    AgentStrategyProviderConfiguration,
)
from dify_plugin.entities.model import AIModelEntity
from dify_plugin.entities.model.llm import LLMResultChunk
from dify_plugin.entities.model.provider import ProviderEntity
from dify_plugin.entities.tool import ToolConfiguration, ToolInvokeMessage, ToolProviderConfiguration

# The SDK requires the path of the Python source; the daemon does not.
EXTRA = {"extra": {"python": {"source": "main.py"}}}

CHECKS = {
    "session": lambda data: SessionMessage(**data),
    "initialize": lambda data: InitializeMessage(**data),
    "llm": lambda data: LLMResultChunk(**data),
    "agent": lambda data: AgentInvokeMessage(**data),
    "tool": lambda data: ToolInvokeMessage(**data),
    "manifest": lambda data: PluginConfiguration(**data),
    "model_provider": lambda data: ProviderEntity(**{**data, "models": {}}),
    "model": lambda data: AIModelEntity(**data),
    "agent_provider": lambda data: AgentStrategyProviderConfiguration(**{**data, "strategies": []}),
    "strategy": lambda data: AgentStrategyConfiguration(**{**data, **EXTRA}),
    "tool_provider": lambda data: ToolProviderConfiguration(**{**data, **EXTRA, "tools": []}),
    "tool_file": lambda data: ToolConfiguration(**{**data, **EXTRA}),
}

counts: dict[str, int] = {}
failures = 0
for line in sys.stdin:
    sample = json.loads(line)
    kind = sample["kind"]
    counts[kind] = counts.get(kind, 0) + 1
    try:
        CHECKS[kind](sample["data"])
        refused = None
    except Exception as error:  # noqa: BLE001
        refused = error
    # A sample that must be rejected shows that the models check their input.
    if (refused is not None) != sample.get("refused", False):
        failures += 1
        print(f"FAILED {kind}: {json.dumps(sample['data'])[:300]}\n{refused}", file=sys.stderr)

print(json.dumps({"checked": counts, "failures": failures}))
sys.exit(1 if failures or set(counts) != set(CHECKS) else 0)
