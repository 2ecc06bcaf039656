import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { measureTree, type TreeUsage } from './process-tree.ts';

const HEARTBEAT = Buffer.from('"event":"heartbeat"');
const STREAM = Buffer.from('"type":"stream"');
const END = Buffer.from('"type":"end"');

/** One side of the bench. */
export interface PluginSide {
  readonly name: string;
  readonly folder: string;
  readonly provider: string;
  readonly model: string;
  readonly env: Record<string, string>;
}

/** Words as fast as possible, or ten per second. */
export type Order = '/words' | '/slowly';

/** The time of several streams until the first chunk and until the last stream ended. */
export interface StreamTimes {
  readonly firstMs: number;
  readonly totalMs: number;
}

/** A plugin that is started like the daemon does: `python -m main`, with lines on its pipes. */
export class PluginUnderTest {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #side: PluginSide;
  readonly startMs: number;

  private constructor(child: ChildProcessWithoutNullStreams, side: PluginSide, startMs: number) {
    this.#child = child;
    this.#side = side;
    this.startMs = startMs;
  }

  /** Starts a plugin and waits for its first heartbeat. */
  static async start(side: PluginSide): Promise<PluginUnderTest> {
    const began = performance.now();
    const child = spawn(`${side.folder}/.venv/bin/python`, ['-m', 'main'], {
      cwd: side.folder,
      env: { ...side.env, INSTALL_METHOD: 'local' },
    });
    const said: string[] = [];
    child.stderr.on('data', (bytes: Buffer) => said.push(bytes.toString()));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const ended = () => reject(new Error(`${side.name} ended: ${said.join('').slice(-600)}`));
    child.once('close', ended);
    const listen = (bytes: Buffer) => void (bytes.includes(HEARTBEAT) && resolve());
    child.stdout.on('data', listen);
    await promise;
    const startMs = performance.now() - began;
    child.off('close', ended);
    child.stdout.off('data', listen);
    return new PluginUnderTest(child, side, startMs);
  }

  usage(): TreeUsage {
    return measureTree(this.#child.pid ?? 0);
  }

  /** Requests a number of words in several concurrent streams, and checks afterwards that every word arrived. */
  async stream(streams: number, words: number, order: Order = '/words'): Promise<StreamTimes> {
    const pieces: Buffer[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    let firstMs = Number.NaN;
    let ends = 0;
    let tail = Buffer.alloc(0);
    const began = performance.now();
    // The driver parses nothing, so that its cost is not measured.
    const listen = (bytes: Buffer) => {
      pieces.push(bytes);
      const seen = Buffer.concat([tail, bytes]);
      if (Number.isNaN(firstMs) && seen.includes(STREAM)) firstMs = performance.now() - began;
      ends += count(seen, END) - count(tail, END);
      tail = seen.subarray(-64);
      if (ends >= streams) resolve();
    };
    this.#child.stdout.on('data', listen);
    for (let index = 0; index < streams; index += 1)
      this.#child.stdin.write(this.#request(`${order} ${words}`));
    await promise;
    const totalMs = performance.now() - began;
    this.#child.stdout.off('data', listen);
    const text = Buffer.concat(pieces).toString();
    const told = text.split('word').length - text.split('words').length;
    if (told !== streams * words) {
      throw new Error(`${this.#side.name} sent ${told} words instead of ${streams * words}.`);
    }
    return { firstMs, totalMs };
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'close');
  }

  #request(content: string): string {
    const { provider, model } = this.#side;
    const data = {
      user_id: 'u',
      type: 'model',
      action: 'invoke_llm',
      provider,
      model_type: 'llm',
      model,
      credentials: { api_key: 'good' },
      model_parameters: {},
      prompt_messages: [{ role: 'user', content, name: '', tool_calls: [], tool_call_id: '' }],
      tools: [],
      stop: [],
      stream: true,
    };
    const head = { session_id: randomUUID(), conversation_id: null, message_id: null, app_id: null };
    return `${JSON.stringify({ ...head, endpoint_id: null, context: {}, event: 'request', data })}\n`;
  }
}

function count(bytes: Buffer, needle: Buffer): number {
  let found = 0;
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) found += 1;
  return found;
}
