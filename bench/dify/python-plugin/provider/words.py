from collections.abc import Mapping

from dify_plugin import ModelProvider


class WordsProvider(ModelProvider):
    def validate_provider_credentials(self, credentials: Mapping) -> None:
        """Every key is good."""
