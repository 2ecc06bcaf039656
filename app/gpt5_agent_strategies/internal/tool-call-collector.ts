import { parseJsonObject } from './parse-json-object.ts';
import type { ToolCallPiece } from './read-chunk.ts';

/** A call as the model asked for it, under an id that is unique in its run. */
export type RequestedCall = {
  readonly id: string;
  readonly name: string;
  /** JSON text if the model keeps to the form; anything otherwise. */
  readonly arguments: unknown;
};

// What every API accepts when it reads its own calls again.
const USABLE_ID = /^[\w.:-]{1,64}$/;

type PendingCall = { id: string; name: string; arguments: unknown };

/** Puts the calls of one round together from pieces: fragments, repetitions, and calls that share an id. */
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

  /** The calls of the round; ids that are missing, taken or unusable are replaced. */
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
  // The piece first: it is short, while what came before grows with every piece and would be parsed as often.
  return (
    isComplete(piece.arguments) && isComplete(earlier.arguments) && earlier.arguments !== piece.arguments
  );
}

function join(earlier: unknown, more: unknown): unknown {
  if (earlier === '') return more;
  if (more === '') return earlier;
  // A text and something else cannot be one JSON text; what is no text is refused later.
  return typeof earlier === 'string' && typeof more === 'string' ? earlier + more : [earlier, more];
}

function isComplete(argumentsText: unknown): boolean {
  return typeof argumentsText !== 'string' || parseJsonObject(argumentsText) !== undefined;
}
