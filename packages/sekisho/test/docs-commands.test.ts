import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { readStoryOptions } from '../../../examples/first-run/story-options.ts';
import { isTemplate } from '../../create-sekisho/src/create-project.ts';
import { parseCommandLine } from '../../iris/src/cli/parse-command-line.ts';
import { command as runCommand } from '../../cli/test/command-host.ts';
import { requestPayment } from '../../cli/test/request-payment.ts';
import { createRunner, RuleSafetyAgent } from '../src/index.ts';
import { commandsOf, type DocCommand } from './programs/doc-commands.ts';
import { ScriptProcess } from './programs/script-process.ts';
import { docPages, readPage, ROOT, shownFilesOf } from './programs/doc-pages.ts';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

const place = mkdtempSync(join(tmpdir(), 'sekisho-commands-'));
const shared = new ScriptProcess();
afterAll(async () => {
  await shared.end();
  rmSync(place, { recursive: true, force: true });
});

const SOURCES = '--conditions=@sekisho/source';
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
const scripts: Record<string, string> = manifestOf('.').scripts;

/** How a command is tested. A command without a matching entry fails, and so does an entry without a matching command. */
const CHECKS: readonly (readonly [RegExp, (command: DocCommand) => unknown])[] = [
  [/^npm ci$/, () => expect(existsSync(join(ROOT, 'package-lock.json'))).toBe(true)],
  [
    /^npm (?:start|test|run [\w:]+)$/,
    ({ words }) => expect(filesOfScript(words.at(-1))).not.toContain('missing'),
  ],
  // `npm run check:readme` executes these.
  [
    /^npm install \.\.\/sekisho\/packed\//,
    () => expect(readFileSync(join(ROOT, 'scripts/pack-all.ts'), 'utf8')).toContain("'packed'"),
  ],
  [/^npm run create -- /, ({ words }) => expect(isTemplate(words.at(-1))).toBe(true)],
  // The tests of the command, and `npm run test:container`, make a backup and restore it.
  [
    /^npx sekisho (?:backup|restore|accept-restore) /,
    async ({ words }) => expect((await runCommand([...words.slice(2), '--help'])).code).toBe(0),
  ],
  [/^pg_(?:dump|restore) /, ({ page }) => expect(page).toMatch(/guides\/operate\.md$/)],
  [/^(?:docker|cp|openssl) /, ({ page }) => expect(page).toMatch(/guides\/deployment\.md$/)],
  [/^npm run story -- --/, ({ words }) => expect(readStoryOptions(words.slice(4), {})).toBeDefined()],
  // The tests of the plugins sign packages, which takes longer; an unknown option fails here too.
  [
    /^npm run dify:package -- --/,
    async (command) => expect(await runScript(command, '--help')).toContain('--sign'),
  ],
  [/^npm run manifest -- /, async (command) => expect(await runScript(command)).toBe('')],
  [
    /^npm run gate:replay -- /,
    async (command) =>
      expect(JSON.parse(await runScript(command))).toMatchObject({
        attacks_stopped: 1,
        benign_calls_allowed: 1,
      }),
  ],
  [
    /^npm run skills:report -- /,
    async (command) =>
      expect(await runScript(command)).toBe('1 SKILL.md: 1 enabled, 0 repaired, 0 disabled.\n'),
  ],
  [
    /^npx @sekisho\/iris( --demo)?$/,
    async (command) =>
      expect(await initializeIris(command)).toMatchObject({
        result: { serverInfo: { name: 'sekisho-iris' } },
      }),
  ],
  // The tests of iris start its server; this test only parses the options.
  [
    /^npx @sekisho\/iris --http /,
    ({ words }) => expect(parseCommandLine(words.slice(2))).toMatchObject({ type: 'http' }),
  ],
  // `npm run check:packages` starts it.
  [/^npx @sekisho\/console$/, () => expect(manifestOf('app/server').name).toBe('@sekisho/console')],
  [
    /^npx sekisho worker /,
    async (command) => expect(await work(command)).toEqual(['working', 'draining', 'stopped']),
  ],
  [/^npx sekisho (?:stop|start|status) /, async (command) => expect(await useSwitch(command)).toBe(0)],
  [/^sekisho (?!proxy)/, async (command) => expect([0, 3]).toContain(await useCommand(command))],
  [
    /^sekisho proxy -- /,
    async (command) =>
      expect(await initializeProxy(command)).toMatchObject({ result: { serverInfo: { name: 'sekisho' } } }),
  ],
  [
    /^sekisho proxy --accept /,
    async (command) => expect(await runNode(...proxyStart(command))).toContain('ccepted'),
  ],
  [/^sekisho proxy (?:install|remove) /, async (command) => expect(await installProxy(command)).toBe(0)],
  // examples.test.ts runs them all.
  [
    /^npx node .* examples\/[\w-]+\/main\.ts$/,
    ({ words }) => expect(existsSync(join(ROOT, words.at(-1) ?? ''))).toBe(true),
  ],
  // The command needs PyPI.
  [
    /^npx node .*check-with-sdk\.ts$/,
    ({ words }) => expect(existsSync(join(ROOT, words.at(-1) ?? ''))).toBe(true),
  ],
  // app/server/test/docs.test.ts sends them.
  [/^curl /, ({ page }) => expect(['docs/guides/console.md', 'docs/guides/chat.md']).toContain(page)],
];

