import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunner, RuleSafetyAgent } from 'sekisho';
import { readStoryOptions } from '../../../examples/first-run/story-options.ts';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

const tutorial = join(import.meta.dirname, '../../../examples/first-run/story.ts');
const run = promisify(execFile);
const tutorialArguments = (...args: string[]) => ['--conditions=@sekisho/source', tutorial, ...args];

describe('the tutorial of the first run', () => {
  let temporary: string;

  beforeEach(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'sekisho-tutorial-test-'));
  });

  afterEach(async () => {
    await rm(temporary, { recursive: true, force: true });
  });

  it.each([
    ['y', false, ['approval.approved', 'approval.used', 'tool.start', 'tool.result']],
    ['n', true, ['approval.denied']],
  ])('applies the answer %s in a second process, and verifies it', async (answer, isThere, events) => {
    const output = await runTutorial('--answer', answer, '--keep', '--lang', 'en');
    const place = await onlyFolder();
    expect(existsSync(join(place, 'work/old-draft.txt'))).toBe(isThere);
    expect(existsSync(join(place, 'work/notes.txt'))).toBe(true);
    expect(output).toMatch(/Verified: \d+ records/);
    expect(output).not.toContain('\u001B[');
    expect(new Set(output.match(/process: \d+/g))).toHaveProperty('size', 2);

    const runner = createRunner({
      safetyAgent: new RuleSafetyAgent(),
      store: { directory: join(place, '.sekisho') },
    });
    try {
      expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
      expect(await runner.getPendingApprovals()).toEqual([]);
      const records = await runner.getExecutionLogs();
      const afterTheWait = records.slice(records.findIndex(({ event }) => event === 'run.suspended'));
      expect(
        afterTheWait
          .filter(({ event, tool_call_id: call }) => call !== '' && event !== 'gate.decision')
          .map(({ event }) => event),
      ).toEqual(events);
    } finally {
      await runner.close();
    }
  });

  it('answers no without a terminal, reports it in the language of the locale, and cleans up', async () => {
    const { stdout } = await run(process.execPath, tutorialArguments(), {
      env: { ...environment(), LC_ALL: 'ja_JP.UTF-8' },
    });
    expect(stdout).toContain('端末がないため、判断は「n」とします。');
    expect(stdout).toContain('old-draft.txt は存在します');
    expect(await readdir(temporary)).toEqual([]);
  });

  it('rejects an answer that is neither yes nor no', () => {
    expect(() => readStoryOptions(['--answer', 'maybe'], {})).toThrow('--answer must be y or n');
  });

  const environment = () => ({ ...PROGRAM_ENVIRONMENT, TMPDIR: temporary });

  async function runTutorial(...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, tutorialArguments(...args), { env: environment() });
    return stdout;
  }

  async function onlyFolder(): Promise<string> {
    const [folder, ...others] = await readdir(temporary);
    expect(others).toEqual([]);
    return join(temporary, folder ?? '');
  }
});
