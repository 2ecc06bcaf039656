import type { Pool } from 'pg';
import type { OpenStore, StateStore } from 'sekisho';

/** Mistakes that the books must show: what has not been seen to fail proves nothing. */
export type Fault = 'no-compare-and-set' | 'hasty-sweep';

/** A store with a mistake in it. */
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

/** Writes whatever can be written and never says that a condition did not hold. */
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

/** Takes up runs whatever the lease of their worker says, and first deletes what was noted about calls in flight. */
function withHastySweep(store: StateStore, pool: Pool): StateStore {
  store.listAbandonedRuns = async (limit) => {
    const { rows } = await store.listRuns({ status: 'running', limit });
    const ids = rows.map(({ run_id: id }) => id);
    await pool.query(`delete from sekisho.effects where status = 'started' and run_id = any($1)`, [ids]);
    return rows;
  };
  return store;
}
