import type { EngineContext, RunSettings } from '../durable/engine-context.ts';
import { Journal } from '../durable/journal.ts';
import { stepsOfSegments } from '../store/steps-of-segments.ts';
import { HISTORY } from '../turn/kept-context.ts';

/**
 * How many earlier segments of a run count as its history, so that a long conversation is not read again as a whole. Older texts of
 * the user no longer permit anything, and values that only older results contained count as invented by the model.
 */
export const HISTORY_SEGMENTS = 200;

/** Returns the entries of the history that the engine stored in this and the earlier segments. */
export async function readHistory(context: EngineContext, settings: RunSettings): Promise<string[]> {
  if (context.integration.historyKeptBy !== 'engine') return [];
  const entries: string[] = [];
  const first = Math.max(0, settings.segment - HISTORY_SEGMENTS);
  for await (const steps of stepsOfSegments(context.store, settings.runId, { first, last: settings.segment }))
    entries.push(...new Journal(context, settings, steps).all(HISTORY));
  return entries;
}
