/**
 * The entry `sekisho/sandbox`: upstream's sandbox agents, unchanged. Their tools are listed, judged and executed in a run like
 * any other tools. What a program calls on a session itself is no tool call and is not judged.
 */
export * from '@openai/agents-core/sandbox';
