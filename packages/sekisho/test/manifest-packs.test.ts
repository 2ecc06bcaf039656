import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { manifestPack, McpGateway, type ManifestPack } from 'sekisho';
import { installOutside } from '../../../scripts/install-outside.ts';
import { proofSize } from '../../../test/proof-size.ts';

/** How each server is started. They list their tools without a network; the keys are not valid. */
const SERVERS: readonly (readonly [
  name: string,
  start: { readonly bin: string; readonly args?: string[]; readonly env?: Record<string, string> },
])[] = [
  ['filesystem', { bin: 'dist/index.js', args: ['.'] }],
  ['memory', { bin: 'dist/index.js' }],
  ['sequential-thinking', { bin: 'dist/index.js' }],
  [
    'playwright',
    { bin: 'cli.js', args: ['--caps=vision,pdf,testing,tracing,storage,network,devtools,config'] },
  ],
  ['chrome-devtools', { bin: 'build/src/bin/chrome-devtools-mcp.js' }],
  ['notion', { bin: 'bin/cli.mjs', env: { NOTION_TOKEN: 'ntn_not-a-key' } }],
  ['github', { bin: 'dist/index.js', env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'not-a-key' } }],
  ['slack', { bin: 'dist/index.js', env: { SLACK_BOT_TOKEN: 'xoxb-not-a-key', SLACK_TEAM_ID: 'T0' } }],
  ['context7', { bin: 'dist/index.js' }],
  ['tavily', { bin: 'build/index.js', env: { TAVILY_API_KEY: 'tvly-not-a-key' } }],
  ['firecrawl', { bin: 'dist/index.js', env: { FIRECRAWL_API_KEY: 'fc-not-a-key' } }],
  [
    'brave-search',
    { bin: 'dist/index.js', args: ['--transport', 'stdio'], env: { BRAVE_API_KEY: 'not-a-key' } },
  ],
  ['exa', { bin: 'dist/stdio.cjs', env: { EXA_API_KEY: 'not-a-key' } }],
  ['git', { bin: 'mcp-server-git' }],
  ['fetch', { bin: 'mcp-server-fetch' }],
  ['time', { bin: 'mcp-server-time' }],
];

const ROOT = join(import.meta.dirname, '../../..');
const CACHE = join(ROOT, 'node_modules/.cache/sekisho-packs');
const TIMEOUT_MS = 600_000;
const run = promisify(execFile);

it('every pack is compared with its server', () => {
  const packs = readdirSync(join(ROOT, 'packages/engine/src/mcp/packs')).map((file) =>
    basename(file, '.json'),
  );
  expect(SERVERS.map(([name]) => name).toSorted()).toEqual(packs.toSorted());
});

it.each(SERVERS.slice(0, proofSize('packedServers')))(
  'the pack describes what the server lists: %s',
  async (name, { bin, args = [], env = {} }) => {
    const pack = await manifestPack(name);
    const file = await install(pack, bin);
    const program =
      pack.registry === 'npm'
        ? { command: process.execPath, args: [file, ...args] }
        : { command: file, args };
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const gateway = new McpGateway({ limits: { connectTimeoutMs: 60_000 } });
    try {
      const { capabilities } = await gateway.register({ server_id: name, ...program, env, pack: name });
      const listed = capabilities.map(({ name: tool, schema }) => [tool, argumentsOf(schema).toSorted()]);
      const described = Object.entries(pack.tools).map(([tool, { arguments: roles = {} }]) => [
        tool,
        Object.keys(roles)
          .filter((path) => !path.includes('.'))
          .toSorted(),
      ]);
      expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(described));
      expect(warn).not.toHaveBeenCalled();
    } finally {
      await gateway.close();
    }
  },
  TIMEOUT_MS,
);

const argumentsOf = (schema: unknown): string[] =>
  Object.keys(Object(Reflect.get(Object(schema), 'properties')));

/** Returns the program of the server, after installing the version of the pack if it is not there. */
async function install({ registry, package: id, version, name }: ManifestPack, bin: string): Promise<string> {
  const own = join(ROOT, 'node_modules', id, bin);
  if (registry === 'npm') {
    if (existsSync(own)) return own;
    return join(await installOutside(`server-${name}`, { [id]: version }), 'node_modules', id, bin);
  }
  const folder = join(CACHE, `${name}-${version}`);
  const file = join(folder, 'bin', bin);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  await run('python3', ['-m', 'venv', folder]);
  await run(join(folder, 'bin/pip'), ['install', '--quiet', `${id}==${version}`]);
  return file;
}
