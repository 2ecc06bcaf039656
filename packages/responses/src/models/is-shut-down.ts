import type { ModelEntry } from './model-entry.ts';

/** Returns true from the first day on which the model is unavailable. */
export function isShutDown(entry: ModelEntry, now: number): boolean {
  return entry.shutdownDate !== undefined && now >= Date.parse(`${entry.shutdownDate}T00:00:00Z`);
}
