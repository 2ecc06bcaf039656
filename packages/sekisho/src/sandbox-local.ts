/** The entry `sekisho/sandbox/local`: the names of `sekisho/sandbox`, and the sandboxes on this machine and in Docker. */
export * from '@openai/agents-core/sandbox/local';
