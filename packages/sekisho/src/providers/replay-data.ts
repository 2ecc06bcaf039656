import type { AgentInputItem, AgentOutputItem } from '../openai-agents/upstream.ts';
import type { ProviderName } from './provider-types.ts';
import { textOf } from '../openai-agents/read-value.ts';
import { isRecord, type JsonRecord, listOf, recordOf } from './wire/json-record.ts';

/** The field of `providerData` for data that a provider attached to a whole message rather than to one call. */
export const MESSAGE_EXTRA_CONTENT = 'message_extra_content';

interface Annotated {
  providerData?: JsonRecord | undefined;
}

const PROVIDER_MARK = 'sekisho_provider';

/**
 * Collects the signatures and the reasoning of one response and stores them in `providerData` of its items, where
 * they survive serialization. The Agents SDK drops most of them.
 */
export class ReplayData {
  readonly #provider: ProviderName;
  readonly #turn: JsonRecord = {};
  readonly #callIds = new Map<unknown, unknown>();
  readonly #callExtras = new Map<unknown, unknown>();

  constructor(provider: ProviderName) {
    this.#provider = provider;
  }

  /** Adds a complete response or one chunk of it. */
  accept(completion: unknown): void {
    const choice = recordOf(listOf(recordOf(completion)['choices'])[0]);
    this.#acceptPart(recordOf(choice['delta'] ?? choice['message']));
  }

  /** Stores the data in the items of the response, in place, and removes redundant data of the Agents SDK. */
  attachTo(output: readonly AgentOutputItem[]): void {
    let turn = this.#turn;
    for (const item of output) {
      if (item.type === 'function_call') {
        const extra = this.#callExtras.get(item.callId);
        this.#setProviderData(item, { ...turn, ...(extra === undefined ? {} : { extra_content: extra }) });
      } else if (item.type === 'message' && item.role === 'assistant') {
        this.#setProviderData(item, turn);
        for (const part of item.content) dropLeaks(part);
      } else continue;
      turn = {};
    }
  }

  #setProviderData(item: Annotated, kept: JsonRecord): void {
    if (Object.keys(kept).length === 0) delete item.providerData;
    else item.providerData = { [PROVIDER_MARK]: this.#provider, ...kept };
  }

  #acceptPart(part: JsonRecord): void {
    const { reasoning_details: details, reasoning_content: text, extra_content: extra } = part;
    const turn = this.#turn;
    if (Array.isArray(details))
      turn['reasoning_details'] = mergeReasoningDetails(listOf(turn['reasoning_details']), details);
    if (textOf(text) !== '') turn['reasoning_content'] = textOf(turn['reasoning_content']) + textOf(text);
    if (isRecord(extra)) turn[MESSAGE_EXTRA_CONTENT] = { ...recordOf(turn[MESSAGE_EXTRA_CONTENT]), ...extra };
    for (const call of listOf(part['tool_calls'])) this.#acceptCall(recordOf(call));
  }

  #acceptCall({ id, index, extra_content: extra }: JsonRecord): void {
    if (id !== undefined && !this.#callIds.has(index)) this.#callIds.set(index, id);
    if (extra !== undefined) this.#callExtras.set(index === undefined ? id : this.#callIds.get(index), extra);
  }
}

/** Merges the parts of streamed `reasoning_details`. Parts of one block are joined, and blocks retain their order. */
function mergeReasoningDetails(before: readonly unknown[], pieces: readonly unknown[]): unknown[] {
  const blocks = [...before];
  for (const piece of pieces) {
    const last = blocks.at(-1);
    const isSameBlock = isRecord(piece) && isRecord(last) && continuesBlock(last, piece);
    if (isSameBlock) blocks[blocks.length - 1] = joinBlocks(last, piece);
    else blocks.push(piece);
  }
  return blocks;
}

function continuesBlock(block: JsonRecord, piece: JsonRecord): boolean {
  // An encrypted block is never split, so two of them are two blocks.
  if (piece['type'] === 'reasoning.encrypted') return false;
  return block['type'] === piece['type'] && block['index'] === piece['index'];
}

function joinBlocks(block: JsonRecord, piece: JsonRecord): JsonRecord {
  const joined: JsonRecord = { ...block };
  for (const [field, value] of Object.entries(piece)) {
    const isText = (field === 'text' || field === 'summary') && typeof value === 'string';
    if (isText) joined[field] = `${textOf(block[field])}${value}`;
    else if (value !== undefined && value !== null) joined[field] = value;
  }
  return joined;
}

/**
 * Returns the input without data that another provider attached. A signature is meaningless for other providers and
 * may be rejected.
 */
export function dropForeignReplayData(
  input: string | AgentInputItem[],
  provider: ProviderName,
): string | AgentInputItem[] {
  if (typeof input === 'string') return input;
  return input.map((item) => {
    const mark: unknown = item.providerData?.[PROVIDER_MARK];
    if (mark === undefined || mark === provider) return item;
    const { providerData: _providerData, ...rest } = item;
    return rest;
  });
}

// The Agents SDK stores the rest of the message here and later sends it inside the text, which strict servers reject.
function dropLeaks(part: Annotated): void {
  const annotations = part.providerData?.['annotations'];
  if (Array.isArray(annotations)) part.providerData = { annotations };
  else delete part.providerData;
}
