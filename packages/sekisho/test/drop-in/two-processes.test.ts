import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('a program that waits for approval in one process and is resumed in another', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sekisho-two-processes-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(['approve', 'reject'])('%s: the same as with upstream', async (answer) => {
    const [theirs, ours] = await Promise.all([story('upstream', answer), story('ours', answer)]);
    expect(ours).toEqual(theirs);
    expect(ours.answered).toMatchObject({ ran: answer === 'approve' ? ['cup', 'tea'] : ['cup'] });
  });

  async function story(name: string, answer: string): Promise<{ asked: unknown; answered: unknown }> {
    const path = join(folder, `${name}.json`);
    const asked = await perform(name, 'ask', path);
    return { asked, answered: await perform(name, answer, path) };
  }

  async function perform(...args: string[]): Promise<unknown> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@sekisho/source', join(import.meta.dirname, 'two-process-program.ts'), ...args],
      { env: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '', SEKISHO_DIR: join(folder, 'store') } },
    );
    return JSON.parse(stdout);
  }
});
