import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';
import { runCreate, type CreateHost } from '../src/index.ts';
import { describeOldNode } from '../src/require-node.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sekisho-create-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

async function create(args: readonly string[], host: Partial<CreateHost> = {}) {
  const said: string[] = [];
  const print = (line: string) => void said.push(line);
  const code = await runCreate(args, { cwd: place, env: {}, print, complain: print, ...host });
  return { code, said: said.join('\n') };
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(place, folder, 'package.json'), 'utf8'));

describe('create-sekisho', () => {
  it('describes its options in both languages', async () => {
    for (const [args, text] of [
      [['--help'], 'creates an agent'],
      [['--help', '--lang', 'ja'], 'エージェントを作成します'],
    ] as const) {
      const { code, said } = await create(args);
      expect(code).toBe(0);
      expect(said).toContain(text);
      for (const word of ['--template', '--packages', '--no-install', '--lang', 'customer-service'])
        expect(said).toContain(word);
    }
  });

  it.each([
    [['a', '--template', 'shop'], 'There is no template "shop". Templates: mail, customer-service.'],
    [['full', '--template', 'mail'], 'The folder full exists and is not empty.'],
    [['file', '--template', 'mail'], 'file is a file.'],
    [['a'], 'Name a template with --template'],
    [['--template', 'mail'], 'Name the folder'],
    [['a', 'b'], '"b" is one argument too many.'],
    [['a', '--lang', 'de'], '--lang must be en or ja'],
    [['a', '--template', 'mail', '--packages', 'full'], 'does not contain the package sekisho'],
    [['a', '--colour'], "Unknown option '--colour'.\ncreate-sekisho --help shows the options."],
  ])('refuses %j and writes nothing', async (args, reason) => {
    mkdirSync(join(place, 'full'));
    writeFileSync(join(place, 'full', 'notes.txt'), '');
    writeFileSync(join(place, 'file'), '');
    const { code, said } = await create([...args, '--no-install']);
    expect(code).toBe(2);
    expect(said).toContain(reason);
    expect(readdirSync(place).toSorted()).toEqual(['file', 'full']);
    expect(readdirSync(join(place, 'full'))).toEqual(['notes.txt']);
  });

  it('asks for what is missing in a terminal', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const keys = [
      ['Folder of the new project', 'support\r'],
      ['What should it be?', '\u001B[B\r'],
    ] as const;
    let [screen, next] = ['', 0];
    output.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
      const [question, key] = keys[next] ?? [];
      if (question === undefined || !screen.includes(question)) return;
      next += 1;
      setImmediate(() => input.write(key));
    });
    expect(await create(['--no-install'], { terminal: { input, output } })).toMatchObject({ code: 0 });
    expect(existsSync(join(place, 'support/public/index.html'))).toBe(true);
  });

  it('depends on the tested versions, or on packed files', async () => {
    expect((await create(['My Agent', '--template', 'mail', '--no-install'])).said).toContain(
      'cd "My Agent"',
    );
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/sekisho/package.json'), 'utf8'));
    expect(readManifest('My Agent')).toMatchObject({
      name: 'my-agent',
      dependencies: { sekisho: `^${version}` },
    });
    expect(readManifest('My Agent')).not.toHaveProperty('overrides');

    const packed = join(place, 'packed');
    mkdirSync(packed);
    for (const name of ['sekisho', 'sekisho-responses', 'sekisho-mcp-http', 'create-sekisho'])
      writeFileSync(join(packed, `${name}-0.1.0.tgz`), '');
    const args = ['other', '--template', 'mail', '--no-install', '--packages', 'packed'];
    expect(await create(args)).toMatchObject({ code: 0, said: expect.stringContaining('npm install') });
    expect(readManifest('other')).toMatchObject({
      dependencies: {
        sekisho: `file:${join(packed, 'sekisho-0.1.0.tgz')}`,
        '@sekisho/responses': `file:${join(packed, 'sekisho-responses-0.1.0.tgz')}`,
      },
      overrides: { '@sekisho/mcp-http': `file:${join(packed, 'sekisho-mcp-http-0.1.0.tgz')}` },
    });
  });

  it('says that the Node of npm is too old for the project', async () => {
    const withNode = async (folder: string, node: string) => {
      const env = { npm_config_user_agent: `npm/11.19.1 node/v${node} linux x64 workspaces/false` };
      return create([folder, '--template', 'mail', '--no-install'], { env });
    };
    const old = await withNode('old', '20.20.2');
    expect(old).toMatchObject({ code: 0, said: expect.stringContaining('Your Node 20.20.2 is too old') });
    expect((await withNode('new', '24.21.0')).said).not.toContain('too old');
  });

  it('says that Node is too old', () => {
    for (const version of ['20.19.0', '22.22.2', '23.11.0', '24.14.9', '25.0.0'])
      expect(describeOldNode(version, {})).toContain(`Node ${version} is too old`);
    for (const version of ['22.22.3', '22.23.0', '24.15.0', '26.0.0', '27.1.0'])
      expect(describeOldNode(version, {})).toBeUndefined();
    expect(describeOldNode('20.0.0', { LANG: 'ja_JP.UTF-8' })).toContain('古すぎます');
  });
});

