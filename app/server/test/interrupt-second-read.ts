import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';

/** Calls the function once, between the first and the second statement that the next opening of a file prepares. */
export function interruptSecondRead(interrupt: () => void): void {
  const { prepare } = DatabaseSync.prototype;
  let reads = 0;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function prepareLater(
    this: DatabaseSync,
    sql,
  ) {
    reads += 1;
    if (reads === 2) {
      spy.mockRestore();
      interrupt();
    }
    return prepare.call(this, sql);
  });
}
