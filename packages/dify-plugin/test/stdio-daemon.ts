import { PassThrough, Writable, type Readable } from 'node:stream';
import {
  SessionRecorder,
  toBackwardsResponses,
  toRequestLine,
  type AnswerCall,
  type DaemonSession,
} from './daemon-session.ts';

/** A simulated daemon on two pipes, with the faults of real ones. */
export class StdioDaemon {
  readonly recorder = new SessionRecorder();
  /** The input of the plugin. */
  readonly toPlugin = new PassThrough();
  /** The output of the plugin. */
  readonly fromPlugin: Writable;
  readonly #answer: AnswerCall;
  readonly #readDelayMs: number;
  #rest = '';
  #next = 1;

  constructor(options: { answer?: AnswerCall; readDelayMs?: number; highWaterMark?: number } = {}) {
    this.#answer = options.answer ?? (() => []);
    this.#readDelayMs = options.readDelayMs ?? 0;
    const decoder = new TextDecoder();
    this.fromPlugin = new Writable({
      highWaterMark: options.highWaterMark ?? 16 * 1024,
      write: (chunk: Buffer, _encoding, done) => {
        this.#receive(decoder.decode(chunk, { stream: true }));
        if (this.#readDelayMs > 0) setTimeout(() => done(), this.#readDelayMs);
        else setImmediate(() => done());
      },
    });
  }

  request(data: object, head: object = {}): DaemonSession {
    const id = `session-${this.#next++}`;
    const session = this.recorder.open(id);
    this.toPlugin.write(toRequestLine(id, data, head));
    return session;
  }

  send(bytes: string | Uint8Array): void {
    this.toPlugin.write(bytes);
  }

  /** Closes the plugin's standard input. */
  closeInput(): void {
    this.toPlugin.end();
  }

  /** Closes the plugin's standard output, like a daemon that died. */
  breakPipe(): void {
    this.fromPlugin.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  }

  get input(): Readable {
    return this.toPlugin;
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') continue;
      const call = this.recorder.read(line);
      if (call !== undefined) void this.#answerCall(call);
    }
  }

  async #answerCall({ sessionId, call }: NonNullable<ReturnType<SessionRecorder['read']>>): Promise<void> {
    for await (const line of toBackwardsResponses(sessionId, call, this.#answer)) this.toPlugin.write(line);
  }
}
