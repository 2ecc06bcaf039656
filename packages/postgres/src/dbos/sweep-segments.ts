import type { DBOS } from '@dbos-inc/dbos-sdk';
import type { RunRecord, SegmentDesk } from 'sekisho';
import { QUEUE, WORKFLOW, type DbosSettings } from './dbos-settings.ts';

type Engine = Pick<typeof DBOS, 'enqueueWorkflowWithOptions' | 'listWorkflows' | 'resumeWorkflows'>;

const MOST_A_SWEEP = 100;
/** Between leaving the queue and taking the run a worker is neither; give it a moment. */
const GRACE_MS = 5000;

/**
 * Finds runs whose worker died and puts their segments back on the queue. DBOS itself recovers only the work of its own
 * executor. Nothing is remembered or deleted here, so a sweep that dies halfway leaves nothing behind: the next one,
 * on any machine, sees the same. Who is dead is told by the leases in the store.
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
    workflowIDs: runs.flatMap((run) => [segmentId(run), againId(run)]),
    loadInput: false,
    loadOutput: false,
  });
  const byId = new Map(known.map((workflow) => [workflow.workflowID, workflow]));
  const stranded: string[] = [];
  for (const run of runs) {
    const workflow = byId.get(againId(run)) ?? byId.get(segmentId(run));
    if (workflow?.status === 'ENQUEUED' || workflow?.status === 'DELAYED') continue;
    if (workflow !== undefined && (workflow.dequeuedAt ?? workflow.updatedAt ?? 0) > now - GRACE_MS) continue;
    if (workflow?.status === 'PENDING') stranded.push(workflow.workflowID);
    // Its workflow is over, or it never had one because its process ran it without the engine.
    else {
      await engine.enqueueWorkflowWithOptions(
        {
          workflowName: WORKFLOW,
          queueName: QUEUE,
          workflowID: workflow === undefined ? segmentId(run) : againId(run),
          appVersion: applicationVersion,
        },
        run.run_id,
      );
    }
  }
  if (stranded.length > 0) await engine.resumeWorkflows(stranded, { queueName: QUEUE });
  return stranded.length;
}

const segmentId = ({ run_id, segment }: RunRecord) => `seg:${run_id}:${segment}`;

/** Each loss of a run raises its epoch, so each gets a name of its own. */
const againId = (run: RunRecord) => `${segmentId(run)}:${run.epoch}`;
