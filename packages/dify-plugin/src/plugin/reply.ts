import type { LlmDelta } from '../messages/llm-result-chunk.ts';
import type { PluginMessage } from '../messages/plugin-message.ts';
import type { JsonRecord } from '../wire/json-record.ts';

/** A piece of a reply: of a model's answer, of what a tool or an agent says, or a single value. */
export type ReplyItem =
  | { readonly kind: 'llm'; readonly delta: LlmDelta }
  | { readonly kind: 'message'; readonly message: PluginMessage }
  | { readonly kind: 'value'; readonly value: JsonRecord };

/** A reply, piece by piece. */
export type ReplyStream = AsyncIterable<ReplyItem>;

/** A reply of one value. */
export async function* replyValue(value: Promise<JsonRecord>): AsyncGenerator<ReplyItem> {
  yield { kind: 'value', value: await value };
}

/** A reply in pieces of a model's answer. */
export async function* replyDeltas(deltas: AsyncIterable<LlmDelta>): AsyncGenerator<ReplyItem> {
  for await (const delta of deltas) yield { kind: 'llm', delta };
}

/** A reply in messages. */
export async function* replyMessages(messages: AsyncIterable<PluginMessage>): AsyncGenerator<ReplyItem> {
  for await (const message of messages) yield { kind: 'message', message };
}