describe.each(['mail', 'customer-service'])('the template %s', (template) => {
  it('has a README in both languages with the same commands, and a test that passes', async () => {
    await create(['project', '--template', template, '--no-install']);
    const folder = join(place, 'project');
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toContain('.sekisho/');
    const commands = (page: string) =>
      [...readFileSync(join(folder, page), 'utf8').matchAll(/^npm [a-z ]+(?= |$)/gm)].map(([line]) =>
        line.trim(),
      );
    expect(commands('README.ja.md')).toEqual(commands('README.md'));
    const { scripts } = readManifest('project');
    expect(commands('README.md').map((line) => line.split(' ').at(-1))).toEqual(
      expect.arrayContaining(['start', 'test']),
    );
    for (const line of commands('README.md')) expect(scripts).toHaveProperty(line.split(' ').at(-1) ?? '');

    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const { stdout } = await run(
      process.execPath,
      ['--conditions=@sekisho/source', '--test', '--test-reporter=tap'],
      { cwd: folder, env: PROGRAM_ENVIRONMENT },
    );
    expect(stdout).toMatch(/^# pass 2$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });
});

/** Starts the mail assistant. With an answer, its standard input looks like a terminal in which a person types it. */
async function startMail(folder: string, answer?: string): Promise<string> {
  const terminal =
    answer === undefined ? [] : ['--import', 'data:text/javascript,process.stdin.isTTY = true'];
  const started = run(process.execPath, ['--conditions=@sekisho/source', ...terminal, 'src/main.ts'], {
    cwd: folder,
    env: PROGRAM_ENVIRONMENT,
  });
  started.child.stdin?.end(answer);
  return (await started).stdout;
}

it.each([
  ['denied', 'n\n', ['ken@partner.example']],
  ['approved', 'y\n', ['ken@partner.example', 'eve@evil.example']],
])('the mail assistant ends after the mail was %s in the terminal', async (_decision, answer, recipients) => {
  await create(['project', '--template', 'mail', '--no-install']);
  const folder = join(place, 'project');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const said = await startMail(folder, answer);
  expect(said).toContain('Everything that was allowed is done.');
  expect([...said.matchAll(/^Sent to (\S+):/gm)].map(([, recipient]) => recipient)).toEqual(recipients);
});

it('the mail assistant stops before the injected mail, and asks again after a restart', async () => {
  await create(['project', '--template', 'mail', '--no-install']);
  const folder = join(place, 'project');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const start = () => startMail(folder);
  const first = await start();
  expect(first).toContain('eve@evil.example');
  expect(first).toContain('Sent to ken@partner.example');
  expect(first).not.toContain('Sent to eve');
  const second = await start();
  expect(second).toContain('eve@evil.example');
  expect(second).not.toContain('Sent to');
});

it('the customer service names a port that is in use, and ends', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const PORT = String(typeof address === 'object' ? address?.port : '');
  await create(['project', '--template', 'customer-service', '--no-install']);
  const folder = join(place, 'project');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const started = run(process.execPath, ['--conditions=@sekisho/source', 'src/server.ts'], {
    cwd: folder,
    env: { ...PROGRAM_ENVIRONMENT, PORT },
  });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `The page cannot be served on port ${PORT} (EADDRINUSE). Stop the program that uses it, or set PORT to another number.\n`,
  });
  other.close();
});
