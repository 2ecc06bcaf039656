import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ManifestBook } from '../packages/sekisho/src/gate/manifest/manifest-book.ts';
import {
  recordedToolsSchema,
  recordedTraceSchema,
} from '../packages/sekisho/src/gate/replay/recorded-trace.ts';
import { replayTrace } from '../packages/sekisho/src/gate/replay/replay-trace.ts';
import { summariseReplay } from '../packages/sekisho/src/gate/replay/summarise-replay.ts';
import { loadProfile } from '../packages/sekisho/src/policy/load-profile.ts';

/** Scores a profile on the development data: `node scripts/gate-eval.ts FOLDER [PROFILE]`. One trace in two is held out by its id. */
const [folder = '../shared/data/gate', profileName = 'balanced'] = process.argv.slice(2);
const SETS = [
  ['injecagent', ['ds_base', 'ds_enhanced', 'dh_base', 'dh_enhanced']],
  ['injecagent', ['authorized', 'user']],
  ['taubench', ['retail', 'airline']],
  ['bfcl', ['live_simple', 'live_multiple', 'simple_python']],
  ['bfcl', ['multi_turn_base']],
] as const;

const profile = loadProfile(profileName);
for (const [set, suites] of SETS) {
  const tools =
    set === 'bfcl'
      ? []
      : recordedToolsSchema.parse(JSON.parse(readFileSync(join(folder, `${set}_tools.json`), 'utf8')));
  const manifests = new ManifestBook();
  const traces = readFileSync(join(folder, `${set}_traces.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => recordedTraceSchema.parse(JSON.parse(line)))
    .filter((trace) => suites.some((suite) => suite === trace.suite));
  for (const part of ['tuned', 'held-out'] as const) {
    const replayed = traces
      .filter((trace) => (part === 'tuned') === isTuned(trace.id))
      .map((trace) => ({
        kind: trace.kind,
        calls: replayTrace(trace, { tools, profile, manifests, now: () => performance.now() }),
      }));
    console.log(set, suites.join('+'), part, JSON.stringify(summariseReplay(replayed), round));
  }
}

function isTuned(id: string): boolean {
  // Variants of one case stay on the same side.
  const key = id.split('/').slice(-2).join('/');
  let sum = 7;
  for (const character of key) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % 2 === 0;
}

function round(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value;
}
