import { BurstLimiter } from '../flow/burst-limiter.ts';
import { CoalescingSink } from '../flow/coalescing-sink.ts';
import { toLlmResultChunk, type LlmDelta } from '../messages/llm-result-chunk.ts';
import { isLlmTextDelta, isMessageDelta, mergeLlmDeltas, mergeMessages } from '../messages/merge-deltas.ts';
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
