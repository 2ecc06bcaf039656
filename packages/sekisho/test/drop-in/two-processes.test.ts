import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('a program that waits for approval in one process and is resumed in another', () => {
  const root = mkdtempSync(join(tmpdir(), 'sekisho-two-processes-'));
  const asking = join(root, 'asking');
  let asked: unknown[];

  beforeAll(async () => {
    asked = await Promise.all(['upstream', 'ours'].map((name) => runProcess(asking, name, 'ask')));
  });

  afterAll(() => rmSync(root, { recursive: true }));

  it.each(['approve', 'reject'])('%s: the same as with upstream', async (decision) => {
    expect(asked[1]).toEqual(asked[0]);
    const folder = join(root, decision);
    // Both decisions continue from a copy of the same stored run.
    cpSync(asking, folder, { recursive: true });
    const [theirs, ours] = await Promise.all(
      ['upstream', 'ours'].map((name) => runProcess(folder, name, decision)),
    );
    expect(ours).toEqual(theirs);
    expect(ours).toMatchObject({ ran: decision === 'approve' ? ['cup', 'tea'] : ['cup'] });
  });

  async function runProcess(folder: string, name: string, part: string): Promise<unknown> {
    const args = [name, part, join(folder, `${name}.json`)];
    mkdirSync(folder, { recursive: true });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@sekisho/source', join(import.meta.dirname, 'two-process-program.ts'), ...args],
      { env: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '', SEKISHO_DIR: join(folder, 'store') } },
    );
    return JSON.parse(stdout);
  }
});
