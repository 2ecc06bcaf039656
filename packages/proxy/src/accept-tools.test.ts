import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProxyCommand } from './run-proxy-command.ts';

const SERVER = join(import.meta.dirname, '../test/programs/office-server.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sekisho-accept-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `sekisho proxy --accept` for the office server with this argument and returns what it printed. */
async function accept(
  argument: string,
  options: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const printed: string[] = [];
  const command = [process.execPath, '--conditions=@sekisho/source', SERVER, argument];
  const code = await runProxyCommand(['--accept', '--data', folder, ...options, '--', ...command], {
    print: (line) => void printed.push(line),
    complain: (line) => void printed.push(line),
    env: { ...process.env, LANG: 'C', LC_ALL: '', LC_MESSAGES: '', ...more },
    stopped: Promise.resolve(),
  });
  expect(code).toBe(0);
  return printed;
}

describe('sekisho proxy --accept', () => {
  it('displays new and changed tools, accepts them with --yes, and only for this command', async () => {
    const first = await accept('one');
    expect(first[0]).toMatch(/^mcp:.*\/read_note: new$/);
    expect(first.at(-1)).toContain('Repeat the command with --yes');
    expect((await accept('one', ['--yes'])).at(-1)).toBe('Accepted.');
    expect(await accept('one')).toEqual(['All other definitions are accepted.']);
    const update = { OFFICE_NOTES: 'Reads a note and its history.' };
    const changed = await accept('one', [], update);
    expect(changed).toMatchObject([
      expect.stringMatching(/\/read_note: changed$/),
      '  Changed since it was accepted: description.',
      '  description: "Reads a note and its history."',
      expect.stringContaining('inputSchema: {"'),
      expect.stringContaining('Repeat the command with --yes'),
    ]);
    expect((await accept('two', [], { LANG: 'ja_JP.UTF-8' }))[0]).toMatch(/read_note: 新しいツール$/);
  });
});