describe('the commands in the documentation', async () => {
  const pages = await docPages();
  const all = pages.flatMap(commandsOf);
  const commands = [...Map.groupBy(all, ({ words }) => words.join(' ')).entries()];

  it('exist, and each test method has commands', () => {
    expect(commands.length).toBeGreaterThan(15);
    const unused = CHECKS.filter(([pattern]) => !commands.some(([line]) => pattern.test(line)));
    expect(unused.map(([pattern]) => pattern)).toEqual([]);
  });

  it.each(commands)('succeed: %s', async (line, [command]) => {
    const ways = CHECKS.filter(([pattern]) => pattern.test(line));
    expect(ways).toHaveLength(1);
    for (const [, tryIt] of ways) if (command) await tryIt(command);
  });

  it.each([
    'story',
    'bench',
    'chaos',
    'claims',
    'dify:package',
    'docs:site',
    'fuzz',
    'gate:eval',
    'gate:replay',
    'manifest',
    'scoreboard',
    'skills:report',
    'soak',
  ])('describe their usage: npm run %s -- --help', async (name) => {
    const { output, ...rest } = await shared.run(name, ['--help'], place);
    expect(rest).toEqual({ code: 0, errors: '' });
    expect(output).toContain(`npm run ${name} -- `);
  });

  it('are scripts of package.json wherever a sentence names one', () => {
    const named = pages.flatMap((page) =>
      [...readPage(page).matchAll(/`npm run ([\w:]+)/g)].map(([, name = '']) => ({ page, name })),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

/** Returns the files that a script of package.json starts with, or "missing" for an unknown script. */
function filesOfScript(name = ''): readonly string[] {
  const words = scripts[name]?.split(' ') ?? ['missing'];
  return words
    .filter((word) => word === 'missing' || /\.m?ts$|\.mjs$/.test(word))
    .map((word) => (existsSync(join(ROOT, word)) ? word : 'missing'));
}

/** Runs a script in a folder with the files that the page shows. */
async function runScript(
  { page, words: [, , name = '', , ...options] }: DocCommand,
  ...more: string[]
): Promise<string> {
  const folder = mkdtempSync(join(place, 'page-'));
  for (const { path, text: content } of shownFilesOf(page)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const { output, ...rest } = await shared.run(name, [...options, ...more], folder);
  expect(rest).toEqual({ code: 0, errors: '' });
  return output;
}

interface Start {
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly input?: string;
}

async function runNode(args: readonly string[], { cwd, variables, input }: Start): Promise<string> {
  const child = spawn(process.execPath, args, { cwd, env: { ...PROGRAM_ENVIRONMENT, ...variables } });
  child.stdin.end(input);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return output;
}

/** Starts iris with its command, initializes it as a host does, and disconnects. */
async function initializeIris({ words, variables }: DocCommand): Promise<unknown> {
  const { name, bin } = manifestOf('packages/iris');
  expect([name, Object.values(bin)]).toEqual([words[1], ['./dist/bin.js']]);
  const clientInfo = { name: 'reader', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const greeting = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
  const program = [SOURCES, join(ROOT, 'packages/iris/src/bin.ts'), ...words.slice(2)];
  return JSON.parse(await runNode(program, { cwd: place, variables, input: greeting }));
}

/** Starts the proxy in front of a server, initializes it as a client does, and disconnects. */
async function initializeProxy(command: DocCommand): Promise<unknown> {
  const [program, { cwd, variables }] = proxyStart(command);
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, program, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const clientInfo = { name: 'reader', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  const [line] = await once(createInterface(child.stdout), 'line');
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  return JSON.parse(String(line));
}

/** How the proxy starts in a folder with the server of the guide. */
function proxyStart({ words }: DocCommand): [readonly string[], Start] {
  mkdirSync(join(place, 'shared'), { recursive: true });
  if (!existsSync(join(place, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  const program = [SOURCES, join(ROOT, 'packages/sekisho/src/bin.ts'), ...words.slice(1)];
  const variables = { SEKISHO_DATA_DIR: join(place, 'proxy'), NODE_NO_WARNINGS: '1' };
  return [program, { cwd: place, variables }];
}

/** Edits the configuration of a client in an empty home folder. */
async function installProxy({ words }: DocCommand): Promise<number> {
  const home = mkdtempSync(join(place, 'home-'));
  writeFileSync(join(home, '.claude.json'), '{ "mcpServers": { "files": { "command": "files" } } }');
  const { code, complained } = await runCommand(words.slice(1), { cwd: home, home });
  expect(complained).toBe('');
  return code;
}

/** Runs a command in a folder with a pending request and the files that the page shows. */
async function useCommand({ page, words }: DocCommand): Promise<number> {
  const folder = mkdtempSync(join(place, 'page-'));
  for (const { path, text: content } of shownFilesOf(page)) writeFileSync(join(folder, path), content);
  await requestPayment(join(folder, '.sekisho'));
  const { code, complained } = await runCommand(words.slice(1), { cwd: folder, home: folder });
  expect(complained).toBe('');
  return code;
}

/** Uses the stop switch of a runner. All commands of a page use the same store. */
async function useSwitch({ words }: DocCommand): Promise<number> {
  const store = { directory: join(place, 'stops') };
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store });
  const { code, complained } = await runCommand(words.slice(2), { importModule: async () => ({ runner }) });
  expect(complained).toBe('');
  return code;
}

/** Runs the worker command with its own runner until it reports that it is ready. */
async function work({ words }: DocCommand): Promise<readonly string[]> {
  const output: string[] = [];
  const stopped = Promise.withResolvers<void>();
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: { directory: join(place, 'work') },
  });
  const { code } = await runCommand(words.slice(2), {
    print: (line) => {
      output.push(JSON.parse(line).event);
      stopped.resolve();
    },
    complain: (line) => output.push(line),
    stopped: stopped.promise,
    importModule: async () => ({ runner }),
  });
  expect(code).toBe(0);
  return output;
}
