import time
from collections.abc import Generator, Mapping

from dify_plugin import LargeLanguageModel
from dify_plugin.entities.model.llm import LLMResult, LLMResultChunk, LLMResultChunkDelta
from dify_plugin.entities.model.message import AssistantPromptMessage, PromptMessage, PromptMessageTool


class WordsLargeLanguageModel(LargeLanguageModel):
    def _invoke(
        self,
        model: str,
        credentials: dict,
        prompt_messages: list[PromptMessage],
        model_parameters: dict,
        tools: list[PromptMessageTool] | None = None,
        stop: list[str] | None = None,
        stream: bool = True,
        user: str | None = None,
    ) -> LLMResult | Generator:
        order, count = str(prompt_messages[-1].content).split()
        return self._say(model, int(count), 0.1 if order == "/slowly" else 0)

    def _say(self, model: str, count: int, pause: float) -> Generator:
        for index in range(count):
            yield LLMResultChunk(
                model=model,
                prompt_messages=[],
                delta=LLMResultChunkDelta(
                    index=index, message=AssistantPromptMessage(content=f"word{index} ")
                ),
            )
            if pause:
                time.sleep(pause)

    def get_num_tokens(
        self,
        model: str,
        credentials: dict,
        prompt_messages: list[PromptMessage],
        tools: list[PromptMessageTool] | None = None,
    ) -> int:
        return 0

    def validate_credentials(self, model: str, credentials: Mapping) -> None:
        """Every key is good."""

    @property
    def _invoke_error_mapping(self) -> dict:
        return {}
