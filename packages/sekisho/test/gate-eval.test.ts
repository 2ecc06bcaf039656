import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DescribedTool, ManifestRegistry } from '../../engine/src/gate/manifest/manifest-registry.ts';
import { RulePlanner } from '../../engine/src/gate/plan/rule-planner.ts';
import type { RunHistory } from '../../engine/src/gate/provenance/run-history.ts';
import { replayTrace } from '../../../scripts/gate-replay/replay-trace.ts';
import { ownSet } from '../../../scripts/gate-eval/evaluation-set.ts';
import { loadProfile } from '../src/index.ts';
import { ScriptProcess } from './programs/script-process.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'sekisho-eval-'));
const scripts = new ScriptProcess();
afterAll(async () => {
  await scripts.end();
  rmSync(folder, { recursive: true });
});

const evaluate = (...args: readonly string[]) => scripts.run('gate:eval', ['--every', '20', ...args], root);

const tools = [{ name: 'get_time', description: 'Tells the time.', parameters: {} }];
const trace = {
  suite: 'multi_turn_base',
  kind: 'benign',
  user_instruction: 'What time is it?',
  tools,
  steps: [{ tool: 'get_time', args: {}, output: '12:00', actor: 'user' }],
};

beforeAll(() => {
  const lines = ['a/b', 'a/c'].map((id) => JSON.stringify({ id, ...trace }));
  writeFileSync(join(folder, 'bfcl_traces.jsonl'), lines.join('\n'));
});

describe('npm run gate:eval', () => {
  it('describes its usage, and rejects a folder without data', async () => {
    expect((await evaluate('--help')).output).toContain('gate:eval -- [FOLDER] [--profile NAME]');
    const { code, errors } = await evaluate(join(folder, 'nowhere'));
    expect(code).toBe(2);
    expect(errors).toContain('none of the files');
    expect((await evaluate('--every', '0')).errors).toContain('--every 0 is not a positive number.');
  });

  it('scores every 20th trace of the own set and the existing published sets in each configuration', async () => {
    const calls = join(folder, 'calls.jsonl');
    const { code, output } = await evaluate(folder, '--profile', 'strict', '--json', '--calls', calls);
    expect(code).toBe(0);
    const { profile, reports, decision_time: time } = JSON.parse(output);
    expect(profile).toBe('strict');
    const rows = reports.map(({ set, part, configuration }: Record<string, string>) =>
      [set, part, configuration].join(', '),
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        'own, development, rules',
        'own, held-out, rules',
        'own, development, declared manifests',
        'own, held-out, alarm off',
        'bfcl several turns, held-out, rules',
      ]),
    );
    expect(rows.join()).not.toContain('injecagent');
    expect(rows).not.toContain('bfcl several turns, held-out, declared manifests');
    expect(time).toMatchObject({ history_results: 200, p95_micros: expect.any(Number) });
    expect(readFileSync(calls, 'utf8')).not.toContain('held-out');
  });

  it('prints tables of kinds and languages, and writes calls of held-out traces when --show-held-out is set', async () => {
    const calls = join(folder, 'shown.jsonl');
    const { output } = await evaluate('--show-held-out', '--calls', calls);
    expect(output).toMatch(/^own, held-out, rules\n\s+attacks/m);
    expect(output).toMatch(/^own, held-out, rules\n.*\n[a-z]{2} /m);
    expect(readFileSync(calls, 'utf8')).toContain('held-out');
  });
});

describe('RulePlanner', () => {
  it('changes no decision: its plan contains what the wording of the request asks for', () => {
    const set = ownSet();
    const options = {
      tools: set.tools,
      profile: loadProfile('balanced'),
      manifests: new ManifestRegistry(),
      now: () => 0,
    };
    const planOf = (_trace: unknown, history: RunHistory, described: readonly DescribedTool[]) =>
      new RulePlanner().plan({
        turn: '',
        texts: [],
        earlierTexts: [],
        user: history.user,
        instructions: undefined,
        sessionData: undefined,
        tools: described.map((tool) => ({ tool, known: history.manifests.lookUp(tool) })),
      });
    for (const { recorded } of set.traces.slice(0, 150)) {
      const decided = replayTrace(recorded, options).map(({ decision, tool }) => ({ decision, tool }));
      expect(replayTrace(recorded, { ...options, planOf })).toMatchObject(decided);
    }
  });
});
