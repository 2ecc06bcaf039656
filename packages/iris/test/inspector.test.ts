import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../src/ask/create-engine.ts';
import { irisDefaults } from '../src/ask/iris-settings.ts';
import { createIrisSurface } from '../src/create-iris-surface.ts';
import { acceptEverybody } from '@sekisho/mcp-http';
import type { HttpServer } from '@sekisho/mcp-http';
import { serveHttp } from '../src/http/serve-http.ts';
import type { Surface } from '../src/mcp/surface.ts';
import { fixtureTool, textResult } from './conformance/fixture-tool.ts';
import { installInspector } from './conformance/inspector.ts';

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const surface = createIrisSurface(() => createEngine({ credentials: undefined, defaults: irisDefaults }));
const odd: Surface = {
  ...surface,
  // Valid JSON Schema in a form that many hosts reject.
  tools: [fixtureTool('odd', async () => textResult(''), { properties: { anything: true } })],
};
let program: string;
let servers: { iris: HttpServer; odd: HttpServer };

beforeAll(async () => {
  program = await installInspector();
  const [iris, other] = await Promise.all(
    [surface, odd].map((each) => serveHttp(each, { authenticate: acceptEverybody })),
  );
  if (!iris || !other) throw new Error('A server did not start.');
  servers = { iris, odd: other };
}, 600_000);
afterAll(() => Promise.all([servers.iris.close(), servers.odd.close()]));

type Report = { code: unknown; printed: unknown; complaints: string };

/** Returns the output and the exit code of the Inspector's command line for the target. */
function inspect(target: readonly string[], words: readonly string[]): Promise<Report> {
  const [command = '', ...rest] = target;
  return new Promise((resolve) => {
    const all = [program, ...words, '--format', 'json', '--', command, ...rest];
    execFile(process.execPath, all, { timeout: 30_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve({ code, printed: stdout === '' ? undefined : JSON.parse(stdout), complaints: stderr });
    });
  });
}

const stdio = [process.execPath, '--conditions=@sekisho/source', bin, '--demo'];
const transports = { stdio: () => stdio, HTTP: () => [servers.iris.url] };
const cases = [
  { transport: 'stdio', era: 'legacy' },
  { transport: 'HTTP', era: 'modern' },
  { transport: 'stdio', era: 'modern' },
  { transport: 'HTTP', era: 'legacy' },
] as const;

describe('the Inspector', () => {
  it.each(cases)(
    'over $transport in the $era era reports no schema problem in strict mode',
    async ({ transport, era }) => {
      const words = ['--protocol-era', era, '--method'];
      const report = await inspect(transports[transport](), [...words, 'tools/list', '--strict']);
      expect(report).toMatchObject({
        code: 0,
        printed: { result: { tools: [{ name: 'iris' }, { name: 'iris_result' }, { name: 'iris_cancel' }] } },
        complaints: '',
      });
    },
  );

  it.each([
    { transport: 'stdio', era: 'modern' },
    { transport: 'HTTP', era: 'legacy' },
  ] as const)('over $transport in the $era era calls a tool', async ({ transport, era }) => {
    const words = ['--protocol-era', era, '--method'];
    const call = ['tools/call', '--tool-name', 'iris', '--tool-args-json', '{"input":"What is 2+3?"}'];
    const { code, printed } = await inspect(transports[transport](), [...words, ...call]);
    expect(code).toBe(0);
    expect(printed).toMatchObject({
      result: { structuredContent: { answer: expect.stringContaining('5'), demo: true } },
    });
  });
});

it('rejects a schema that is not portable, which shows that the check works', async () => {
  const report = await inspect([servers.odd.url], ['--method', 'tools/list', '--strict']);
  expect(report.code).toBe(6);
  expect(report.complaints).toContain('anything');
});
