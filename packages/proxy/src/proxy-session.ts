import { ProtocolError, type CallToolResult, type InputRequiredResult } from '@modelcontextprotocol/server';
import {
  SekishoError,
  type Engine,
  type HumanApprovalRequest,
  type Run,
  type ToolDescription,
} from '@sekisho/engine';
import { MAY_HAVE_BEEN_EXECUTED } from '@sekisho/engine/integration';
import { z } from 'zod';
import { ApprovalWait, type Caller } from './approval-wait.ts';
import { openSessionRun, type SessionRun } from './open-session-run.ts';

/** A request of a client that passes the gate. */
export interface GatedRequest {
  readonly tool: ToolDescription;
  readonly args: Readonly<Record<string, unknown>>;
  /** The digest of the tool and the arguments. */
  readonly digest: string;
  /** Whether each call needs an approval, because the definition of the tool is not accepted. */
  readonly isUnaccepted: boolean;
  readonly execute: (args: Readonly<Record<string, unknown>>) => Promise<object>;
}

/** The result of a gated request, or what the client must do first. */
export type GatedResult =
  | { readonly kind: 'result'; readonly value: object }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'pending'; readonly result: CallToolResult }
  | { readonly kind: 'input'; readonly result: InputRequiredResult };

/** The settings of a session. */
export interface SessionOptions {
  readonly name: string;
  readonly agent: string;
  readonly profile: string;
  readonly facts: unknown;
  readonly directory: string;
  readonly leaseMs: number;
  readonly wait: ApprovalWait;
  /** Returns what the user wrote before a call of the client, if a hook of the client reported it. */
  readonly wordsOf?: ((callId: string) => Promise<readonly string[]>) | undefined;
  /** How many different calls are remembered. Default 10,000. */
  readonly maxRemembered?: number | undefined;
}

/** The calls with equal arguments. A repeated call joins the last one until its result was delivered. */
interface Repetition {
  number: number;
  isDelivered: boolean;
  /** Whether the last call may have had its effect, because the server died during it. The next one needs an approval. */
  isUncertain?: boolean;
}

/** A request of a client as a call of the run. */
interface Attempt {
  readonly run: Run;
  readonly key: string;
  readonly request: GatedRequest;
  readonly repetition: Repetition;
  readonly caller: Caller;
}

const MAX_REMEMBERED = 10_000;

const argumentsSchema = z.record(z.string(), z.unknown());
/** The number of the last call by digest, and whether its outcome is uncertain. */
const stateSchema = z.record(
  z.string(),
  z.union([z.number(), z.tuple([z.number(), z.literal('uncertain')])]),
);
/** The entry of the state for all calls that are not remembered any more. No digest is empty. */
const FORGOTTEN = '';

/**
 * The session of one client: one run of the engine. Calls with equal arguments are numbered; the number and the digest of
 * the arguments are the key of a call, so that a repeated call joins an open request and never executes twice.
 */
export class ProxySession {
  readonly #engine: Engine;
  readonly #options: SessionOptions;
  readonly #repetitions = new Map<string, Repetition>();
  readonly #waiting = new Map<string, GatedRequest>();
  readonly #active = new Set<Promise<GatedResult>>();
  readonly #closing = new AbortController();
  /** The highest number of a call that is not remembered any more. Its keys must not be used again. */
  #forgotten = 0;
  #opened: Promise<SessionRun> | undefined;

  constructor(engine: Engine, options: SessionOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** Decides a request, waits for a person if necessary, and executes it once. */
  async perform(request: GatedRequest, caller: Caller): Promise<GatedResult> {
    const work = this.#perform(request, caller);
    this.#active.add(work);
    try {
      return await work;
    } finally {
      this.#active.delete(work);
    }
  }

  async #perform(request: GatedRequest, caller: Caller): Promise<GatedResult> {
    const run = await this.#run(caller);
    if ('kind' in run) return run;
    await this.#addWords(run, caller);
    const repetition = this.#repetitionOf(request.digest, run);
    const key = keyOf(request.digest, repetition.number);
    const attempt = { run, key, request, repetition, caller };
    return (await this.#decide(attempt)) ?? this.#execute(attempt);
  }

  async #addWords(run: Run, { callId }: Caller): Promise<void> {
    const words = callId === undefined ? [] : await this.#options.wordsOf?.(callId);
    for (const text of words ?? []) if (!run.userTexts.includes(text)) run.addUserText(text);
  }

  /** Waits until the call is decided. Returns a result if the client has to do something first. */
  async #decide({ run, key, request, repetition, caller }: Attempt): Promise<GatedResult | undefined> {
    const { tool, args, isUnaccepted } = request;
    const mustAsk = isUnaccepted || repetition.isUncertain === true;
    const rawArguments = JSON.stringify(args);
    for (;;) {
      const [call] = await run.decideTurn({
        agent: { name: this.#options.agent },
        calls: [{ key, callId: key, tool, rawArguments, hostPolicy: mustAsk ? 'always' : 'never' }],
        visible: true,
      });
      if (call?.stage !== 'waiting') return undefined;
      const { approval } = call;
      this.#waiting.set(approval.approval_id, request);
      const waited = await this.#options.wait.forDecision(run, key, approval, caller);
      if (waited !== 'decided') return waited;
      this.#waiting.delete(approval.approval_id);
    }
  }

