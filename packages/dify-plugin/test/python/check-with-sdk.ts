/**
 * Parses every kind of message and YAML file of this package with Dify's Python SDK.
 *
 *   node --conditions=@sekisho/source packages/dify-plugin/test/python/check-with-sdk.ts [python]
 *
 * Without an argument it creates a virtual environment in a temporary folder and installs `dify_plugin` from PyPI
 * into it; with one, it uses a Python that already has the SDK.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { definePlugin, serveStdio, type PluginMessage } from '../../src/index.ts';
import { readPluginDeclaration } from '../../src/packer/index.ts';
import { declarePlugin } from '../../src/transports/declare-plugin.ts';
import { agentPlugin, agentRequest, echoPlugin, llmRequest, usage } from '../sample-plugins.ts';
import { packages } from '../sample-packages.ts';
import { StdioDaemon } from '../stdio-daemon.ts';

type Sample = { kind: string; data: unknown; refused?: boolean };

const messages: PluginMessage[] = [
  { type: 'text', text: 'hello' },
  { type: 'json', json: { execution_metadata: { total_tokens: 1 } } },
  { type: 'log', id: 'l1', label: 'ROUND 1', status: 'start' },
  {
    type: 'log',
    id: 'l1',
    label: 'ROUND 1',
    status: 'error',
    parentId: 'l0',
    error: 'no',
    data: { output: {} },
    metadata: { started_at: 1, finished_at: 2, elapsed_time: 1, provider: 'a/b/c', total_tokens: 3 },
  },
  { type: 'image', url: 'https://example.com/a.png' },
  { type: 'image_link', url: '/files/tools/1.png', toolFileId: '1' },
  { type: 'link', url: 'https://example.com' },
  { type: 'link', url: 'https://example.com', toolFileId: '1' },
  { type: 'blob', bytes: Buffer.alloc(20_000, 1), mimeType: 'image/png', filename: 'a.png' },
  { type: 'variable', name: 'plan', value: { a: 1 } },
  { type: 'variable', name: 'plan', value: 'a', stream: true },
  { type: 'retriever_resources', resources: [{ position: 1, content: 'c', score: 0.9 }] },
];

async function collect(
  plugin: ReturnType<typeof definePlugin>,
  request: object,
): Promise<[unknown[], unknown[]]> {
  const daemon = new StdioDaemon({ answer: () => [] });
  const served = serveStdio(plugin, { input: daemon.input, output: daemon.fromPlugin, coalesceMs: 0 });
  const session = daemon.request(request);
  await session.done;
  daemon.closeInput();
  await served;
  const events = daemon.recorder.lines
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'session');
  return [session.items, events.map(({ data }) => data)];
}

async function emitSamples(): Promise<Sample[]> {
  const samples: Sample[] = [];
  const add = (kind: string, list: Iterable<unknown>) => {
    for (const data of list) samples.push({ kind, data });
  };
  const model = definePlugin({
    models: {
      echo: {
        validateCredentials: async () => {},
        llm: {
          async *invoke() {
            const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
            yield { model: 'echo-1', text: 'a' };
            yield { model: 'echo-1', toolCalls: [call], usage, finishReason: 'tool_calls' };
          },
        },
      },
    },
  });
  const talking = agentPlugin(async function* ({ dify }) {
    yield* messages;
    for await (const message of dify.invokeTool({
      tool_type: 'builtin',
      provider: 'a/b/c',
      tool: 't',
      tool_parameters: {},
    })) {
      yield { type: 'forward', message };
    }
    throw new Error('an error is a sample too');
  });
  const tools = definePlugin({
    tools: {
      clock: {
        tools: {
          now: async function* () {
            yield* messages;
          },
        },
      },
    },
  });
  const toolRequest = {
    type: 'tool',
    action: 'invoke_tool',
    provider: 'clock',
    tool: 'now',
    tool_parameters: {},
  };
  for (const [kind, plugin, request] of [
    ['llm', model, llmRequest],
    ['llm', echoPlugin, llmRequest],
    ['agent', talking, agentRequest],
    ['tool', tools, toolRequest],
  ] as const) {
    const [items, events] = await collect(plugin, request);
    add(kind, items);
    add('session', events);
  }
  for (const files of Object.values(packages).map((create) => create())) {
    const read = (path: string) => parse(Buffer.from(files.get(path) ?? '').toString('utf8'));
    const introduction = [...declarePlugin(readPluginDeclaration(files), 'key')];
    add(
      'initialize',
      introduction.map((line) => JSON.parse(line)),
    );
    add('manifest', [read('manifest.yaml')]);
    for (const path of files.keys()) {
      const kind = kindOf(path);
      if (kind !== undefined) add(kind, [read(path)]);
    }
  }
  samples.push({ kind: 'llm', data: { model: 'm', delta: { index: 0 } }, refused: true });
  samples.push({ kind: 'agent', data: { type: 'party', message: { text: 'x' } }, refused: true });
  samples.push({ kind: 'manifest', data: { name: 'x' }, refused: true });
  return samples;
}

function kindOf(path: string): string | undefined {
  if (path === 'provider/echo.yaml') return 'model_provider';
  if (path === 'provider/agents.yaml') return 'agent_provider';
  if (path === 'provider/clock.yaml') return 'tool_provider';
  if (path.startsWith('models/') && !path.includes('/_')) return 'model';
  if (path.startsWith('strategies/')) return 'strategy';
  return path.startsWith('tools/') ? 'tool_file' : undefined;
}

async function main(): Promise<void> {
  const input = (await emitSamples()).map((sample) => `${JSON.stringify(sample)}\n`).join('');
  const folder = await mkdtemp(join(tmpdir(), 'dify-sdk-'));
  try {
    let python = process.argv[2];
    if (python === undefined) {
      execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
      python = join(folder, 'bin/python');
      execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'dify_plugin'], { stdio: 'inherit' });
    }
    execFileSync(python, [join(import.meta.dirname, 'check_with_sdk.py')], {
      input,
      stdio: ['pipe', 'inherit', 'inherit'],
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

await main();
