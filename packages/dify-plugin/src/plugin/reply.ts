import type { LlmDelta } from '../messages/llm-result-chunk.ts';
import type { PluginMessage } from '../messages/plugin-message.ts';
import type { JsonRecord } from '../wire/json-record.ts';

/** A part of a reply: a chunk of a model's response, a message of a tool or an agent, or a single value. */
export type ReplyItem =
  | { readonly kind: 'llm'; readonly delta: LlmDelta }
  | { readonly kind: 'message'; readonly message: PluginMessage }
  | { readonly kind: 'value'; readonly value: JsonRecord };

/** A streamed reply. */
export type ReplyStream = AsyncIterable<ReplyItem>;

/** Creates a reply of one value. */
export async function* replyValue(value: Promise<JsonRecord>): AsyncGenerator<ReplyItem> {
  yield { kind: 'value', value: await value };
}

/** Creates a reply from chunks of a model's response. */
export async function* replyDeltas(deltas: AsyncIterable<LlmDelta>): AsyncGenerator<ReplyItem> {
  for await (const delta of deltas) yield { kind: 'llm', delta };
}

/** Creates a reply from messages. */
export async function* replyMessages(messages: AsyncIterable<PluginMessage>): AsyncGenerator<ReplyItem> {
  for await (const message of messages) yield { kind: 'message', message };
}
