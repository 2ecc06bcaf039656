import type { ModelEntry } from './model-entry.ts';
import type { ModelRegistry } from './model-registry.ts';

const DAY_MS = 86_400_000;

/** The model to call, the requested name, and notices about the difference. */
export type ResolvedModel = {
  requested: string;
  model: string;
  /** Undefined for a model that is not in the registry. It is sent unchanged. */
  entry: ModelEntry | undefined;
  /** Set when the name denotes a model in its quality-first mode. */
  reasoningMode: 'pro' | undefined;
  notes: string[];
};

/** Options of the resolution. A retired model is replaced at its shutdown date unless configured earlier. */
export type ResolveModelOptions = { now: number; warnDaysBefore?: number; replaceDaysBefore?: number };

/**
 * Resolves a requested name to a model id. Aliases are resolved and models that are shut down are replaced, both with
 * a notice.
 */
export function resolveModel(
  registry: ModelRegistry,
  requested: string,
  options: ResolveModelOptions,
): ResolvedModel {
  const notes: string[] = [];
  const alias = registry.alias(requested);
  if (alias) notes.push(`Model "${requested}" is an alias of "${alias.model}": ${alias.why}.`);
  const model = alias?.model ?? requested;
  const entry = registry.find(model);
  const reasoningMode = alias?.reasoningMode;
  if (!entry?.shutdownDate) return { requested, model, entry, reasoningMode, notes };

  const daysLeft = daysUntil(entry.shutdownDate, options.now);
  const replacement = entry.replacement;
  if (replacement && daysLeft <= (options.replaceDaysBefore ?? 0)) {
    const verb = daysLeft > 0 ? 'is shut down' : 'was shut down';
    const adviser = replacement.advisedBy === 'openai' ? "OpenAI's" : "Sekisho's";
    notes.push(
      `Model "${model}" ${verb} on ${entry.shutdownDate}; "${replacement.id}", ${adviser} replacement, is used instead.`,
    );
    return {
      requested,
      model: replacement.id,
      entry: registry.find(replacement.id),
      reasoningMode: replacement.reasoningMode,
      notes,
    };
  }
  if (daysLeft <= (options.warnDaysBefore ?? 60)) notes.push(shutdownWarning(entry, daysLeft));
  return { requested, model, entry, reasoningMode, notes };
}

function shutdownWarning(entry: ModelEntry, daysLeft: number): string {
  const advice = entry.replacement ? ` Move to "${entry.replacement.id}".` : '';
  const when = daysLeft > 0 ? `in ${daysLeft} days, on ${entry.shutdownDate}` : `on ${entry.shutdownDate}`;
  return `Model "${entry.id}" will be shut down ${when}.${advice}`;
}

function daysUntil(date: string, now: number): number {
  return Math.ceil((Date.parse(`${date}T00:00:00Z`) - now) / DAY_MS);
}
