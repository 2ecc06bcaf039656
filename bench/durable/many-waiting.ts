import type { AgentRunner, AgentRunnerOptions, HumanApprovalRequest, RunRecord, StoreWrite } from 'sekisho';
import type { Side } from '../compare-blocks.ts';
import { QUESTION } from './cycle-bench.ts';
import { openRunner, reporter } from './our-cycles.ts';

/** A store with the given number of waiting runs, and a runner on it. */
export interface WaitingRoom {
  readonly runner: AgentRunner;
  readonly agent: ReturnType<typeof reporter>;
}

/** Fills a store with copies of a waiting run under other ids. */
export async function openWaitingRoom(
  options: Omit<AgentRunnerOptions, 'safetyAgent'>,
  count: number,
): Promise<WaitingRoom> {
  const room = { runner: openRunner(options), agent: reporter() };
  const { run_id: runId } = await room.runner.run(room.agent, QUESTION);
  const { store } = room.runner.inspect();
  const run = await store.getRun(runId);
  const [approval] = (await store.listApprovals({ run_id: runId })).rows;
  if (run === undefined || approval === undefined) throw new Error('The run is not suspended.');
  for (let first = 1; first < count; first += BATCH) {
    const names = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => first + index);
    const outcome = await store.commit(names.flatMap((name) => copies(run, approval, `copy-${name}`)));
    if (!outcome.ok) throw new Error('The copies were rejected.');
  }
  return room;
}

const BATCH = 200;

function copies(run: RunRecord, approval: HumanApprovalRequest, run_id: string): StoreWrite[] {
  const { created_at: _created, updated_at: _updated, ...opened } = run;
  const state = run.state ?? new Uint8Array();
  return [
    { kind: 'run.open', run: { ...opened, run_id, status: 'running' } },
    { kind: 'approval.create', approval: { ...approval, run_id, approval_id: `${run_id}-approval` } },
    { kind: 'run.suspend', run_id, epoch: run.epoch, state },
  ];
}

/** Lists a page of waiting runs, and approves and finishes the newest. The runs are created before the measurement. */
export function listAndResume(room: WaitingRoom, many: number): Side<WaitingRoom> {
  const { runner, agent } = room;
  return {
    prepare: async () => {
      for (let index = 0; index < many; index += 1) await runner.run(agent, QUESTION);
      return room;
    },
    work: async () => {
      for (let index = 0; index < many; index += 1) await resumeOne(runner);
    },
  };
}

async function resumeOne(runner: AgentRunner): Promise<void> {
  const { store } = runner.inspect();
  const runs = await store.listRuns({ status: 'suspended' });
  const approvals = await store.listApprovals({ status: 'pending' });
  const [approval] = approvals.rows;
  if (approval === undefined || runs.rows.length < 2) throw new Error('No run is waiting.');
  const { token } = await runner.submitApproval(approval.approval_id, 'approve');
  const { finalOutput } = await runner.resumeRun(approval.run_id, token);
  if (finalOutput === undefined) throw new Error('The run did not end.');
}
