import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StopCase } from './programs/stop-for-approval.ts';

const UNREAD = [
  ['finalOutput', 'undefined'],
  ['text of the stream', ''],
  ['nothing', ''],
] as const;
const READ = [
  ['interruptions', '2'],
  ['interruptions of the stream', '2'],
  ['getPendingApprovals', ''],
] as const;
const DISABLED = [
  { SEKISHO_STOP_NOTICE: 'off' },
  { NODE_ENV: 'test' },
  { NODE_TEST_CONTEXT: 'child-v8' },
] as const;
const NONE = {};
const ENABLED = { NODE_ENV: 'test', SEKISHO_STOP_NOTICE: 'on' };

const CASES: readonly StopCase[] = [
  ...[...UNREAD, ...READ, ['control characters']].map(([field = '']) => ({ field, env: NONE })),
  ...DISABLED.map((env) => ({ field: 'finalOutput', env })),
  { field: 'nothing', env: ENABLED },
  // Node warns about more than ten listeners.
  ...Array.from({ length: 8 }, () => ({ field: 'interruptions', env: {} })),
];

describe('a program whose run stopped for approval', () => {
  let runs: readonly { readonly runId: string; readonly printed: string }[];
  let lines: readonly string[];
  let warnings: readonly string[];

  // The notices are written at the end of the process, for each run that its program did not read.
  beforeAll(async () => {
    const { NODE_ENV: _env, VITEST: _vitest, SEKISHO_STOP_NOTICE: _notice, ...env } = process.env;
    const program = join(import.meta.dirname, 'programs/stop-for-approval.ts');
    const args = ['--conditions=@sekisho/source', program, JSON.stringify(CASES)];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
    runs = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    warnings = stderr.split('\n').filter((line) => line.includes('Warning'));
    // Upstream prints its own line for a program that reads finalOutput too early.
    lines = stderr.split('\n').filter((line) => line.startsWith('sekisho:'));
  });

  function find(field: string, env: StopCase['env'] = NONE) {
    const { runId, printed } = runs[CASES.findIndex((each) => each.field === field && each.env === env)] ?? {
      runId: 'missing',
      printed: 'missing',
    };
    return { printed, notices: lines.filter((line) => line.includes(`run ${runId} `)) };
  }

  it.each(UNREAD)('is notified on stderr when it reads only %s', (field, printed) => {
    const found = find(field);
    expect(found.printed).toBe(printed);
    expect(found.notices).toHaveLength(1);
    expect(found.notices[0]).toMatch(
      /^sekisho: run (run_[\w-]+) stopped because 2 tool calls need the approval of a person \(erase: .+\), .* getPendingApprovals\('\1'\)/,
    );
  });

  it('shows control characters of the tool and the reason as codes, on one line', () => {
    const { notices } = find('control characters');
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('(erase: \\u{1b}[2K');
    expect(notices[0]).toContain('\\u{202e}');
    expect(notices[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it.each(READ)('is not notified when it reads %s', (field, printed) => {
    expect(find(field)).toEqual({ printed, notices: [] });
  });

  it.each(DISABLED)('is not notified with %o', (env) => {
    expect(find('finalOutput', env)).toEqual({ printed: 'undefined', notices: [] });
  });

  it('is notified in a test that enables it', () => {
    expect(find('nothing', ENABLED).notices).toHaveLength(1);
  });

  it('causes no warning of Node when it creates many runners', () => {
    expect(warnings).toEqual([]);
  });

  it('writes no other notice', () => {
    expect(runs).toHaveLength(CASES.length);
    expect(lines).toHaveLength(UNREAD.length + 2);
  });
});
