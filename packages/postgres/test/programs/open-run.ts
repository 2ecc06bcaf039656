import type { StoreWrite } from 'sekisho';

/** The write that opens a run of the clerk. */
export const openRun = (run_id: string, owner = 'me'): Extract<StoreWrite, { kind: 'run.open' }> => ({
  kind: 'run.open',
  run: {
    run_id,
    owner,
    status: 'running',
    segment: 0,
    epoch: 1,
    agent_name: 'clerk',
    application: 'shop',
    sdk_version: '0.20.0',
    state: null,
  },
});
