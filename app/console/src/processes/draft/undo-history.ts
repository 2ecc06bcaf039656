const MAX_UNDO_STEPS = 200;

/** A value with its previous and its undone values. */
export type UndoHistory<T> = { past: readonly T[]; present: T; future: readonly T[] };

/** Creates a history with one value. */
export function startHistory<T>(present: T): UndoHistory<T> {
  return { past: [], present, future: [] };
}

/** Adds a value and discards the undone ones. */
export function remember<T>({ past, present }: UndoHistory<T>, next: T): UndoHistory<T> {
  return { past: [...past, present].slice(-MAX_UNDO_STEPS), present: next, future: [] };
}

/** Undoes one step. Returns the same history when there is nothing to undo. */
export function undo<T>(history: UndoHistory<T>): UndoHistory<T> {
  const { past, present, future } = history;
  const [previous] = past.slice(-1);
  if (previous === undefined) return history;
  return { past: past.slice(0, -1), present: previous, future: [present, ...future] };
}

/** Redoes one step. Returns the same history when nothing was undone. */
export function redo<T>(history: UndoHistory<T>): UndoHistory<T> {
  const { past, present, future } = history;
  const [next, ...later] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: later };
}
