import type { ExecutionLog } from 'sekisho';

/**
 * Returns the model usage that the engine logged when the run was last suspended or completed. Undefined before that,
 * and for other endings.
 */
export function usageIn(
  records: readonly ExecutionLog[],
): { input: number; output: number; requests: number } | undefined {
  const record = records.findLast(({ event }) => event === 'run.finished' || event === 'run.suspended');
  const { input_tokens: input, output_tokens: output, requests } = record?.data ?? {};
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  return { input, output, requests: typeof requests === 'number' ? requests : 0 };
}
