import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'sekisho-eval-'));
afterAll(() => rmSync(folder, { recursive: true }));

function evaluate(...args: readonly string[]) {
  const script = ['--conditions=@sekisho/source', 'scripts/gate-eval.ts'];
  return spawnSync(process.execPath, [...script, ...args], { cwd: root, encoding: 'utf8' });
}

describe('npm run gate:eval', () => {
  it('describes its usage when no folder is given', () => {
    const { status, stderr } = evaluate();
    expect(status).toBe(2);
    expect(stderr).toContain('gate:eval -- FOLDER [PROFILE]');
  });

  it('fails when there is nothing to score', () => {
    const { status, stderr } = evaluate(folder);
    expect(status).toBe(1);
    expect(stderr).toContain('none of the files');
  });

  it('scores the existing sets', () => {
    const tools = [{ name: 'get_time', description: 'Tells the time.', parameters: {} }];
    const steps = [{ tool: 'get_time', args: {}, output: '12:00', actor: 'user' }];
    const trace = {
      id: 'a/b',
      suite: 'multi_turn_base',
      kind: 'benign',
      user_instruction: 'What time is it?',
    };
    writeFileSync(join(folder, 'bfcl_traces.jsonl'), JSON.stringify({ ...trace, tools, steps }));
    const { status, stdout } = evaluate(folder, 'strict');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^bfcl multi_turn_base (?:tuned|held-out) \{/m);
    expect(stdout).not.toContain('injecagent');
  });
});
