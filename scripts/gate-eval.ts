import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { PolicyProfile } from '../packages/engine/src/policy/policy-profile.ts';
import { ManifestRegistry } from '../packages/engine/src/gate/manifest/manifest-registry.ts';
import {
  recordedToolsSchema,
  recordedTraceSchema,
} from '../packages/engine/src/gate/replay/recorded-trace.ts';
import { replayTrace } from '../packages/engine/src/gate/replay/replay-trace.ts';
import { summarizeReplay } from '../packages/engine/src/gate/replay/summarize-replay.ts';
import { loadProfile } from '../packages/engine/src/policy/load-profile.ts';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `Scores a profile on recorded calls, half of them held out by their id.

  npm run gate:eval -- FOLDER [PROFILE]

  FOLDER    Has SET_traces.jsonl, and SET_tools.json where the traces carry no tools. SET is injecagent, taubench or bfcl.
  PROFILE   strict, balanced (the default) or fast.`;

const SETS = [
  ['injecagent', ['ds_base', 'ds_enhanced', 'dh_base', 'dh_enhanced']],
  ['injecagent', ['authorized', 'user']],
  ['taubench', ['retail', 'airline']],
  ['bfcl', ['live_simple', 'live_multiple', 'simple_python']],
  ['bfcl', ['multi_turn_base']],
] as const;

const [folder, profileName = 'balanced'] = readOptions(USAGE, { allowPositionals: true }).positionals;
if (folder === undefined) refuse('Name a folder.', USAGE);
evaluate(folder, loadProfile(profileName));

function evaluate(data: string, profile: PolicyProfile): void {
  const present = SETS.filter(([set]) => existsSync(join(data, `${set}_traces.jsonl`)));
  if (present.length === 0) {
    console.error(`${data} has none of the files that are scored.\n\n${USAGE}`);
    process.exitCode = 1;
  }
  for (const [set, suites] of present) {
    const toolFile = join(data, `${set}_tools.json`);
    const tools = existsSync(toolFile)
      ? recordedToolsSchema.parse(JSON.parse(readFileSync(toolFile, 'utf8')))
      : [];
    const manifests = new ManifestRegistry();
    const traces = readFileSync(join(data, `${set}_traces.jsonl`), 'utf8')
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
      console.log(set, suites.join('+'), part, JSON.stringify(summarizeReplay(replayed), round));
    }
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
