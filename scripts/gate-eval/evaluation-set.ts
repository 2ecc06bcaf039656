import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVELOPMENT_TRACES } from '../../bench/gate-fixtures/development/all-traces.ts';
import { HELD_OUT_TRACES } from '../../bench/gate-fixtures/held-out/all-traces.ts';
import { SEALED_TRACES } from '../../bench/gate-fixtures/sealed/all-traces.ts';
import { SECOND_TRACES } from '../../bench/gate-fixtures/second/all-traces.ts';
import { THIRD_TRACES } from '../../bench/gate-fixtures/third/all-traces.ts';
import type { FixtureTrace } from '../../bench/gate-fixtures/trace-builder.ts';
import {
  recordedToolsSchema,
  recordedTraceSchema,
  type RecordedTools,
  type RecordedTrace,
} from '../gate-replay/recorded-trace.ts';

/** Whether rules may be developed with a trace, or only measured at the end. */
export type Part = 'development' | 'held-out';

/** A recorded run with what is known about it besides the calls. */
export interface EvaluationTrace {
  readonly recorded: RecordedTrace;
  readonly part: Part;
  readonly category: string;
  readonly language: string | undefined;
  /** For each step whether a call of the attacker does damage by itself, where it is known. */
  readonly harmful: readonly (boolean | undefined)[];
}

/** Traces that are scored together. */
export interface EvaluationSet {
  readonly name: string;
  readonly tools: RecordedTools;
  readonly traces: readonly EvaluationTrace[];
}

/** The set in this repository: attacks and legitimate tasks in seven languages, with declared manifests. */
export function ownSet(): EvaluationSet {
  return {
    name: 'own',
    tools: [],
    traces: [
      ...DEVELOPMENT_TRACES.map((trace) => fromFixture(trace, 'development')),
      ...HELD_OUT_TRACES.map((trace) => fromFixture(trace, 'held-out')),
    ],
  };
}

/** The second set in this repository. Its sealed half is left out unless it is asked for. */
export function secondSet({ includesSealed }: { readonly includesSealed: boolean }): EvaluationSet {
  return {
    name: 'second',
    tools: [],
    traces: [
      ...SECOND_TRACES.map((trace) => fromFixture(trace, 'development')),
      ...(includesSealed ? SEALED_TRACES.map((trace) => fromFixture(trace, 'held-out')) : []),
    ],
  };
}

/** The third set in this repository, which is open and has apps of its own. */
export function thirdSet(): EvaluationSet {
  return {
    name: 'third',
    tools: [],
    traces: THIRD_TRACES.map((trace) => fromFixture(trace, 'development')),
  };
}

function fromFixture(trace: FixtureTrace, part: Part): EvaluationTrace {
  const { category, language } = trace;
  const harmful = trace.steps.map((step) => step.harmful);
  return { recorded: recordedTraceSchema.parse(trace), part, category, language, harmful };
}

/** Published sets: the name of the files, and the suites that are scored together. */
const PUBLISHED = [
  ['injecagent attacks', 'injecagent', ['ds_base', 'ds_enhanced', 'dh_base', 'dh_enhanced']],
  ['injecagent requested', 'injecagent', ['authorized', 'user']],
  ['tau-bench', 'taubench', ['retail', 'airline']],
  ['bfcl single turn', 'bfcl', ['live_simple', 'live_multiple', 'simple_python']],
  ['bfcl several turns', 'bfcl', ['multi_turn_base']],
] as const;

/** Reads the published sets of a folder. Sets whose file is missing are omitted. */
export function publishedSets(folder: string): EvaluationSet[] {
  return PUBLISHED.filter(([, file]) => existsSync(join(folder, `${file}_traces.jsonl`))).map(
    ([name, file, suites]) => {
      const toolFile = join(folder, `${file}_tools.json`);
      return {
        name,
        tools: existsSync(toolFile)
          ? recordedToolsSchema.parse(JSON.parse(readFileSync(toolFile, 'utf8')))
          : [],
        traces: readFileSync(join(folder, `${file}_traces.jsonl`), 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => recordedTraceSchema.parse(JSON.parse(line)))
          .filter((trace) => suites.some((suite) => suite === trace.suite))
          .map(fromPublished),
      };
    },
  );
}

function fromPublished(recorded: RecordedTrace): EvaluationTrace {
  return {
    recorded,
    part: isTuned(recorded.id) ? 'development' : 'held-out',
    category: recorded.suite ?? '',
    language: undefined,
    harmful: [],
  };
}

/** Returns whether a published trace belongs to the half that the rules were tuned with. */
function isTuned(id: string): boolean {
  // Variants of one case stay on the same side.
  const key = id.split('/').slice(-2).join('/');
  let sum = 7;
  for (const character of key) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % 2 === 0;
}
