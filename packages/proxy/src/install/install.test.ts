import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProxyCommand } from '../run-proxy-command.ts';

let home: string;
let printed: string[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sekisho-install-'));
  printed = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...args: string[]) => runIn('C', ...args);

const runIn = (LANG: string, ...args: string[]) =>
  runProxyCommand(args, {
    print: (line) => void printed.push(line),
    complain: (line) => void printed.push(line),
    env: { PATH: '', LANG },
    home,
    stopped: Promise.resolve(),
  });

/** Configurations as the clients write them, with comments where the format has them. */
const CONFIGS = [
  {
    client: 'claude',
    file: '.claude.json',
    before: `{
  "numStartups": 12,
  "mcpServers": {
    "files": { "type": "stdio", "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."], "env": { "KEY": "1" } },
    "tracker": { "type": "http", "url": "https://tracker.example/mcp" }
  },
  "projects": { "${process.cwd()}": { "mcpServers": { "notes": { "command": "notes-mcp" } }, "history": [] } }
}
`,
    after: {
      numStartups: 12,
      mcpServers: {
        files: {
          type: 'stdio',
          command: 'sekisho',
          args: [
            'proxy',
            '--name',
            'files',
            '--',
            'npx',
            '-y',
            '@modelcontextprotocol/server-filesystem',
            '.',
          ],
          env: { KEY: '1' },
        },
        tracker: { type: 'http', url: 'https://tracker.example/mcp' },
      },
      projects: {
        [process.cwd()]: {
          mcpServers: {
            notes: { command: 'sekisho', args: ['proxy', '--name', 'notes', '--', 'notes-mcp'] },
          },
          history: [],
        },
      },
    },
    stays: ['"numStartups": 12', '"history": []'],
  },
  {
    client: 'codex',
    file: '.codex/config.toml',
    before: `model = "gpt-5"   # the model

[mcp_servers.files]
# the shared folder
command = 'npx'
args = [
  "-y", # without a question
  "@modelcontextprotocol/server-filesystem", 'C:\\shared\\',
]
env = { KEY = "a # b" }
startup_timeout_sec = 20

[mcp_servers."my notes"]
command = "notes-mcp" # local

[mcp_servers."my notes".env]
TOKEN = "t"

[profiles.fast]
model = "gpt-5-mini"
`,
    after: undefined,
    stays: ['# the model', '# the shared folder', 'env = { KEY = "a # b" }', '# local', '[profiles.fast]'],
  },
  ...['cursor', 'gemini'].map((client) => ({
    client,
    file: client === 'cursor' ? '.cursor/mcp.json' : '.gemini/settings.json',
    before: `{\n\t// servers of the team\n\t"mcpServers": {\n\t\t"files": {\n\t\t\t"command": "uvx",\n\t\t\t"args": ["mcp-files"], /* pinned */\n\t\t},\n\t},\n}\n`,
    after: undefined,
    stays: ['// servers of the team', '/* pinned */'],
  })),
  {
    client: 'vscode',
    file: '.config/Code/User/mcp.json',
    before: `{\r\n  "servers": {\r\n    // one\r\n    "files": { "type": "stdio", "command": "uvx", "args": ["mcp-files"] }\r\n  },\r\n  "inputs": []\r\n}\r\n`,
    after: undefined,
    stays: ['// one', '"inputs": []'],
  },
  {
    client: 'opencode',
    file: '.config/opencode/opencode.jsonc',
    before: `{
  "$schema": "https://opencode.ai/config.json", // schema
  "mcp": {
    "files": { "type": "local", "command": ["npx", "-y", "mcp-files"], "enabled": true },
    "tracker": { "type": "remote", "url": "https://tracker.example/mcp" }
  }
}
`,
    after: undefined,
    stays: ['// schema', '"enabled": true'],
  },
];

