import { ResponsesError } from '../errors/responses-error.ts';
import type { StoredTurn, TranscriptStore } from './transcript-store.ts';

const MAX_TURNS = 500;

/** Returns the turns of a conversation from the first to the given one, or undefined when one of them is missing. */
export async function findTurns(
  store: TranscriptStore,
  lastId: string,
  owner: string,
): Promise<StoredTurn[] | undefined> {
  const turns: StoredTurn[] = [];
  let next: string | undefined = lastId;
  while (next !== undefined) {
    const turn: StoredTurn | undefined = await store.get(next);
    if (!turn || turns.length >= MAX_TURNS) return undefined;
    if (turn.owner !== owner) {
      throw new ResponsesError('foreign_conversation', 'This conversation belongs to another user.');
    }
    turns.push(turn);
    next = turn.previousId;
  }
  return turns.toReversed();
}
