import type { OpenAI } from 'openai';
import type { ResponseCreateParamsBase } from 'openai/resources/responses/responses';
import type { AuditLog } from '../audit/create-audit-log.ts';
import { describeRequest } from '../audit/describe-request.ts';
import type { Credentials } from '../credentials/normalize-credentials.ts';
import { isAmbiguousRejection } from '../errors/classify-error.ts';
import { ResponsesError } from '../errors/responses-error.ts';
import type { Progress } from '../events/progress.ts';
import type { ContainerFile } from '../events/response-outcome.ts';
import { ResponseReducer } from '../events/response-reducer.ts';
import { isRecord } from '../json/is-record.ts';
import { auditCall } from './audit-call.ts';
import { openConnection, type Connection } from './connection.ts';
import { Deadline } from './deadline.ts';
import { readCheckedResponse } from './read-checked-response.ts';
import { readLimited } from './read-limited.ts';
import { readThrown } from './read-thrown.ts';
import { retryDelay } from './retry-delay.ts';
import { followResponse, runAttempt } from './run-attempt.ts';
import { toRunResult, type RunResult } from './run-result.ts';
import { systemTimer, type Timer } from './timer.ts';

// What remains to be settled after a failed call must not keep its caller waiting.
const AFTERWARDS_MS = 10_000;

/** What a client needs; only the credentials have no default. */
export type ResponsesClientOptions = {
  credentials: Credentials;
  fetch?: typeof fetch;
  timer?: Timer;
  audit?: AuditLog;
  /** The wait before the first retry when the server names none; it doubles with each further one. */
  backoffMs?: number;
};

/** How one call is watched and limited. */
export type CallOptions = {
  signal?: AbortSignal;
  deadlineMs?: number;
  onProgress?: ((progress: Progress) => void) | undefined;
};

/** A thin layer on OpenAI's client: one deadline, no second bill, cancel that arrives, errors by class. */
export class ResponsesClient {
  readonly #options: ResponsesClientOptions;
  readonly #timer: Timer;
  #connection: Promise<Connection> | undefined;

  constructor(options: ResponsesClientOptions) {
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
  }

  /** Creates a response, streamed when the request says so. It never throws for what the other side does. */
  run(params: ResponseCreateParamsBase, options: CallOptions = {}): Promise<RunResult> {
    const { audit, credentials } = this.#options;
    const facts = describeRequest(params, credentials.baseUrl);
    return auditCall({ audit, timer: this.#timer, facts }, async () => {
      const deadline = this.#openDeadline(options);
      try {
        return await this.#runUntil(params, options, deadline);
      } finally {
        deadline.close();
      }
    });
  }

  /** Reads a stored response; a background one may still be on its way. */
  retrieve(id: string, options: CallOptions = {}): Promise<RunResult> {
    return this.#ask(options, (openai, signal) => openai.responses.retrieve(id, {}, { signal }));
  }

  /** Streams a background response from its beginning to its end, as often as one likes. */
  async follow(id: string, options: CallOptions = {}): Promise<RunResult> {
    const connection = await this.#connect();
    const deadline = this.#openDeadline(options);
    const reducer = new ResponseReducer();
    try {
      await followResponse(connection, id, { number: 1, reducer, deadline, onProgress: options.onProgress });
      return toRunResult(reducer.read(), { attempts: 1, requestId: undefined });
    } catch (thrown) {
      const error = readThrown(thrown, connection.module, { deadline, hasBegun: reducer.hasBegun });
      return { ok: false, error, partial: reducer.hasBegun ? reducer.read() : undefined, attempts: 1 };
    } finally {
      deadline.close();
    }
  }

  /** Stops a background response at OpenAI. */
  cancel(id: string, options: CallOptions = {}): Promise<RunResult> {
    return this.#ask(options, (openai, signal) => openai.responses.cancel(id, { signal }));
  }

