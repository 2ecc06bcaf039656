import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { touchesGate } from './touches-gate.ts';

let home: string;
const at = (path: string) => path.replace(/^~/, home);
const touches = (effect: 'read' | 'write' | 'execute', args: object, cwd = '~/shop') =>
  touchesGate(effect, JSON.parse(JSON.stringify(args).replaceAll('~', home)), {
    directory: join(home, '.sekisho'),
    files: ['/opt/claude-config/settings.json'],
    cwd: at(cwd),
  });

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gate-'));
  for (const folder of ['.sekisho', '.claude', 'shop']) mkdirSync(join(home, folder));
  symlinkSync('../.sekisho', join(home, 'shop/state'));
  symlinkSync('../.sekisho/key', join(home, 'shop/notes.txt'));
  symlinkSync('../.claude', join(home, 'shop/config'));
  symlinkSync('loop', join(home, 'shop/loop'));
});
afterAll(() => rmSync(home, { recursive: true }));

describe('a call mentions the gate', () => {
  it.each([
    ['write', { file_path: '~/.claude/settings.json' }],
    ['write', { file_path: '~/.claude/settings.local.json' }],
    ['write', { file_path: '~/.claude/./settings.json' }],
    ['write', { file_path: '~/.claude//settings.json' }],
    ['write', { file_path: '~/.claude/projects/../settings.json' }],
    ['write', { file_path: '~/.claude/a/b/../../settings.json' }],
    ['write', { file_path: String.raw`C:\Users\ada\.claude\.\settings.json` }],
    ['write', { file_path: 'config/settings.json' }],
    ['write', { file_path: '~/shop/config/new/../settings.json' }],
    ['write', { file_path: '/opt/claude-config/settings.json' }],
    ['write', { file_path: '.mcp.json' }],
    ['write', { file_path: '~/.claude.json' }],
    ['write', { file_path: '~/.cursor/mcp.json' }],
    ['write', { file_path: 'opencode.jsonc' }],
    ['write', { file_path: '~/.config/opencode/plugin/other.js' }],
    ['write', { file_path: '~/.copilot/mcp-config.json' }],
    ['execute', { command: 'cp x .vscode/mcp.json' }],
    ['write', { edits: [{ '~/.claude/settings.json': '{}' }] }],
    ['write', { patch: '*** Update File: ~/.codex/./hooks.json\n+{}' }],
    ['execute', { command: `cp x ~/.cl'aud'e/settings.json` }],
    ['execute', { command: 'cp x ~/.claude/./a/.././settings.json' }],
    ['execute', { command: `sek"ish"o approve ap_1` }],
    ['execute', { command: ['cat', '~/.sekisho/key'] }],
    ['read', { file_path: 'state/key' }],
    ['read', { file_path: '~/shop/notes.txt' }],
    ['read', { pattern: '.', path: 'state' }],
    ['read', { paths: Array.from({ length: 3_000 }, () => 'a') }],
  ] as const)('%s %j', (effect, args) => {
    expect(touches(effect, args)).toBe(true);
  });

  it.each([
    ['read', { file_path: 'key' }, '~/.sekisho'],
    ['write', { file_path: 'settings.json' }, '~/.claude'],
  ] as const)('%s %j in the folder %s', (effect, args, cwd) => {
    expect(touches(effect, args, cwd)).toBe(true);
    expect(touches(effect, args)).toBe(false);
  });
});

it.each([
  ['claude-config/settings.json', true],
  ['claude-configuration/settings.json', false],
])('many steps to and fro in a path hide nothing and need no long search (%s)', (path, isFound) => {
  const [there, back] = ['a/'.repeat(200_000), '../'.repeat(200_000)];
  const start = performance.now();
  expect(touches('write', { content: `cp x /opt/${there}${back}${path}` })).toBe(isFound);
  expect(performance.now() - start).toBeLessThan(5_000);
});

describe('a call does not mention the gate', () => {
  it.each([
    ['read', { file_path: '~/.claude/settings.json' }],
    ['read', { file_path: '~/sekisho/README.md' }],
    ['read', { file_path: '~/.sekisho-notes' }],
    ['write', { file_path: 'settings.json', content: 'claude' }],
    ['write', { file_path: 'src/key' }],
    ['write', { file_path: 'loop/key' }],
    ['execute', { command: 'ls ..; cat setup.json' }],
    ['execute', { command: 'x'.repeat(100_000) }],
  ] as const)('%s %j', (effect, args) => {
    expect(touches(effect, args)).toBe(false);
  });
});
