/**
 * The entry `sekisho/sandbox`: upstream's sandbox agents, unchanged. Their tools are listed, judged and executed in a run like
 * any other tools. Methods of a session that a program calls itself are not tool calls and are not judged.
 */
export * from '@openai/agents-core/sandbox';
