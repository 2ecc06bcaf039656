import { setTimeout as wait } from 'node:timers/promises';
import { isRecord, type JsonRecord } from '../json/is-record.ts';
import { ModelRegistry } from '../models/model-registry.ts';
import { assistantPersona } from './personas/assistant-persona.ts';
import { ContainerStore } from './store/container-store.ts';
import { ConversationStore } from './store/conversation-store.ts';
import { createIdMaker, makeUniqueId } from './create-id-maker.ts';
import type { Chaos } from './fault.ts';
import { handleRequest, type SimulatedRequest } from './api/handle-request.ts';
import type { Persona } from './personas/persona.ts';
import type { Reply } from './api/reply.ts';
import { ResponseStore } from './store/response-store.ts';
import type { Latency, ScriptStep, SimulatorState } from './simulator-state.ts';

const MAX_JOURNAL_ENTRIES = 1000;
const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000;

/** The options of a simulated server. All are optional. */
export type SimulatorOptions = {
  /**
   * Determines every id and every probability, so that the same requests return the same bytes. Without it every id
   * is unique.
   */
  seed?: number;
  now?: () => number;
  sleep?: (ms: number) => Promise<void>;
  persona?: Persona;
  registry?: ModelRegistry;
  latency?: Partial<Latency>;
  chaos?: Chaos;
  /** The accepted keys. Without it any key is accepted. */
  apiKeys?: readonly string[];
  /** True simulates an organization with Zero Data Retention. */
  keepsNoData?: boolean;
  keepMs?: number;
  capacity?: number;
};

/** A request that the simulator received. Headers are omitted because they contain the key. */
export type JournalEntry = { method: string; path: string; body: JsonRecord | undefined };

/** A simulated OpenAI server with state. */
export type Simulator = {
  /** Pass this to `new OpenAI({ fetch })`. */
  fetch: typeof fetch;
  /** Handles one request, for servers that do not use fetch. */
  handle: (request: SimulatedRequest) => Promise<Reply>;
  /** Sets the output of the next generations, one step each. */
  script: (...steps: ScriptStep[]) => void;
  /** The latest requests, at most a thousand. */
  journal: readonly JournalEntry[];
};

/** Creates a simulated OpenAI server in this process. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const state = createState(options);
  const journal: JournalEntry[] = [];
  const handle = (request: SimulatedRequest): Promise<Reply> => {
    journal.push({ method: request.method, path: request.url.pathname, body: request.body });
    if (journal.length > MAX_JOURNAL_ENTRIES) journal.shift();
    return handleRequest(state, request);
  };
  return {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const reply = await Promise.race([handle(await readRequest(request)), rejectOnAbort(request.signal)]);
      return toFetchResponse(reply, { requestId: state.makeId('req_'), signal: request.signal });
    },
    handle,
    script: (...steps) => void state.script.push(...steps),
    journal,
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function readRequest(request: Request): Promise<SimulatedRequest> {
  const text = await request.text();
  return {
    method: request.method,
    url: new URL(request.url),
    authorization: request.headers.get('authorization'),
    body: parseBody(text),
  };
}

/** Returns the body of a request. An empty body is an empty object. A body that is not a JSON object is undefined. */
export function parseBody(text: string): JsonRecord | undefined {
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function createState(options: SimulatorOptions): SimulatorState {
  const { seed } = options;
  const random = seed === undefined ? Math.random : createRandom(seed);
  const makeId = seed === undefined ? makeUniqueId : createIdMaker(random);
  const now = options.now ?? Date.now;
  return {
    now,
    sleep: options.sleep ?? ((ms) => wait(ms)),
    random,
    makeId,
    registry: options.registry ?? new ModelRegistry(),
    persona: options.persona ?? assistantPersona,
    latency: { firstByteMs: 0, perEventMs: 0, queuedMs: 0, backgroundMs: 0, ...options.latency },
    chaos: options.chaos ?? { rate: 0, faults: [] },
    apiKeys: options.apiKeys,
    keepsNoData: options.keepsNoData ?? false,
    responses: new ResponseStore({
      keepMs: options.keepMs ?? THIRTY_DAYS,
      capacity: options.capacity ?? 10_000,
      now,
    }),
    conversations: new ConversationStore({ makeId, now }),
    containers: new ContainerStore({ makeId, now }),
    script: [],
  };
}

/** Creates a generator of numbers from 0 (inclusive) to 1 (exclusive). The same seed produces the same sequence. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // The algorithm is mulberry32, which is small, fast, and sufficiently uniform for ids and probabilities.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Converts a reply to a `fetch` response. A reset becomes the error that Node's fetch throws. */
function toFetchResponse(
  reply: Reply,
  { requestId, signal }: { requestId: string; signal: AbortSignal },
): Response {
  const common = { 'x-request-id': requestId, 'openai-processing-ms': '1' };
  switch (reply.type) {
    case 'reset':
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      });
    case 'json':
      return new Response(JSON.stringify(reply.body), {
        status: reply.status,
        headers: { ...common, 'content-type': 'application/json', ...reply.headers },
      });
    case 'text':
      return new Response(reply.body, { status: reply.status, headers: { ...common, ...reply.headers } });
    case 'events':
      return new Response(streamBytes(reply.chunks, signal), {
        headers: { ...common, 'content-type': 'text/event-stream; charset=utf-8', ...reply.headers },
      });
  }
}

function streamBytes(chunks: AsyncIterable<string>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
    async pull(controller) {
      try {
        const next = await iterator.next();
        if (signal.aborted) return;
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      } catch (cause) {
        controller.error(new TypeError('terminated', { cause }));
      }
    },
  });
}
