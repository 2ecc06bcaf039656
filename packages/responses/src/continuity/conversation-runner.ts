import type { ResponseCreateParamsBase, ResponseInput } from 'openai/resources/responses/responses';
import { z } from 'zod';
import type { CallOptions, ResponsesClient } from '../client/responses-client.ts';
import type { RunResult } from '../client/run-result.ts';
import type { ErrorCode } from '../errors/error-code.ts';
import { ResponsesError } from '../errors/responses-error.ts';
import { isRecord, type JsonRecord } from '../json/is-record.ts';
import { findTurns } from './find-turns.ts';
import type { HandleCodec } from './handle-codec.ts';
import { openHandle } from './open-handle.ts';
import { toReplayItems } from './to-replay-items.ts';
import type { StoredTurn, TranscriptStore } from './transcript-store.ts';

const FORGOTTEN: readonly ErrorCode[] = ['previous_response_not_found', 'previous_response_unusable'];

// Replayed items were parsed from this API's own output; their exact kinds are the API's business.
const replaySchema = z.custom<ResponseInput>(Array.isArray);

/** Where the memory of a conversation lives: at OpenAI, here, or wherever it can be found. */
export type ContinuityMode = 'server' | 'local' | 'auto';

/** A turn that someone wants to take. */
export type ConversationTurn = {
  owner: string;
  params: ResponseCreateParamsBase;
  /** The handle of the turn before; undefined starts a new conversation. */
  previous?: string | undefined;
};

/** How a turn went, the name to continue it by, and where its past came from. */
export type ConversationResult = RunResult & {
  /** Undefined when nobody could continue the turn. */
  handle: string | undefined;
  continuedBy: 'new' | 'server' | 'replay';
  /** Why OpenAI did not continue the turn itself, where it was asked to and its past was sent again. */
  refusal: ErrorCode | undefined;
  /** False when the answer is there but could not be written down here. */
  isKept: boolean;
};

type TurnTaken = Pick<ConversationResult, 'continuedBy' | 'refusal'> & { result: RunResult };

/** Takes turns in conversations that outlive this process, OpenAI's memory, or both. */
export class ConversationRunner {
  readonly #client: ResponsesClient;
  readonly #transcripts: TranscriptStore;
  readonly #handles: HandleCodec | undefined;
  readonly #mode: ContinuityMode;
  readonly #now: () => number;

  constructor(options: {
    client: ResponsesClient;
    transcripts: TranscriptStore;
    mode: ContinuityMode;
    /** Left out where there is only one user: then the raw response id is the handle. */
    handles?: HandleCodec;
    now?: () => number;
  }) {
    this.#client = options.client;
    this.#transcripts = options.transcripts;
    this.#handles = options.handles;
    this.#mode = options.mode;
    this.#now = options.now ?? Date.now;
  }

  async run(turn: ConversationTurn, options: CallOptions = {}): Promise<ConversationResult> {
    try {
      const { owner, previous } = turn;
      const previousId = previous === undefined ? undefined : openHandle(previous, owner, this.#handles);
      const { result, ...past } =
        previousId === undefined
          ? await this.#begin(turn, options)
          : await this.#continue(turn, previousId, options);
      const id = result.ok ? result.outcome.id : undefined;
      if (!result.ok || id === undefined) return { ...result, ...past, handle: undefined, isKept: true };
      const isKept =
        this.#mode === 'server' ||
        (await this.#remember(turn, { id, previousId, output: result.outcome.items }));
      const isAtOpenAi = this.#mode !== 'local' && past.continuedBy !== 'replay';
      const handle = isKept || isAtOpenAi ? this.#seal(id, owner) : undefined;
      return { ...result, ...past, handle, isKept };
    } catch (error) {
      if (!(error instanceof ResponsesError)) throw error;
      const nothing = { partial: undefined, attempts: 0, handle: undefined, refusal: undefined };
      return { ok: false, error, ...nothing, continuedBy: 'new', isKept: true };
    }
  }

  async #begin(turn: ConversationTurn, options: CallOptions): Promise<TurnTaken> {
    const params = this.#withMemory(turn.params, this.#mode !== 'local');
    return { result: await this.#client.run(params, options), continuedBy: 'new', refusal: undefined };
  }

  async #continue(turn: ConversationTurn, previousId: string, options: CallOptions): Promise<TurnTaken> {
    if (this.#mode === 'local') {
      const replayed = await this.#replay(turn, previousId, options);
      if (replayed) return { result: replayed, continuedBy: 'replay', refusal: undefined };
      throw new ResponsesError('previous_response_not_found', 'This server has no transcript of that turn.');
    }
    const params = { ...this.#withMemory(turn.params, true), previous_response_id: previousId };
    const result = await this.#client.run(params, options);
    const refusal = result.ok ? undefined : result.error.code;
    // A refusal is about this id and this moment: nothing is concluded from it about any other.
    if (this.#mode === 'auto' && refusal !== undefined && FORGOTTEN.includes(refusal)) {
      const replayed = await this.#replay(turn, previousId, options);
      if (replayed) return { result: replayed, continuedBy: 'replay', refusal };
    }
    return { result, continuedBy: 'server', refusal: undefined };
  }

  /** The turn with its past from the transcripts; undefined when they do not have it. */
  async #replay(
    turn: ConversationTurn,
    previousId: string,
    options: CallOptions,
  ): Promise<RunResult | undefined> {
    const turns = await findTurns(this.#transcripts, previousId, turn.owner);
    if (!turns) return undefined;
    const input = replaySchema.parse([...toReplayItems(turns), ...readInput(turn.params.input)]);
    return this.#client.run({ ...this.#withMemory(turn.params, false), input }, options);
  }

  #withMemory(params: ResponseCreateParamsBase, store: boolean): ResponseCreateParamsBase {
    if (this.#mode === 'server') return { ...params, store };
    const include = new Set(params.include ?? []).add('reasoning.encrypted_content');
    return { ...params, store, include: [...include] };
  }

  /** False when it failed: the answer is paid for, and a full disk must not take it away. */
  async #remember(
    { owner, params }: ConversationTurn,
    facts: Pick<StoredTurn, 'id' | 'previousId' | 'output'>,
  ): Promise<boolean> {
    const turn = { ...facts, owner, input: readInput(params.input), createdAt: this.#now() };
    return this.#transcripts.put(turn).then(
      () => true,
      () => false,
    );
  }

  #seal(id: string, owner: string): string {
    return this.#handles?.seal(id, owner, this.#now()) ?? id;
  }
}

function readInput(input: ResponseCreateParamsBase['input']): JsonRecord[] {
  if (input === undefined) return [];
  if (typeof input === 'string') {
    return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }];
  }
  return input.flatMap((item) => (isRecord(item) ? [item] : []));
}
