import type { DBOS } from '@dbos-inc/dbos-sdk';
import type { RunRecord, SegmentDesk } from 'sekisho';
import { QUEUE, WORKFLOW, type DbosSettings } from './dbos-settings.ts';

type Engine = Pick<typeof DBOS, 'enqueueWorkflowWithOptions' | 'listWorkflows'>;

const MOST_A_SWEEP = 100;
/** Between leaving the queue and taking the run a worker is neither; give it a moment. */
const GRACE_MS = 5000;
const MINUTE_MS = 60_000;

/**
 * Finds runs whose worker died and puts their segments on the queue again. DBOS itself recovers only the work of its own
 * executor. Nothing is remembered or deleted here, so a sweep that dies halfway leaves nothing behind: the next one,
 * on any machine, sees the same. Who is dead is told by the leases in the store, and the epoch goes along, so that a run
 * that was taken in the meantime is left alone. Gives how many were put back.
 */
export async function sweepSegments(
  engine: Engine,
  desk: SegmentDesk,
  { applicationVersion }: DbosSettings,
  now = Date.now(),
): Promise<number> {
  const runs = await desk.next(MOST_A_SWEEP);
  if (runs.length === 0) return 0;
  const known = await engine.listWorkflows({
    workflowIDs: runs.flatMap((run) => [segmentId(run), againId(run, now)]),
    loadInput: false,
    loadOutput: false,
  });
  const byId = new Map(known.map((workflow) => [workflow.workflowID, workflow]));
  let count = 0;
  for (const run of runs) {
    const workflow = byId.get(againId(run, now)) ?? byId.get(segmentId(run));
    if (workflow?.status === 'ENQUEUED' || workflow?.status === 'DELAYED') continue;
    if (workflow !== undefined && (workflow.dequeuedAt ?? workflow.updatedAt ?? 0) > now - GRACE_MS) continue;
    await engine.enqueueWorkflowWithOptions(
      {
        workflowName: WORKFLOW,
        queueName: QUEUE,
        workflowID: againId(run, now),
        appVersion: applicationVersion,
      },
      run.run_id,
      run.epoch,
    );
    count += 1;
  }
  return count;
}

const segmentId = ({ run_id, segment }: RunRecord) => `seg:${run_id}:${segment}`;

/**
 * Each loss of a run raises its epoch, so each gets a name of its own. The minute lets a segment that reached only workers
 * without its agent be tried again.
 */
const againId = (run: RunRecord, now: number) =>
  `${segmentId(run)}:${run.epoch}:${Math.floor(now / MINUTE_MS)}`;
