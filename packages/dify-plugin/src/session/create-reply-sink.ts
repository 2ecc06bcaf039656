import { BurstLimiter } from '../flow/burst-limiter.ts';
import { CoalescingSink } from '../flow/coalescing-sink.ts';
import { toLlmResultChunk, type LlmDelta } from '../messages/llm-result-chunk.ts';
import type { PluginMessage } from '../messages/plugin-message.ts';
import { MAX_TEXT_UNITS, splitText } from '../messages/split-text.ts';
import { toWireMessages } from '../messages/to-wire-messages.ts';
import type { ReplyItem } from '../plugin/reply.ts';
import type { Runtime } from './runtime.ts';
import type { SessionOutput } from './session-output.ts';

// Half of the daemon's queue of 128, so that a slow reader does not overflow it.
const BURST = { items: 64, windowMs: 50 };

/** Creates the sink of a reply: it merges and splits items and limits their rate to the capacity of the daemon. */
export function createReplySink(output: SessionOutput, runtime: Runtime): CoalescingSink<ReplyItem> {
  const limiter = new BurstLimiter(BURST, runtime.clock);
  let index = 0;

  const writeDelta = async (delta: LlmDelta): Promise<void> => {
    const chunks = [...splitText(delta.text ?? '', MAX_TEXT_UNITS)];
    const last = chunks.pop() ?? '';
    for (const text of chunks) await output.stream(toLlmResultChunk({ model: delta.model, text }, index++));
    await output.stream(toLlmResultChunk({ ...delta, text: last }, index++));
  };
  const writeMessage = async (message: PluginMessage): Promise<void> => {
    for (const wire of toWireMessages(message, runtime.createId)) {
      // The daemon joins chunks before they enter its queue.
      if (wire.type !== 'blob_chunk') await limiter.pass();
      await output.stream(wire);
    }
  };

  return new CoalescingSink<ReplyItem>({
    clock: runtime.clock,
    windowMs: runtime.coalesceMs,
    merge: mergeItems,
    canWait: isDelta,
    write: (item) => {
      switch (item.kind) {
        case 'llm':
          return writeDelta(item.delta);
        case 'message':
          return writeMessage(item.message);
        case 'value':
          return output.stream(item.value);
      }
    },
  });
}

function mergeItems(first: ReplyItem, second: ReplyItem): ReplyItem | undefined {
  if (first.kind === 'llm' && second.kind === 'llm') {
    const delta = mergeLlmDeltas(first.delta, second.delta);
    return delta && { kind: 'llm', delta };
  }
  if (first.kind !== 'message' || second.kind !== 'message') return undefined;
  const message = mergeMessages(first.message, second.message);
  return message && { kind: 'message', message };
}

function isDelta(item: ReplyItem): boolean {
  switch (item.kind) {
    case 'llm':
      return isLlmTextDelta(item.delta);
    case 'message':
      return isMessageDelta(item.message);
    case 'value':
      return false;
  }
}

const MAX_MERGED_UNITS = 64 * 1024;

/** Merges two adjacent chunks of text or of one streamed variable; undefined for other messages. */
function mergeMessages(first: PluginMessage, second: PluginMessage): PluginMessage | undefined {
  if (first.type === 'text' && second.type === 'text') {
    return fits(first.text, second.text) ? { type: 'text', text: first.text + second.text } : undefined;
  }
  if (!isStreamed(first) || !isStreamed(second) || first.name !== second.name) return undefined;
  return fits(first.value, second.value) ? { ...first, value: first.value + second.value } : undefined;
}

/** Returns true for messages that may be delayed to be merged. */
function isMessageDelta(message: PluginMessage): boolean {
  return message.type === 'text' || isStreamed(message);
}

/** Merges two adjacent chunks of a response; undefined when the first one contains more than text. */
function mergeLlmDeltas(first: LlmDelta, second: LlmDelta): LlmDelta | undefined {
  if (!isLlmTextDelta(first) || first.model !== second.model) return undefined;
  const text = first.text ?? '';
  const more = second.text ?? '';
  return fits(text, more) ? { ...second, text: text + more } : undefined;
}

/** Returns true for deltas that contain only text. */
function isLlmTextDelta(delta: LlmDelta): boolean {
  return delta.toolCalls === undefined && delta.usage === undefined && delta.finishReason === undefined;
}

function isStreamed(message: PluginMessage): message is PluginMessage & { type: 'variable'; stream: true } {
  return message.type === 'variable' && message.stream === true;
}

function fits(first: string, second: string): boolean {
  return first.length + second.length <= MAX_MERGED_UNITS;
}
