import type { RunSummary } from './run.ts';

/** Returns how long a run has lasted, until now if it has not ended. */
export function lastedMs({ status, created_at, updated_at }: RunSummary, now: number): number {
  const isOpen = status === 'running' || status === 'suspended';
  return Math.max(0, (isOpen ? now : Date.parse(updated_at)) - Date.parse(created_at));
}
