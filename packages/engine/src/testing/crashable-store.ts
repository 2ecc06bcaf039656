import { join } from 'node:path';
import { loadSecret } from '../config/load-secret.ts';
import type { OpenStore } from '../run/engine-parts.ts';
import { openSqliteStateStore } from '../store/sqlite-state-store.ts';

/** The embedded store in a folder, for the process of a test that crashes: after `crash()` it stores nothing more. */
export function crashableStore(directory: string) {
  let hasCrashed = false;
  const store: OpenStore = async (parts) => {
    const opened = await openSqliteStateStore({ path: join(directory, 'state.db'), ...parts });
    const commit = opened.commit.bind(opened);
    opened.commit = (writes) =>
      hasCrashed ? Promise.reject(new Error('This process has crashed.')) : commit(writes);
    return opened;
  };
  return {
    options: { store, secret: loadSecret(join(directory, 'key'), undefined), leaseMs: 300 },
    crash: (): void => {
      hasCrashed = true;
    },
  };
}
