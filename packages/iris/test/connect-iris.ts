import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { createSimulator, type Simulator, type SimulatorOptions } from '@sekisho/responses/simulator';
import { createEngine } from '../src/ask/create-engine.ts';
import { irisAnswerSchema, type IrisAnswer } from '../src/ask/iris-answer.ts';
import { irisDefaults, type IrisSettings } from '../src/ask/iris-settings.ts';
import { createIrisSurface } from '../src/create-iris-surface.ts';
import { acceptEverybody, type Authenticate } from '@sekisho/mcp-http';
import { createFetchHandler, type FetchHandler } from '../src/http/create-fetch-handler.ts';
import { TaskStore } from '../src/mcp/task-store.ts';

/** The two generations of the protocol. */
export type Era = 'legacy' | 'modern';

/** A clock that changes only when a test sets it. */
type Clock = { now: number };

/** A server without sockets, on a simulated OpenAI that records its requests. */
export type IrisUnderTest = { handler: FetchHandler; simulator: Simulator; clock: Clock };

const credentials = {
  apiKey: 'test-key',
  organization: undefined,
  baseUrl: undefined,
  timeoutMs: 5000,
  maxRetries: 0,
};

/** Starts iris with a simulator. */
export function startIris(
  options: {
    simulator?: SimulatorOptions;
    settings?: Partial<IrisSettings>;
    authenticate?: Authenticate;
    fetch?: typeof fetch;
    /** The folder of the tasks. */
    folder?: string;
  } = {},
): IrisUnderTest {
  const clock: Clock = { now: Date.parse('2026-11-16T00:00:00Z') };
  const now = (): number => clock.now;
  const simulator = createSimulator({ now, ...options.simulator });
  const settings: IrisSettings = { credentials, defaults: irisDefaults, ...options.settings };
  const surface = createIrisSurface(() =>
    createEngine(settings, { now, fetch: options.fetch ?? simulator.fetch, pollMs: 5 }),
  );
  let ids = 0;
  const handler = createFetchHandler(surface, {
    authenticate: options.authenticate ?? acceptEverybody,
    maxBodyBytes: 1_000_000,
    now,
    tasks: new TaskStore({ now, makeId: () => `task-${(ids += 1)}`, folder: options.folder }),
  });
  return { handler, simulator, clock };
}

/** Connects a real client of the given protocol generation. */
export async function connect(
  { handler }: Pick<IrisUnderTest, 'handler'>,
  { era = 'modern', token, client = {} }: { era?: Era; token?: string; client?: ClientOptions } = {},
): Promise<Client> {
  const mode: ClientOptions = era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {};
  const made = new Client({ name: 'test-client', version: '1.0.0' }, { ...mode, ...client });
  const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
    fetch: (url, init) => handler.fetch(new Request(url, init as RequestInit)),
    ...(token === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  });
  await made.connect(transport);
  return made;
}

/** The result of a tool, in both forms. */
export type CallResult = { text: string; answer: IrisAnswer; isError: boolean };

/** Calls a tool and reads the result like a host. */
export async function callTool(
  client: Client,
  name: string,
  parameters: Record<string, unknown>,
  options: Parameters<Client['callTool']>[1] = {},
): Promise<CallResult> {
  const result = await client.callTool({ name, arguments: parameters }, options);
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  const isError = result.isError === true;
  const answer = isError ? EMPTY : irisAnswerSchema.parse(result.structuredContent);
  return { text, answer, isError };
}

const EMPTY: IrisAnswer = {
  answer: '',
  status: 'failed',
  citations: [],
  sources: [],
  code: [],
  files: [],
  warnings: [],
  demo: false,
};
