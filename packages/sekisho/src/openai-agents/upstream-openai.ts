/** The names of upstream's OpenAI models that the providers use. Only this file imports that package. */
export { OpenAIChatCompletionsModel, OpenAIProvider, OpenAIResponsesModel } from '@openai/agents-openai';