describe.each(CONFIGS)('sekisho proxy install $client', ({ client, file, before, after, stays }) => {
  const path = () => join(home, file);
  const text = () => readFileSync(path(), 'utf8');
  beforeEach(() => {
    mkdirSync(dirname(path()), { recursive: true });
    writeFileSync(path(), before);
    chmodSync(path(), 0o600);
  });
  const install = (...more: string[]) => run('install', client, '--command', 'sekisho', ...more);

  it('displays the change and writes nothing without --yes', async () => {
    expect(await install()).toBe(0);
    expect(text()).toBe(before);
    expect(printed.join('\n')).toContain('+ sekisho proxy --name files -- ');
    expect(existsSync(`${path()}.before-sekisho`)).toBe(false);
  });

  it('puts the proxy before each command and keeps the rest, twice without a second change', async () => {
    await install('--yes');
    const once = text();
    expect(once).toContain('"--name"');
    for (const part of stays) expect(once).toContain(part);
    expect(after === undefined || isDeepStrictEqual(JSON.parse(once), after)).toBe(true);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${path()}.before-sekisho`, 'utf8')).toBe(before);
    await install('--yes');
    expect(text()).toBe(once);
  });

  it('is removed without a trace', async () => {
    await install('--yes');
    await run('remove', client, '--command', 'sekisho', '--yes');
    expect(text()).toBe(before);
    expect(existsSync(`${path()}.before-sekisho`)).toBe(false);
  });

  it('is removed from a file that was changed in the meantime, which keeps the change', async () => {
    await install('--yes');
    const more =
      client === 'codex' ? `${text()}\n[tui]\ntheme = "dark"\n` : text().replace('{', '{ "theme": "dark",');
    writeFileSync(path(), more);
    await run('remove', client, '--yes');
    expect(text()).toContain('dark');
    expect(text()).not.toContain('--name');
    for (const part of stays) expect(text()).toContain(part);
  });
});

describe('sekisho proxy install', () => {
  it('changes only the named servers', async () => {
    const file = join(home, 'mcp.json');
    writeFileSync(file, '{ "mcpServers": { "a": { "command": "a" }, "b": { "command": "b" } } }');
    await run('install', 'cursor', '--file', file, '--server', 'b', '--command', 'sekisho', '--yes');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mcpServers: {
        a: { command: 'a' },
        b: { command: 'sekisho', args: ['proxy', '--name', 'b', '--', 'b'] },
      },
    });
  });

  it.each([
    ['an unknown client', ['install', 'cursr'], 1, 'Did you mean "cursor"?'],
    ['a missing client', ['install'], 1, 'The name of the client is missing. Clients: claude, codex'],
    ['a missing file', ['install', 'cursor'], 1, 'There is no configuration of Cursor'],
    ['an unknown option', ['install', 'cursor', '--ys'], 2, "Unknown option '--ys'"],
  ])('explains %s', async (_case, args, code, message) => {
    expect(await run(...args)).toBe(code);
    expect(printed.join('\n')).toContain(message);
  });

  it.each([
    ['codex', 'mcp_servers = { files = { command = "npx" } }\n', 'cannot be edited automatically'],
    ['codex', 'model = \n', 'is not valid TOML'],
    ['cursor', '{ "mcpServers": ', 'is not valid JSON'],
  ])('does not write a configuration of %s that it cannot edit', async (client, before, message) => {
    const file = join(home, 'config');
    writeFileSync(file, before);
    expect(await run('install', client, '--file', file, '--yes')).toBe(1);
    expect(printed.join('\n')).toContain(message);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.each([
    ['C', /^[^\p{Script=Hiragana}]+$/u],
    ['ja_JP.UTF-8', /\p{Script=Hiragana}/u],
  ])('uses one language for each message (%s)', async (language, expected) => {
    const file = join(home, 'mcp.json');
    writeFileSync(file, '{ "mcpServers": { "a": { "command": "a" }, "b": { "url": "https://b.example" } } }');
    const edit = (...args: string[]) => runIn(language, ...args, '--command', 'sekisho');
    await edit('install', 'cursor', '--file', file);
    await edit('install', 'cursor', '--file', file, '--yes');
    await edit('install', 'cursor', '--file', file);
    await edit('remove', 'cursor', '--file', file, '--yes');
    await edit('install', 'cursr');
    await edit('install', 'cursor', '--file', join(home, 'missing'));
    await edit('install', 'cursor', '--ys');
    writeFileSync(file, '{');
    await edit('install', 'cursor', '--file', file);
    const isData = (line: string) => /^Cursor: | {2}(?:[ab]$|[-+] )/.test(line);
    const sentences = printed.filter((line) => !isData(line));
    expect(sentences.length).toBeGreaterThan(8);
    for (const line of sentences) expect(line).toMatch(expected);
  });
});
