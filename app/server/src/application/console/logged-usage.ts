import type { ExecutionLog } from 'sekisho';

/** What the engine logged about the model when the run last waited or was done; undefined before, and when it ended otherwise. */
export function usageIn(
  records: readonly ExecutionLog[],
): { input: number; output: number; requests: number } | undefined {
  const told = records.findLast(({ event }) => event === 'run.finished' || event === 'run.suspended');
  const { input_tokens: input, output_tokens: output, requests } = told?.data ?? {};
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  return { input, output, requests: typeof requests === 'number' ? requests : 0 };
}
