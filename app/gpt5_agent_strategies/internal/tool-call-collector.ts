import { parseJsonObject } from './parse-json-object.ts';
import type { ToolCallChunk } from './read-chunk.ts';

/** A call that the model requested, with an id that is unique in its run. */
export type RequestedCall = {
  readonly id: string;
  readonly name: string;
  /** JSON text if the model follows the format; any value otherwise. */
  readonly arguments: unknown;
};

// The ids that every API accepts in past calls.
const USABLE_ID = /^[\w.:-]{1,64}$/;

type PendingCall = { id: string; name: string; arguments: unknown };

/** Assembles the calls of one round from chunks: fragments, repetitions, and calls that share an id. */
export class ToolCallCollector {
  readonly #calls: PendingCall[] = [];

  push(chunk: ToolCallChunk): void {
    if (chunk.id === '' && chunk.name === '' && chunk.arguments === '') return;
    const earlier = chunk.id === '' ? this.#calls.at(-1) : this.#calls.findLast(({ id }) => id === chunk.id);
    if (earlier === undefined || isAnotherCall(earlier, chunk)) {
      this.#calls.push({ ...chunk });
      return;
    }
    earlier.name ||= chunk.name;
    if (earlier.arguments === chunk.arguments && isComplete(earlier.arguments)) return;
    earlier.arguments = join(earlier.arguments, chunk.arguments);
  }

  /** Returns the calls of the round. Ids that are missing, used or invalid are replaced. */
  finish(takenIds: Set<string>, createId: () => string): RequestedCall[] {
    return this.#calls.map((call) => {
      const id = !USABLE_ID.test(call.id) || takenIds.has(call.id) ? `call_${createId()}` : call.id;
      takenIds.add(id);
      return { ...call, id };
    });
  }
}

function isAnotherCall(earlier: PendingCall, chunk: ToolCallChunk): boolean {
  if (chunk.name === '' || earlier.name === '') return false;
  if (chunk.name !== earlier.name) return true;
  // The chunk is parsed first: it is short, while the collected text grows with every chunk.
  return (
    isComplete(chunk.arguments) && isComplete(earlier.arguments) && earlier.arguments !== chunk.arguments
  );
}

function join(earlier: unknown, more: unknown): unknown {
  if (earlier === '') return more;
  if (more === '') return earlier;
  // A string and another value cannot form one JSON text; values that are not strings are rejected later.
  return typeof earlier === 'string' && typeof more === 'string' ? earlier + more : [earlier, more];
}

function isComplete(argumentsText: unknown): boolean {
  return typeof argumentsText !== 'string' || parseJsonObject(argumentsText) !== undefined;
}
