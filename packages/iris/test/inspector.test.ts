import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../src/ask/create-engine.ts';
import { irisDefaults } from '../src/ask/iris-settings.ts';
import { createIrisSurface } from '../src/create-iris-surface.ts';
import { acceptEverybody } from '../src/http/authenticate.ts';
import { type HttpServer, serveHttp } from '../src/http/serve-http.ts';

const run = promisify(execFile);
const inspector = fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector/package.json'));
const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
let server: HttpServer;

beforeAll(async () => {
  const surface = createIrisSurface(() => createEngine({ credentials: undefined, defaults: irisDefaults }));
  server = await serveHttp(surface, { authenticate: acceptEverybody });
});
afterAll(() => server.close());

/** What the Inspector's command line prints about the server behind the target. */
async function inspect(target: readonly string[], request: readonly string[]): Promise<unknown> {
  const program = inspector.replace('package.json', 'cli/build/cli.js');
  const { stdout } = await run(process.execPath, [program, '--cli', ...target, ...request]);
  return JSON.parse(stdout);
}

const targets = (): Record<string, string[]> => ({
  stdio: [process.execPath, '--conditions=@sekisho/source', bin, '--demo'],
  HTTP: [server.url, '--transport', 'http'],
});

describe.each(['stdio', 'HTTP'])('the Inspector over %s', (transport) => {
  it('lists the tools and calls one', async () => {
    const target = targets()[transport] ?? [];
    const call = ['--method', 'tools/call', '--tool-name', 'iris', '--tool-arg', 'input=What is 2+3?'];
    const [listed, called] = await Promise.all([
      inspect(target, ['--method', 'tools/list']),
      inspect(target, call),
    ]);
    expect(listed).toMatchObject({
      tools: [{ name: 'iris' }, { name: 'iris_result' }, { name: 'iris_cancel' }],
    });
    expect(called).toMatchObject({ structuredContent: { answer: expect.stringContaining('5'), demo: true } });
  });
});
