import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

describe('a program whose run stopped for approval', () => {
  it.each([
    ['finalOutput', 'undefined'],
    ['text of the stream', ''],
    ['nothing', ''],
  ])('is notified on stderr when it reads only %s', async (field, printed) => {
    const { stdout, notices } = await start(field);
    expect(stdout).toBe(printed);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(
      /^sekisho: run (run_[\w-]+) stopped because 2 tool calls need the approval of a person \(erase: .+\), .* getPendingApprovals\('\1'\)/,
    );
  });

  it('shows control characters of the tool and the reason as codes, on one line', async () => {
    const { notices } = await start('control characters');
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('(erase: \\u{1b}[2K');
    expect(notices[0]).toContain('\\u{202e}');
    expect(notices[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it.each(['interruptions', 'interruptions of the stream', 'getPendingApprovals'])(
    'is not notified when it reads %s',
    async (field) => {
      expect((await start(field)).notices).toEqual([]);
    },
  );

  it.each([{ SEKISHO_STOP_NOTICE: 'off' }, { NODE_ENV: 'test' }, { NODE_TEST_CONTEXT: 'child-v8' }])(
    'is not notified with %o',
    async (env) => {
      expect((await start('finalOutput', env)).notices).toEqual([]);
    },
  );

  it('is notified in a test that enables it', async () => {
    const { notices } = await start('nothing', { NODE_ENV: 'test', SEKISHO_STOP_NOTICE: 'on' });
    expect(notices).toHaveLength(1);
  });

  async function start(field: string, extra: Readonly<Record<string, string>> = {}) {
    const { NODE_ENV: _env, VITEST: _vitest, SEKISHO_STOP_NOTICE: _notice, ...env } = process.env;
    const program = join(import.meta.dirname, 'programs/stop-for-approval.ts');
    const args = ['--conditions=@sekisho/source', program, field];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
      env: { ...env, ...extra },
    });
    // Upstream prints its own line for a program that reads finalOutput too early.
    return { stdout, notices: stderr.split('\n').filter((line) => line.startsWith('sekisho:')) };
  }
});
