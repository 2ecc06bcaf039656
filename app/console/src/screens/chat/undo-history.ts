const MAX_UNDO_STEPS = 200;

/** A value with what it was before and what was undone. */
export type UndoHistory<T> = { past: readonly T[]; present: T; future: readonly T[] };

/** A history in which nothing has happened yet. */
export function startHistory<T>(present: T): UndoHistory<T> {
  return { past: [], present, future: [] };
}

/** Takes the next value; what was undone is gone, because it no longer follows from anything. */
export function remember<T>({ past, present }: UndoHistory<T>, next: T): UndoHistory<T> {
  return { past: [...past, present].slice(-MAX_UNDO_STEPS), present: next, future: [] };
}

/** One step back, or the same history when there is nothing before it. */
export function undo<T>(history: UndoHistory<T>): UndoHistory<T> {
  const { past, present, future } = history;
  const [previous] = past.slice(-1);
  if (previous === undefined) return history;
  return { past: past.slice(0, -1), present: previous, future: [present, ...future] };
}

/** One step forward again, or the same history when nothing was undone. */
export function redo<T>(history: UndoHistory<T>): UndoHistory<T> {
  const { past, present, future } = history;
  const [next, ...later] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: later };
}
