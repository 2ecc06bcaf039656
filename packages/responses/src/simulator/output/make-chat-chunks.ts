import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import { splitText } from './split-text.ts';
import type { WireEvent } from './write-chunks.ts';

type Delta = ChatCompletionChunk.Choice.Delta;

/** Returns the chunks of a streamed chat completion, ending with `[DONE]`. */
export function makeChatChunks(completion: ChatCompletion, includesUsage: boolean): WireEvent[] {
  const choice = completion.choices[0];
  const base = {
    id: completion.id,
    object: 'chat.completion.chunk' as const,
    created: completion.created,
    model: completion.model,
    service_tier: 'default' as const,
  };
  const deltas: Delta[] = choice ? makeDeltas(choice.message) : [];
  const chunks: ChatCompletionChunk[] = deltas.map((delta) => ({
    ...base,
    choices: [{ index: 0, delta, finish_reason: null, logprobs: null }],
    ...(includesUsage ? { usage: null } : {}),
  }));
  chunks.push({
    ...base,
    choices: [{ index: 0, delta: {}, finish_reason: choice?.finish_reason ?? 'stop', logprobs: null }],
    ...(includesUsage ? { usage: null } : {}),
  });
  if (includesUsage && completion.usage) chunks.push({ ...base, choices: [], usage: completion.usage });
  return [
    ...chunks.map((chunk) => ({ name: undefined, data: { ...chunk } })),
    { name: undefined, data: '[DONE]' as const },
  ];
}

function makeDeltas(message: ChatCompletion.Choice['message']): Delta[] {
  const deltas: Delta[] = [{ role: 'assistant', content: message.tool_calls ? null : '', refusal: null }];
  for (const content of splitText(message.content ?? '')) deltas.push({ content });
  for (const refusal of splitText(message.refusal ?? '')) deltas.push({ refusal });
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    if (call.type !== 'function') continue;
    const head = { index, id: call.id, type: 'function' as const };
    deltas.push({ tool_calls: [{ ...head, function: { name: call.function.name, arguments: '' } }] });
    for (const piece of splitText(call.function.arguments)) {
      deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  return deltas;
}
