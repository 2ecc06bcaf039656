import { z } from '@hono/zod-openapi';
import { describeProblem, toProblem, validationProblem, type Problem } from '../../http/problem.ts';
import { postMessageSchema } from '../chat-schemas.ts';
import type { ProcessUserMessageUseCase } from '../process-user-message-use-case.ts';
import type { LiveEvent, LiveHub } from './live-hub.ts';

const HEARTBEAT_MS = 30_000;
const MAX_RUNNING = 16;
// Text deltas are only a preview, so they are dropped first for a slow client; the complete message is still sent.
const MAX_BUFFERED_FOR_TEXT = 256 * 1024;
const MAX_BUFFERED = 4 * 1024 * 1024;
// A pong costs the client two bytes and the server hundreds. RFC 6455 allows one pong for several pings.
const MAX_BUFFERED_FOR_PONGS = 16 * 1024;

/** The close codes of RFC 6455 and the IANA registry. */
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

/** The dependencies of a connection. */
export type LiveConnectionOptions = {
  hub: LiveHub;
  useCase: Pick<ProcessUserMessageUseCase, 'execute'>;
  onError: (error: unknown, requestId: string) => void;
  heartbeatMs?: number;
};

/** The user of the connection, and the function that authenticates the user again. */
export type LiveReader = { userId: string; findUser: () => Promise<string | undefined> };

/** One open connection of one user: receives messages and sends the events in the sessions of this user. */
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
    this.#stopListening = options.hub.listen(reader.userId, (event) => this.#sendEvent(event));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('ping', (data) => {
      if (socket.bufferedAmount <= MAX_BUFFERED_FOR_PONGS) socket.pong(data);
    });
    this.#heartbeat = setInterval(() => void this.#heartbeatTick(), options.heartbeatMs ?? HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Processes one frame of any shape. Rejected frames are answered with a problem and have no other effect. */
  async receive(frame: unknown): Promise<void> {
    const request = readRequest(frame);
    if ('problem' in request) return this.#refuse(request.problem, undefined);
    const { requestId } = request;
    if (this.#running >= MAX_RUNNING) {
      const title = 'Too many messages of this connection are in progress. Wait for a response.';
      return this.#refuse({ status: 429, code: 'SessionBusy', title }, requestId);
    }
    this.#running += 1;
    try {
      // The checks run one after another, so that messages are processed in order of arrival.
      const check = () => this.#isAuthorized();
      const isAuthorized = this.#lastCheck.then(check, check);
      this.#lastCheck = isAuthorized;
      if (!(await isAuthorized)) return;
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

  /** Closes the connection because the service is shutting down. */
  shutDown(): void {
    this.#socket.close(closeCodes.goingAway, 'The service is shutting down.');
    this.dispose();
  }

  /** Releases all resources after the socket has closed. */
  dispose(): void {
    clearInterval(this.#heartbeat);
    this.#stopListening();
  }

  #sendEvent(event: LiveEvent): void {
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
    this.dispose();
    this.#socket.close(closeCodes.tryAgainLater, 'Too much unread data.');
    // A client that reads nothing does not answer a closing handshake either.
    this.#socket.terminate();
  }

  /** A connection outlives the request that opened it, but not the session or the token of that request. */
  async #isAuthorized(): Promise<boolean> {
    const { userId, findUser } = this.#reader;
    if ((await findUser()) === userId) return true;
    this.dispose();
    this.#socket.close(closeCodes.notAllowed, 'Sign in again.');
    return false;
  }

  async #heartbeatTick(): Promise<void> {
    if (!this.#isAlive) {
      this.dispose();
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
    // If the user cannot be authenticated now, the next heartbeat tries again.
    await this.#isAuthorized().catch(() => undefined);
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
