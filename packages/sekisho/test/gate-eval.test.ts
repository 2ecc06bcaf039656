import { spawnSync } from 'node:child_process';
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

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'sekisho-eval-'));
afterAll(() => rmSync(folder, { recursive: true }));

function evaluate(...args: readonly string[]) {
  const script = ['--conditions=@sekisho/source', 'scripts/gate-eval.ts'];
  return spawnSync(process.execPath, [...script, '--every', '20', ...args], { cwd: root, encoding: 'utf8' });
}

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
  it('describes its usage, and rejects a folder without data', () => {
    expect(evaluate('--help').stdout).toContain('gate:eval -- [FOLDER] [--profile NAME]');
    const { status, stderr } = evaluate(join(folder, 'nowhere'));
    expect(status).toBe(2);
    expect(stderr).toContain('none of the files');
    expect(evaluate('--every', '0').stderr).toContain('--every 0 is not a positive number.');
  });

  it('scores every 20th trace of the own set and the existing published sets in each configuration', () => {
    const calls = join(folder, 'calls.jsonl');
    const { status, stdout } = evaluate(folder, '--profile', 'strict', '--json', '--calls', calls);
    expect(status).toBe(0);
    const { profile, reports, decision_time: time } = JSON.parse(stdout);
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
        'bfcl several turns, development, rules',
      ]),
    );
    expect(rows.join()).not.toContain('injecagent');
    expect(rows).not.toContain('bfcl several turns, development, declared manifests');
    expect(time).toMatchObject({ history_results: 200, p95_micros: expect.any(Number) });
    expect(readFileSync(calls, 'utf8')).not.toContain('held-out');
  });

  it('prints tables of kinds and languages, and writes calls of held-out traces when --show-held-out is set', () => {
    const calls = join(folder, 'shown.jsonl');
    const { stdout } = evaluate('--show-held-out', '--calls', calls);
    expect(stdout).toMatch(/^own, held-out, rules\n\s+attacks/m);
    expect(stdout).toMatch(/^own, held-out, rules\n.*\n[a-z]{2} /m);
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
