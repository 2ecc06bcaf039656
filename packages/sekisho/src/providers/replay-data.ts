import type { ProviderName } from './provider-name.ts';
import type { AgentInputItem, AgentOutputItem } from '../sdk/upstream.ts';
import { isRecord, textOf } from './json-record.ts';
import type { JsonRecord } from './json-record.ts';
import { mergeReasoningDetails } from './merge-reasoning-details.ts';

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
    if (!isRecord(completion) || !Array.isArray(completion['choices'])) return;
    const choice: unknown = completion['choices'][0];
    if (!isRecord(choice)) return;
    const part = choice['delta'] ?? choice['message'];
    if (isRecord(part)) this.#acceptPart(part);
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
    if (Array.isArray(part['reasoning_details'])) {
      this.#turn['reasoning_details'] = mergeReasoningDetails(
        this.#turn['reasoning_details'],
        part['reasoning_details'],
      );
    }
    if (typeof part['reasoning_content'] === 'string' && part['reasoning_content'] !== '') {
      this.#turn['reasoning_content'] =
        `${textOf(this.#turn['reasoning_content'])}${part['reasoning_content']}`;
    }
    if (isRecord(part['extra_content'])) {
      const before = this.#turn[MESSAGE_EXTRA_CONTENT];
      this.#turn[MESSAGE_EXTRA_CONTENT] = { ...(isRecord(before) ? before : {}), ...part['extra_content'] };
    }
    if (!Array.isArray(part['tool_calls'])) return;
    for (const call of part['tool_calls']) if (isRecord(call)) this.#acceptCall(call);
  }

  #acceptCall(call: JsonRecord): void {
    if (call['id'] !== undefined && !this.#callIds.has(call['index']))
      this.#callIds.set(call['index'], call['id']);
    if (call['extra_content'] === undefined) return;
    this.#callExtras.set(
      call['index'] === undefined ? call['id'] : this.#callIds.get(call['index']),
      call['extra_content'],
    );
  }
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
