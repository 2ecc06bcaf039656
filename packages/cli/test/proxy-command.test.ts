import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-cli-proxy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names the command of a server that cannot be started, and ends', async () => {
  const bin = join(import.meta.dirname, '../src/bin.ts');
  const args = ['--conditions=@sekisho/source', bin, 'proxy', '--data', folder, '--', 'no-such-command'];
  const started = promisify(execFile)(process.execPath, args, { env: PROGRAM_ENVIRONMENT });
  started.child.stdin?.end();
  await expect(started).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^[^\n]*No connection\. spawn no-such-command ENOENT\. Check its command [^\n]*\n$/,
    ),
  });
});