  async #execute({ run, key, request, repetition, caller }: Attempt): Promise<GatedResult> {
    let isSent = false;
    try {
      const value = await run.executeOnce(key, (edited) => {
        if (caller.signal.aborted) throw new Error(NOT_SENT);
        isSent = true;
        return request.execute(
          edited === undefined ? request.args : argumentsSchema.parse(JSON.parse(edited)),
        );
      });
      await run.flush();
      if (typeof value === 'object' && value !== null) return { kind: 'result', value };
      return { kind: 'refused', text: String(value) };
    } catch (error) {
      // A call that was not sent leaves the mark of the call before it.
      const wasUncertain = !isSent && repetition.isUncertain === true;
      const isRead = request.tool.manifest?.effect === 'read';
      repetition.isUncertain = (wasUncertain || isUncertain(error)) && !isRead;
      throw error;
    } finally {
      // A client that cancelled the request does not receive the result, so that its next attempt joins this call.
      repetition.isDelivered = !caller.signal.aborted;
    }
  }

  /** Returns the request that waits for an approval, for a client that asks for its result. */
  waitingFor(approvalId: string): GatedRequest | undefined {
    return this.#waiting.get(approvalId);
  }

  /** Stores the session, so that the next process continues it. */
  async close(): Promise<void> {
    this.#closing.abort();
    const opened = await this.#opened?.catch(() => undefined);
    if (!opened) return;
    // A call whose start is stored while the session is stored could never be continued.
    await Promise.allSettled(this.#active);
    await opened.run.idle();
    // The next process continues after the delivered results; a call without one keeps its number.
    const numbers = [...this.#repetitions].map(([digest, { number, isDelivered, isUncertain }]) => {
      const last = isDelivered ? number : number - 1;
      return [digest, isUncertain ? [last, 'uncertain'] : last];
    });
    const forgotten = this.#forgotten > 0 ? [[FORGOTTEN, this.#forgotten]] : [];
    await opened.run.wait({ state: JSON.stringify(Object.fromEntries([...forgotten, ...numbers])) });
    opened.release();
  }

  async #run(caller: Caller): Promise<Run | GatedResult> {
    for (;;) {
      try {
        return (await this.#open()).run;
      } catch (error) {
        const unknown = await this.#unknownOutcome(error);
        if (!unknown) throw error;
        const waited = await this.#options.wait.forOutcome(unknown, caller);
        if (waited !== 'decided') return waited;
      }
    }
  }

  #open(): Promise<SessionRun> {
    this.#opened ??= openSessionRun(this.#engine, { ...this.#options, signal: this.#closing.signal }).then(
      (opened) => {
        const numbers = opened.run.state === '' ? {} : stateSchema.parse(JSON.parse(opened.run.state));
        for (const [digest, last] of Object.entries(numbers)) {
          const [number, mark] = typeof last === 'number' ? [last] : last;
          if (digest === FORGOTTEN) this.#forgotten = number;
          else this.#repetitions.set(digest, { number, isDelivered: true, isUncertain: mark !== undefined });
        }
        return opened;
      },
      (error: unknown) => {
        this.#opened = undefined;
        throw error;
      },
    );
    return this.#opened;
  }

  /** Returns the request about a call whose outcome is unknown after a crash, if that is why the run cannot be opened. */
  async #unknownOutcome(error: unknown): Promise<HumanApprovalRequest | undefined> {
    if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-APPROVAL-INVALID') return undefined;
    const runId = /run_[\w-]+/.exec(error.message)?.[0];
    return runId === undefined ? undefined : (await this.#engine.getPendingApprovals(runId))[0];
  }

  #repetitionOf(digest: string, run: Run): Repetition {
    const known = this.#repetitions.get(digest);
    if (known && !known.isDelivered) return known;
    const last = known && run.call(keyOf(digest, known.number))?.stage;
    const isOpen = last === 'waiting' || last === 'allowed' || last === 'running';
    if (known && isOpen) return known;
    const next = {
      number: (known?.number ?? this.#forgotten) + 1,
      isDelivered: false,
      isUncertain: known?.isUncertain === true,
    };
    this.#repetitions.delete(digest);
    this.#repetitions.set(digest, next);
    this.#forget();
    return next;
  }

  /** Removes the oldest calls that are not needed any more. */
  #forget(): void {
    const { maxRemembered = MAX_REMEMBERED } = this.#options;
    for (const [oldest, { number, isDelivered, isUncertain }] of this.#repetitions) {
      if (this.#repetitions.size <= maxRemembered) break;
      if (!isDelivered || isUncertain === true) continue;
      this.#repetitions.delete(oldest);
      this.#forgotten = Math.max(this.#forgotten, number);
    }
  }
}

const keyOf = (digest: string, number: number) => `${digest.slice(0, 32)}#${number}`;

const NOT_SENT = 'The client left before this call reached the server, so it was not executed. Repeat it.';

/** Returns whether a call may have had its effect. A stored failure has no code, only its message. */
const isUncertain = (error: unknown) =>
  error instanceof Error && error.message.includes(MAY_HAVE_BEEN_EXECUTED);

/** Returns the error of the protocol that an upstream server reported, if there is one. */
export function upstreamError(error: unknown): ProtocolError | undefined {
  const cause = error instanceof SekishoError ? error.cause : undefined;
  return cause instanceof ProtocolError ? cause : undefined;
}
