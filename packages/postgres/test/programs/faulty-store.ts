import type { Pool } from 'pg';
import type { OpenStore, StateStore } from 'sekisho';

/** Faults that the check of the ledger must detect. */
export type Fault = 'no-compare-and-set' | 'hasty-sweep';

/** A store with one fault. */
export function faultyStore(open: OpenStore, fault: Fault, pool: Pool): OpenStore {
  return async (parts) => {
    const store = await open(parts);
    switch (fault) {
      case 'no-compare-and-set':
        return withoutConditions(store);
      case 'hasty-sweep':
        return withHastySweep(store, pool);
    }
  };
}

/** Executes all writes and never reports a failed condition. */
function withoutConditions(store: StateStore): StateStore {
  const commit = store.commit.bind(store);
  store.commit = async (writes) => {
    const rest = [...writes];
    for (;;) {
      const outcome = rest.length === 0 ? { ok: true as const } : await commit(rest);
      if (outcome.ok) return outcome;
      rest.splice(outcome.failed, 1);
    }
  };
  return store;
}

/** Claims runs regardless of the lease of their worker, and first deletes the intents of calls in flight. */
function withHastySweep(store: StateStore, pool: Pool): StateStore {
  store.listAbandonedRuns = async (limit) => {
    const { rows } = await store.listRuns({ status: 'running', limit });
    const ids = rows.map(({ run_id: id }) => id);
    await pool.query(`delete from sekisho.effects where status = 'started' and run_id = any($1)`, [ids]);
    return rows;
  };
  return store;
}
