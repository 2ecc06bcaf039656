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

// The cleanup after a failed call must not delay its caller for long.
const AFTERWARDS_MS = 10_000;

/** The options of a client. Only the credentials are required. */
export type ResponsesClientOptions = {
  credentials: Credentials;
  fetch?: typeof fetch;
  timer?: Timer;
  audit?: AuditLog;
  /** The delay before the first retry when the server specifies none. It doubles with each further retry. */
  backoffMs?: number;
};

/** The options of one call. */
export type CallOptions = {
  signal?: AbortSignal;
  deadlineMs?: number;
  onProgress?: ((progress: Progress) => void) | undefined;
};

/**
 * A thin layer on OpenAI's client with one deadline per call, no duplicate charges, reliable cancellation and
 * classified errors.
 */
export class ResponsesClient {
  readonly #options: ResponsesClientOptions;
  readonly #timer: Timer;
  #connection: Promise<Connection> | undefined;

  constructor(options: ResponsesClientOptions) {
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
  }

  /**
   * Creates a response, streamed if the request specifies it. It never throws for failures of the server or the
   * network.
   */
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

  /** Returns a stored response. A background response may still be in progress. */
  retrieve(id: string, options: CallOptions = {}): Promise<RunResult> {
    return this.#ask(options, (openai, signal) => openai.responses.retrieve(id, {}, { signal }));
  }

  /** Streams a background response from its beginning to its end. It may be called repeatedly. */
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

  /** Cancels a background response at OpenAI. */
  cancel(id: string, options: CallOptions = {}): Promise<RunResult> {
    return this.#ask(options, (openai, signal) => openai.responses.cancel(id, { signal }));
  }

  /** Deletes a stored response at OpenAI. Throws a ResponsesError when that fails. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#call(options, (openai, signal) => openai.responses.delete(id, { signal }));
  }

  /** Returns the models that the key can access, which also verifies the key. Throws a ResponsesError. */
  async listModels(options: CallOptions = {}): Promise<unknown[]> {
    const page = await this.#call(options, (openai, signal) => openai.models.list({ signal }));
    return isRecord(page) && Array.isArray(page['data']) ? page['data'] : [];
  }

  /** Sends the cheapest request that verifies that a model responds with this key. */
  ping(model: string, options: CallOptions = {}): Promise<RunResult> {
    return this.run({ model, input: 'ping', max_output_tokens: 16, stream: false, store: false }, options);
  }

  /**
   * Returns the bytes of a file that code created in a container. Throws a ResponsesError when it does not exist or
   * is too large.
   */
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

  /**
   * Completes a failed result: looks up whether a previous id still exists, and cancels a response that the caller
   * abandoned.
   */
  async #explain(
    result: Extract<RunResult, { ok: false }>,
    params: ResponseCreateParamsBase,
  ): Promise<RunResult> {
    const previous = params.previous_response_id ?? undefined;
    if (previous !== undefined && isAmbiguousRejection(result.error.upstream, true)) {
      const probe = await this.retrieve(previous, { deadlineMs: AFTERWARDS_MS });
      if (!probe.ok && probe.error.code === 'response_not_found') {
        const { upstream, cause } = result.error;
        const message = 'The previous response no longer exists.';
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
