import type { ActiveRun } from './active-run.ts';

/** Changes the stage of one call while no other request decides or starts it. Those wait for the result. */
export async function exclusively<T>(run: ActiveRun, key: string, change: () => Promise<T>): Promise<T> {
  for (let other = run.deciding.get(key); other; other = run.deciding.get(key)) await other;
  const changed = change();
  const settled = changed.catch(() => undefined);
  run.deciding.set(key, settled);
  try {
    return await changed;
  } finally {
    if (run.deciding.get(key) === settled) run.deciding.delete(key);
  }
}
