/** The names of upstream's OpenAI models that the providers use: the only door to that package. */
export { OpenAIChatCompletionsModel, OpenAIProvider, OpenAIResponsesModel } from '@openai/agents-openai';
