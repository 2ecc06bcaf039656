/** The entry `sekisho/utils`: upstream's helpers for those who write models and tools, unchanged. None of them executes a tool. */
export * from '@openai/agents-core/utils';
