import type { ModelEntry } from './model-entry.ts';

/** True from the first day on which the model no longer answers. */
export function isShutDown(entry: ModelEntry, now: number): boolean {
  return entry.shutdownDate !== undefined && now >= Date.parse(`${entry.shutdownDate}T00:00:00Z`);
}
