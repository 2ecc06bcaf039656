import type { LlmDelta } from './llm-result-chunk.ts';
import type { PluginMessage } from './plugin-message.ts';

const MAX_MERGED_UNITS = 64 * 1024;

/** Merges two adjacent chunks of text or of one streamed variable; undefined for other messages. */
export function mergeMessages(first: PluginMessage, second: PluginMessage): PluginMessage | undefined {
  if (first.type === 'text' && second.type === 'text') {
    return fits(first.text, second.text) ? { type: 'text', text: first.text + second.text } : undefined;
  }
  if (!isStreamed(first) || !isStreamed(second) || first.name !== second.name) return undefined;
  return fits(first.value, second.value) ? { ...first, value: first.value + second.value } : undefined;
}

/** Returns true for messages that may be delayed to be merged. */
export function isMessageDelta(message: PluginMessage): boolean {
  return message.type === 'text' || isStreamed(message);
}

/** Merges two adjacent chunks of a response; undefined when the first one contains more than text. */
export function mergeLlmDeltas(first: LlmDelta, second: LlmDelta): LlmDelta | undefined {
  if (!isLlmTextDelta(first) || first.model !== second.model) return undefined;
  const text = first.text ?? '';
  const more = second.text ?? '';
  return fits(text, more) ? { ...second, text: text + more } : undefined;
}

/** Returns true for deltas that contain only text. */
export function isLlmTextDelta(delta: LlmDelta): boolean {
  return delta.toolCalls === undefined && delta.usage === undefined && delta.finishReason === undefined;
}

function isStreamed(message: PluginMessage): message is PluginMessage & { type: 'variable'; stream: true } {
  return message.type === 'variable' && message.stream === true;
}

function fits(first: string, second: string): boolean {
  return first.length + second.length <= MAX_MERGED_UNITS;
}
