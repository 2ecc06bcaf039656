import type { EvaluationSet, Part } from './evaluation-set.ts';
import {
  type Configuration,
  type DecidedTrace,
  decideTraces,
  type Scores,
  scoreTraces,
} from './score-traces.ts';

/** The scores of one part of a set in one configuration. */
export interface SetReport {
  readonly set: string;
  readonly part: Part;
  readonly configuration: Configuration['name'];
  readonly total: Scores;
  /** Kinds of attacks and of legitimate tasks. */
  readonly by_category: Readonly<Record<string, Scores>>;
  readonly by_language: Readonly<Record<string, Scores>>;
}

/** Options of an evaluation. */
export interface EvaluationOptions {
  readonly configurations: readonly Configuration[];
  /** Reports the calls of held-out traces too. Use it only after the last change of the rules. */
  readonly showsHeldOut: boolean;
  /** Receives each decision that may be displayed. */
  readonly onDecided: (decided: DecidedTrace, configuration: Configuration['name']) => void;
}

/** Scores both parts of a set in each configuration that makes a difference for it. */
export function evaluateSet(set: EvaluationSet, options: EvaluationOptions): SetReport[] {
  const hasManifests = set.traces.some(({ recorded }) => recorded.tools?.some((tool) => tool.manifest));
  return options.configurations
    .filter((configuration) => hasManifests || !configuration.hasManifests)
    .flatMap((configuration) => {
      const decided = decideTraces(set, configuration);
      return (['development', 'held-out'] as const).flatMap((part) => {
        const traces = decided.filter(({ trace }) => trace.part === part);
        if (traces.length === 0) return [];
        const isShown = part === 'development' || options.showsHeldOut;
        if (isShown) for (const trace of traces) options.onDecided(trace, configuration.name);
        return {
          set: set.name,
          part,
          configuration: configuration.name,
          total: scoreTraces(traces),
          by_category: scoresBy(traces, ({ trace }) => trace.category),
          by_language: scoresBy(traces, ({ trace }) => trace.language),
        };
      });
    });
}

function scoresBy(
  traces: readonly DecidedTrace[],
  keyOf: (trace: DecidedTrace) => string | undefined,
): Record<string, Scores> {
  const keys = new Set(traces.map(keyOf).filter((key) => key !== undefined));
  return Object.fromEntries(
    [...keys].toSorted().map((key) => [key, scoreTraces(traces.filter((trace) => keyOf(trace) === key))]),
  );
}
