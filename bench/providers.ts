import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { OpenAIProvider } from '@openai/agents-openai';
import { atMost } from './bench-case.ts';
import type { BenchReport, Figures } from './bench-case.ts';
import { CompatModelProvider } from '../packages/sekisho/src/providers/compat-model-provider.ts';
import type { Model, ModelRequest } from '../packages/sekisho/src/openai-agents/upstream.ts';

const CASE = 'CPU of 1,000 streamed chunks with 4 tool calls, loopback HTTP';
const GOAL = 1.6;
const WARM_UP_ROUNDS = 30;
const ROUNDS = 120;

const REQUEST: ModelRequest = {
  systemInstructions: 'Be brief.',
  input: 'Go.',
  modelSettings: {},
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};

/** The cost of the normalizer on a stream of 1,000 chunks with tool calls, compared with upstream's model on plain `fetch`. */
export async function benchProviders({ quick = false } = {}): Promise<BenchReport> {
  const server = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: process.execArgv });
  try {
    const figures = await compare(await addressOf(server), quick ? ROUNDS / 4 : ROUNDS);
    return { bench: 'providers', cases: [atMost(CASE, figures, GOAL)] };
  } finally {
    server.kill();
  }
}

async function compare(baseURL: string, rounds: number): Promise<Figures> {
  const upstream = await new OpenAIProvider({ apiKey: 'k', baseURL, useResponses: false }).getModel('m');
  const provider = new CompatModelProvider('openrouter', {
    fetch: globalThis.fetch,
    createId: () => crypto.randomUUID(),
  });
  const model = provider.createModel('m', { baseUrl: baseURL, apiKey: 'k-123456' });
  const samples: { readonly ours: number; readonly other: number }[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    // The sides alternate, so that other load of the machine affects both.
    const other = await cpuOf(upstream);
    const ours = await cpuOf(model);
    if (round >= WARM_UP_ROUNDS) samples.push({ ours, other });
  }
  return {
    ours: median(samples.map(({ ours }) => ours)),
    other: median(samples.map(({ other }) => other)),
    ratio: median(samples.map(({ ours, other }) => ours / other)),
  };
}

async function cpuOf(model: Model): Promise<number> {
  const before = process.cpuUsage();
  let calls = 0;
  for await (const happened of model.getStreamedResponse(REQUEST)) {
    if (happened.type === 'response_done')
      calls = happened.response.output.filter(({ type }) => type === 'function_call').length;
  }
  if (calls !== 4) throw new Error(`Expected 4 tool calls and got ${calls}.`);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function addressOf(server: ChildProcess): Promise<string> {
  const [port] = await once(server, 'message');
  return `http://127.0.0.1:${String(port)}/v1`;
}

/** The stream: 600 chunks of text, then 4 calls in 100 chunks each; one write for every chunk. */
function createChunks(): string[] {
  const chunks: object[] = Array.from({ length: 598 }, (_, index) => ({ content: `word ${index} ` }));
  for (let index = 0; index < 4; index += 1) {
    const begin = {
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name: 'write_file', arguments: '' },
    };
    const pieces = ['{"text":"', ...Array.from({ length: 97 }, () => 'lorem '), '"}'];
    chunks.push({ tool_calls: [begin] });
    chunks.push(...pieces.map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })));
  }
  return [...chunks.map((delta) => event(delta, null)), event({}, 'tool_calls'), 'data: [DONE]\n\n'];
}

function event(delta: object, finishReason: string | null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finishReason }];
  const chunk = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'm',
    choices,
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

/** The server is a separate process, so that its CPU time is not counted. */
async function serve(): Promise<void> {
  const chunks = createChunks();
  const server = createServer((request, response) => {
    request.resume();
    void (async () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const chunk of chunks) {
        response.write(chunk);
        await nextTurn();
      }
      response.end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
  process.once('disconnect', () => process.exit());
}

if (import.meta.main && process.argv[2] === 'serve') await serve();
