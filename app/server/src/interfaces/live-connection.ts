import { z } from '@hono/zod-openapi';
import type { LiveEvent, LiveHub } from '../application/live-hub.ts';
import type { ProcessUserMessageUseCase } from '../application/process-user-message-use-case.ts';
import { postMessageSchema } from './http-schemas.ts';
import { describeProblem, toProblem, validationProblem, type Problem } from './problem.ts';

const HEARTBEAT_MS = 30_000;
const MAX_RUNNING = 16;
// Words on their way are only a preview, so a slow reader loses them first; the message itself still comes.
const MAX_BUFFERED_FOR_TEXT = 256 * 1024;
const MAX_BUFFERED = 4 * 1024 * 1024;
// A pong is two bytes for the reader and hundreds for us; RFC 6455 lets one stand for several.
const MAX_BUFFERED_FOR_PONGS = 16 * 1024;

/** The reasons to close, as RFC 6455 and the IANA list number them. */
const closeCodes = { goingAway: 1001, notAllowed: 1008, tryAgainLater: 1013 } as const;

const requestSchema = postMessageSchema.extend({
  type: z.literal('message.send'),
  sessionId: z.string().max(64),
  idempotencyKey: z.string().min(1).max(200).optional(),
  requestId: z.string().min(1).max(64).optional(),
});

/** The part of a WebSocket that a connection uses. */
export type LiveSocket = {
  readonly bufferedAmount: number;
  send: (text: string) => void;
  ping: () => void;
  pong: (data: Buffer) => void;
  close: (code: number, reason: string) => void;
  terminate: () => void;
  on: (event: 'ping' | 'pong', listener: (data: Buffer) => void) => unknown;
};

/** What a connection works with. */
export type LiveConnectionOptions = {
  hub: LiveHub;
  useCase: Pick<ProcessUserMessageUseCase, 'execute'>;
  onError: (error: unknown, requestId: string) => void;
  heartbeatMs?: number;
};

/** Who is at the other end, and the way to ask whether they may still be. */
export type LiveReader = { userId: string; findUser: () => Promise<string | undefined> };

/** One open connection of one user: takes messages and tells what happens in the sessions of this user. */
export class LiveConnection {
  readonly #socket: LiveSocket;
  readonly #reader: LiveReader;
  readonly #options: LiveConnectionOptions;
  readonly #stopListening: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #isAlive = true;
  #lastCheck: Promise<unknown> = Promise.resolve();
  #running = 0;

  constructor(socket: LiveSocket, reader: LiveReader, options: LiveConnectionOptions) {
    this.#socket = socket;
    this.#reader = reader;
    this.#options = options;
    this.#stopListening = options.hub.listen(reader.userId, (event) => this.#tell(event));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('ping', (data) => {
      if (socket.bufferedAmount <= MAX_BUFFERED_FOR_PONGS) socket.pong(data);
    });
    this.#heartbeat = setInterval(() => void this.#beat(), options.heartbeatMs ?? HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Takes one frame of any shape; what is refused is said and nothing else happens. */
  async receive(frame: unknown): Promise<void> {
    const request = readRequest(frame);
    if ('problem' in request) return this.#refuse(request.problem, undefined);
    const { requestId } = request;
    if (this.#running >= MAX_RUNNING) {
      const title = 'Too many messages of this connection wait for an answer.';
      return this.#refuse({ status: 429, code: 'SessionBusy', title }, requestId);
    }
    this.#running += 1;
    try {
      // One after the other: messages are answered in the order in which they came.
      const check = () => this.#isWelcome();
      const isWelcome = this.#lastCheck.then(check, check);
      this.#lastCheck = isWelcome;
      if (!(await isWelcome)) return;
      const { sessionId, message, idempotencyKey } = request;
      const { useCase } = this.#options;
      await useCase.execute({ userId: this.#reader.userId, sessionId, message, idempotencyKey, requestId });
    } catch (error) {
      const problem = toProblem(error);
      if (problem.status >= 500) this.#options.onError(error, requestId ?? '');
      this.#refuse(problem, requestId);
    } finally {
      this.#running -= 1;
    }
  }

  /** Ends the connection because the service ends. */
  leave(): void {
    this.#socket.close(closeCodes.goingAway, 'The service is ending.');
    this.forget();
  }

  /** Lets go of everything after the socket has closed. */
  forget(): void {
    clearInterval(this.#heartbeat);
    this.#stopListening();
  }

  #tell(event: LiveEvent): void {
    if (event.type === 'message.delta' && this.#socket.bufferedAmount > MAX_BUFFERED_FOR_TEXT) return;
    this.#send(event);
  }

  #refuse(problem: Problem, requestId: string | undefined): void {
    this.#send({ type: 'problem', requestId, ...describeProblem(problem), ...problem.facts });
  }

  #send(words: object): void {
    if (this.#socket.bufferedAmount <= MAX_BUFFERED) {
      this.#socket.send(JSON.stringify(words));
      return;
    }
    this.forget();
    this.#socket.close(closeCodes.tryAgainLater, 'Too much waits to be read.');
    // A reader that reads nothing does not answer a closing either.
    this.#socket.terminate();
  }

  /** A connection outlives the request that opened it, but not the session or the token of that request. */
  async #isWelcome(): Promise<boolean> {
    const { userId, findUser } = this.#reader;
    if ((await findUser()) === userId) return true;
    this.forget();
    this.#socket.close(closeCodes.notAllowed, 'Sign in again.');
    return false;
  }

  async #beat(): Promise<void> {
    if (!this.#isAlive) {
      this.forget();
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
    // Whoever cannot be looked up now is looked up at the next beat.
    await this.#isWelcome().catch(() => undefined);
  }
}

function readRequest(frame: unknown): z.output<typeof requestSchema> | { problem: Problem } {
  const parsed = requestSchema.safeParse(readJson(frame));
  return parsed.success ? parsed.data : { problem: validationProblem(parsed.error, 'body') };
}

function readJson(frame: unknown): unknown {
  if (typeof frame !== 'string') return undefined;
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}