  /** Erases a stored response at OpenAI; throws a ResponsesError when that fails. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#call(options, (openai, signal) => openai.responses.delete(id, { signal }));
  }

  /** The models that the key can see, which also proves that the key works; throws a ResponsesError. */
  async listModels(options: CallOptions = {}): Promise<unknown[]> {
    const page = await this.#call(options, (openai, signal) => openai.models.list({ signal }));
    return isRecord(page) && Array.isArray(page['data']) ? page['data'] : [];
  }

  /** The cheapest request that proves a model answers to this key. */
  ping(model: string, options: CallOptions = {}): Promise<RunResult> {
    return this.run({ model, input: 'ping', max_output_tokens: 16, stream: false, store: false }, options);
  }

  /** The bytes of a file that code made in a container; throws a ResponsesError when it is gone or too large. */
  async readFile(file: ContainerFile, maxBytes: number, options: CallOptions = {}): Promise<Uint8Array> {
    return this.#call(options, async (openai, signal) => {
      const { containerId, fileId } = file;
      const answer = await openai.containers.files.content.retrieve(
        fileId,
        { container_id: containerId },
        { signal },
      );
      return readLimited(answer.body, maxBytes);
    });
  }

  async #runUntil(
    params: ResponseCreateParamsBase,
    options: CallOptions,
    deadline: Deadline,
  ): Promise<RunResult> {
    const connection = await this.#connect();
    for (let number = 1; ; number += 1) {
      const reducer = new ResponseReducer();
      const { onProgress } = options;
      const result = await runAttempt(connection, params, { number, reducer, deadline, onProgress });
      if (result.ok) return result;
      const isLast = number > this.#options.credentials.maxRetries;
      const { backoffMs = 500 } = this.#options;
      const { hasBegun } = reducer;
      const delay = isLast ? undefined : retryDelay(result.error, { attempt: number, hasBegun, backoffMs });
      if (delay === undefined || delay >= deadline.leftMs) return this.#explain(result, params);
      await this.#timer.wait(delay, deadline.signal).catch(() => undefined);
    }
  }

  /** Settles what only OpenAI knows: whether an id is gone, and that nobody waits for an answer any more. */
  async #explain(
    result: Extract<RunResult, { ok: false }>,
    params: ResponseCreateParamsBase,
  ): Promise<RunResult> {
    const previous = params.previous_response_id ?? undefined;
    if (previous !== undefined && isAmbiguousRejection(result.error.upstream, true)) {
      const probe = await this.retrieve(previous, { deadlineMs: AFTERWARDS_MS });
      if (!probe.ok && probe.error.code === 'response_not_found') {
        const { upstream, cause } = result.error;
        const message = 'The previous response is not there any more.';
        const error = new ResponsesError('previous_response_not_found', message, { upstream, cause });
        return { ...result, error };
      }
    }
    const id = result.partial?.id;
    const isAbandoned = result.error.code === 'cancelled' && params.background === true;
    if (isAbandoned && id !== undefined) await this.cancel(id, { deadlineMs: AFTERWARDS_MS });
    return result;
  }

  async #ask(
    options: CallOptions,
    request: (openai: OpenAI, signal: AbortSignal) => Promise<unknown>,
  ): Promise<RunResult> {
    try {
      const outcome = readCheckedResponse(await this.#call(options, request));
      return toRunResult(outcome, { attempts: 1, requestId: undefined });
    } catch (error) {
      if (error instanceof ResponsesError) return { ok: false, error, partial: undefined, attempts: 1 };
      throw error;
    }
  }

  async #call<T>(
    options: CallOptions,
    request: (openai: OpenAI, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { module, openai } = await this.#connect();
    const deadline = this.#openDeadline(options);
    try {
      return await request(openai, deadline.signal);
    } catch (thrown) {
      throw readThrown(thrown, module, { deadline, hasBegun: false });
    } finally {
      deadline.close();
    }
  }

  #openDeadline({ deadlineMs, signal }: CallOptions): Deadline {
    const ms = deadlineMs ?? this.#options.credentials.timeoutMs;
    return new Deadline({ ms, timer: this.#timer, signal });
  }

  #connect(): Promise<Connection> {
    this.#connection ??= openConnection(this.#options.credentials, this.#options.fetch);
    return this.#connection;
  }
}
