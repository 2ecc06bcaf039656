import type { DBOS } from '@dbos-inc/dbos-sdk';
import type { Pool } from 'pg';
import type { RunRecord, SegmentQueue } from '@sekisho/engine';
import { databaseTime } from './database-time.ts';
import { queueOf } from './dbos-queues.ts';
import { PRIORITY, WORKFLOW, type DbosSettings } from './dbos-settings.ts';

type Engine = Pick<typeof DBOS, 'enqueueWorkflowWithOptions' | 'listWorkflows'>;
type Workflow = Awaited<ReturnType<Engine['listWorkflows']>>[number];

/** The inputs of a sweep, and the number of runs without a worker that it examines. */
export interface SweepParts {
  readonly engine: Engine;
  readonly queue: Pick<SegmentQueue, 'next' | 'waiting'>;
  readonly settings: Pick<DbosSettings, 'agents' | 'applicationVersion' | 'sweepMs'>;
  /** Returns the time. */
  readonly pool: Pick<Pool, 'query'>;
  readonly most: number;
}

/** A worker that dequeued a segment has this many sweep intervals to claim the run. */
const GRACE_SWEEPS = 2.5;
const MINUTE_MS = 60_000;
/** A segment that waits longer than this many minutes may be enqueued twice; the second one has no effect. */
const MINUTES_BACK = 30;
const MAX_ENQUEUED = 1_000;

/**
 * Finds runs whose worker died and enqueues their segments again. DBOS itself recovers only the work of its own executor.
 * A sweep stores and deletes nothing, so the next one, on any machine, repeats an interrupted sweep. The leases in the
 * store tell which workers are dead. The segment carries the epoch, so a run that was claimed in the meantime is not
 * affected. Returns the number of enqueued segments.
 */
export async function sweepSegments({ engine, queue, settings, pool, most }: SweepParts): Promise<number> {
  const first = await queue.next(most);
  if (first.length === 0) return 0;
  const now = await databaseTime(pool);
  const taken = now - settings.sweepMs * GRACE_SWEEPS;
  const runs = first.length < most ? first : await addHandedOut(first, { engine, queue, now, taken });
  const segments = await find(engine, runs.map(segmentId));
  const lost = runs.filter((run) => !isUnderWay(segments.get(segmentId(run)), taken));
  // A segment that waits behind a limit may have been enqueued minutes ago.
  const again = await find(
    engine,
    lost.flatMap((run) => againIds(run, now)),
  );
  let count = 0;
  for (const run of lost) {
    const [workflowID = '', ...earlier] = againIds(run, now);
    if (again.has(workflowID) || earlier.some((id) => isUnderWay(again.get(id), taken))) continue;
    await engine.enqueueWorkflowWithOptions(
      {
        workflowName: WORKFLOW,
        queueName: queueOf(run.agent_name, settings),
        workflowID,
        appVersion: settings.applicationVersion,
        priority: PRIORITY.again,
      },
      run.run_id,
      run.epoch,
    );
    count += 1;
  }
  return count;
}

/** A run whose worker died before claiming it looks like a waiting run, and may be behind more of them than were read. */
async function addHandedOut(
  runs: readonly RunRecord[],
  { engine, queue, now, taken }: Pick<SweepParts, 'engine' | 'queue'> & Record<'now' | 'taken', number>,
): Promise<readonly RunRecord[]> {
  const handedOut = await engine.listWorkflows({
    workflowName: WORKFLOW,
    status: 'PENDING',
    dequeuedAfter: iso(now - MINUTES_BACK * MINUTE_MS),
    dequeuedBefore: iso(taken),
    limit: MAX_ENQUEUED,
    sortDesc: true,
    loadInput: false,
    loadOutput: false,
  });
  const others = new Set(handedOut.map(({ workflowID }) => runOf(workflowID)));
  for (const { run_id } of runs) others.delete(run_id);
  return [...runs, ...(await queue.waiting([...others]))];
}

async function find(engine: Engine, workflowIDs: string[]): Promise<ReadonlyMap<string, Workflow>> {
  if (workflowIDs.length === 0) return new Map();
  const found = await engine.listWorkflows({ workflowIDs, loadInput: false, loadOutput: false });
  return new Map(found.map((workflow) => [workflow.workflowID, workflow]));
}

function isUnderWay(workflow: Workflow | undefined, takenAfter: number): boolean {
  if (workflow === undefined) return false;
  if (workflow.status === 'ENQUEUED' || workflow.status === 'DELAYED') return true;
  return (workflow.dequeuedAt ?? workflow.updatedAt ?? 0) > takenAfter;
}

const iso = (time: number) => new Date(time).toISOString();

const runOf = (workflowID: string) => workflowID.replace(/^seg:|:\d+(?::\d+:\d+)?$/gu, '');

const segmentId = ({ run_id, segment }: RunRecord) => `seg:${run_id}:${segment}`;

/**
 * The workflow ids for this recovery of the run, newest first. Each recovery increments the epoch, so its ids are new. The
 * minute in the id lets a segment be tried again that reached only workers without its agent.
 */
function againIds(run: RunRecord, now: number): readonly string[] {
  const minute = Math.floor(now / MINUTE_MS);
  return Array.from({ length: MINUTES_BACK }, (_, back) => `${segmentId(run)}:${run.epoch}:${minute - back}`);
}
