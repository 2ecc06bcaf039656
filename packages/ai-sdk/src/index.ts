/** The public API of the integration with the AI SDK. */
export { AiThread, type GatedCall } from './ai-thread.ts';
export { createAiThreads, type AiThreads, type AiThreadsOptions, type OpenAiThread } from './ai-threads.ts';
