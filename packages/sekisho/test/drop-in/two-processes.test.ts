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

  it.each(['approve', 'reject'])('%s: the same as with upstream', async (decision) => {
    const [theirs, ours] = await Promise.all([
      askAndResume('upstream', decision),
      askAndResume('ours', decision),
    ]);
    expect(ours).toEqual(theirs);
    expect(ours.resumed).toMatchObject({ ran: decision === 'approve' ? ['cup', 'tea'] : ['cup'] });
  });

  async function askAndResume(name: string, decision: string): Promise<{ asked: unknown; resumed: unknown }> {
    const path = join(folder, `${name}.json`);
    const asked = await runProcess(name, 'ask', path);
    return { asked, resumed: await runProcess(name, decision, path) };
  }

  async function runProcess(...args: string[]): Promise<unknown> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@sekisho/source', join(import.meta.dirname, 'two-process-program.ts'), ...args],
      { env: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '', SEKISHO_DIR: join(folder, 'store') } },
    );
    return JSON.parse(stdout);
  }
});
