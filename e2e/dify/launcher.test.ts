import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { unzipFiles } from '@sekisho/dify-plugin/packer';
import { createSimulator, serveSimulator } from '@sekisho/responses/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invokeLlm, KEY, textOf } from '../../app/openai_gpt5_responses/test/plugin-harness.ts';
import { toRequestLine } from '../../packages/dify-plugin/test/daemon-session.ts';
import { buildPluginPackage } from '../../scripts/dify/build-plugin-package.ts';
import { UnpackedPlugin } from './unpacked-plugin.ts';

const root = join(import.meta.dirname, '../..');
const path = process.env['PATH'];

async function build() {
  const folder = join(root, 'app/openai_gpt5_responses');
  const result = await buildPluginPackage({ root, folder });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

describe('the launcher', () => {
  let plugin: UnpackedPlugin;
  const secrets = {
    DB_PASSWORD: 'db-secret',
    SERVER_KEY: 'server-secret',
    DIFY_INNER_API_KEY: 'inner-secret',
  };
  // Records its arguments and variables, then replaces itself with the real Node.
  const recorderScript = () => `#!/bin/sh
{ env; echo "ARGUMENTS=$*"; } > '${join(plugin.folder, 'seen.txt')}'
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
    const { child, recorder, readErrors } = plugin.start({
      OPENAI_GPT5_ALLOWED_BASE_URL_HOSTS: server.baseUrl,
      ...env,
    });
    try {
      const session = recorder.open('s1');
      const exit = once(child, 'exit');
      const credentials = { openai_api_key: KEY, openai_api_base: server.baseUrl };
      child.stdin.end(toRequestLine('s1', invokeLlm({ credentials })));
      const [code] = await exit;
      return { code, session, recorder, errors: readErrors() };
    } finally {
      await server.close();
    }
  }

  it('starts the Node of the wheel without the secrets of the daemon', async () => {
    await plugin.installNode(recorderScript());
    const env = {
      PATH: path,
      HTTPS_PROXY: '',
      OPENAI_GPT5_AUDIT_LOG: 'true',
      SSL_CERT_FILE: '/etc/none.pem',
      ...secrets,
    };
    const { code, session, recorder } = await ask(env);
    expect(session.errors).toEqual([]);
    expect(textOf(session)).toBe('From the package.');
    expect(session).toMatchObject({ ends: 1, late: [] });
    expect([code, recorder.noise]).toEqual([0, []]);
    expect(recorder.logs.map(({ message }) => JSON.parse(message).event)).toEqual([
      'responses_api_request',
      'responses_api_success',
    ]);
    const seen = await readFile(join(plugin.folder, 'seen.txt'), 'utf8');
    expect(seen).toContain('INSTALL_METHOD=local');
    expect(seen).toContain('NODE_EXTRA_CA_CERTS=/etc/none.pem');
    for (const secret of Object.values(secrets)) expect(seen).not.toContain(secret);
    // These settings keep the memory of an idle plugin small; run/idle-collector.ts depends on the last one.
    expect(seen).toContain('MALLOC_TRIM_THRESHOLD_=131072');
    expect(seen).toMatch(
      /^ARGUMENTS=--max-semi-space-size=2 --optimize-for-size --expose-gc .*plugin\.mjs$/m,
    );
  });

  it.each([
    ['is too old', '#!/bin/sh\necho v18.20.0\n'],
    ['cannot be started', 'this is no program'],
    ['has no version', '#!/bin/sh\necho hello\n'],
  ])('uses another Node when the first %s', async (_case, script) => {
    await plugin.installNode(script);
    const other = join(plugin.folder, 'other-node');
    await writeFile(other, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
    const { session } = await ask({ PATH: '/nowhere', SEKISHO_NODE_PATH: other });
    expect(textOf(session)).toBe('From the package.');
  });

  it('reports in one line that Node is missing', async () => {
    await plugin.installNode('#!/bin/sh\necho v18.20.0\n');
    const { code, recorder, errors } = await ask({ PATH: '/nowhere' });
    expect(code).toBe(1);
    expect(errors).toMatch(/^This plugin needs Node\.js 20 or newer: .*\n$/);
    expect(recorder.lines).toEqual([]);
  });

  it('lets the plugin register at a daemon for remote debugging', async () => {
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
