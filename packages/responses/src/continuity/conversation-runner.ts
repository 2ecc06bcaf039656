import type { ResponseCreateParamsBase, ResponseInput } from 'openai/resources/responses/responses';
import { z } from 'zod';
import type { CallOptions, ResponsesClient } from '../client/responses-client.ts';
import type { RunResult } from '../client/run-result.ts';
import type { ErrorCode } from '../errors/error-code.ts';
import { ResponsesError } from '../errors/responses-error.ts';
import { isRecord, type JsonRecord } from '../json/is-record.ts';
import type { HandleCodec } from './handle-codec.ts';
import { openHandle } from './open-handle.ts';
import { toReplayItems } from './to-replay-items.ts';
import type { StoredTurn, TranscriptStore } from './transcript-store.ts';

const FORGOTTEN: readonly ErrorCode[] = ['previous_response_not_found', 'previous_response_unusable'];

// Replayed items were parsed from the output of the same API, so their types are not checked here.
const replaySchema = z.custom<ResponseInput>(Array.isArray);

/** Where the history of a conversation is stored: at OpenAI (`server`), locally (`local`), or both (`auto`). */
export type ContinuityMode = 'server' | 'local' | 'auto';

/** The request for one turn. */
export type ConversationTurn = {
  owner: string;
  params: ResponseCreateParamsBase;
  /** The handle of the previous turn. Undefined starts a new conversation. */
  previous?: string | undefined;
};

/** The result of a turn, the handle to continue it, and the source of its history. */
export type ConversationResult = RunResult & {
  /** Undefined when the turn cannot be continued. */
  handle: string | undefined;
  continuedBy: 'new' | 'server' | 'replay';
  /** Why OpenAI rejected the previous id, when the history was sent again instead. */
  refusal: ErrorCode | undefined;
  /** False when the response could not be stored locally. */
  isKept: boolean;
};

type TurnResult = Pick<ConversationResult, 'continuedBy' | 'refusal'> & { result: RunResult };

/** Runs turns of conversations that continue after a restart of this process and after OpenAI's retention. */
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
    /** Omitted when there is only one user. The raw response id is then the handle. */
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

  async #begin(turn: ConversationTurn, options: CallOptions): Promise<TurnResult> {
    const params = this.#withMemory(turn.params, this.#mode !== 'local');
    return { result: await this.#client.run(params, options), continuedBy: 'new', refusal: undefined };
  }

  async #continue(turn: ConversationTurn, previousId: string, options: CallOptions): Promise<TurnResult> {
    if (this.#mode === 'local') {
      const replayed = await this.#replay(turn, previousId, options);
      if (replayed) return { result: replayed, continuedBy: 'replay', refusal: undefined };
      throw new ResponsesError('previous_response_not_found', 'This server has no transcript of that turn.');
    }
    const params = { ...this.#withMemory(turn.params, true), previous_response_id: previousId };
    const result = await this.#client.run(params, options);
    const refusal = result.ok ? undefined : result.error.code;
    // A rejection concerns only this id at this time. No other id is affected.
    if (this.#mode === 'auto' && refusal !== undefined && FORGOTTEN.includes(refusal)) {
      const replayed = await this.#replay(turn, previousId, options);
      if (replayed) return { result: replayed, continuedBy: 'replay', refusal };
    }
    return { result, continuedBy: 'server', refusal: undefined };
  }

  /** Returns the turn with its history from the transcripts, or undefined when they do not contain it. */
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

  /** Returns false when storing failed. The response has been charged, and a full disk must not discard it. */
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

const MAX_TURNS = 500;

/** Returns the turns of a conversation from the first to the given one, or undefined when one of them is missing. */
async function findTurns(
  store: TranscriptStore,
  lastId: string,
  owner: string,
): Promise<StoredTurn[] | undefined> {
  const turns: StoredTurn[] = [];
  let next: string | undefined = lastId;
  while (next !== undefined) {
    const turn: StoredTurn | undefined = await store.get(next);
    if (!turn || turns.length >= MAX_TURNS) return undefined;
    if (turn.owner !== owner) {
      throw new ResponsesError('foreign_conversation', 'This conversation belongs to another user.');
    }
    turns.push(turn);
    next = turn.previousId;
  }
  return turns.toReversed();
}
