import { parseJsonObject } from './parse-json-object.ts';
import type { ToolCallPiece } from './read-chunk.ts';

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

  push(piece: ToolCallPiece): void {
    if (piece.id === '' && piece.name === '' && piece.arguments === '') return;
    const earlier = piece.id === '' ? this.#calls.at(-1) : this.#calls.findLast(({ id }) => id === piece.id);
    if (earlier === undefined || isAnotherCall(earlier, piece)) {
      this.#calls.push({ ...piece });
      return;
    }
    earlier.name ||= piece.name;
    if (earlier.arguments === piece.arguments && isComplete(earlier.arguments)) return;
    earlier.arguments = join(earlier.arguments, piece.arguments);
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

function isAnotherCall(earlier: PendingCall, piece: ToolCallPiece): boolean {
  if (piece.name === '' || earlier.name === '') return false;
  if (piece.name !== earlier.name) return true;
  // The chunk is parsed first: it is short, while the collected text grows with every chunk.
  return (
    isComplete(piece.arguments) && isComplete(earlier.arguments) && earlier.arguments !== piece.arguments
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
