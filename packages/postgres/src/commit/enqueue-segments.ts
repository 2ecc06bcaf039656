import type { OpenStore } from '@sekisho/engine';
import type { Ask, Statement } from '../database/database.ts';
import { isPassing, postgresError } from '../database/postgres-error.ts';
import type { QueuedSegment } from '../rows/queued-segment.ts';
import { numberOf, textOf } from '../rows/row-values.ts';

/** Receives the segments that a batch queues for workers, inside its transaction. */
export type Enqueue = NonNullable<Parameters<OpenStore>[0]['enqueue']>;

interface Queued {
  readonly tenant: string;
  readonly runIds: readonly string[];
  readonly find: Statement;
}

/** Passes the queued runs to the segment host. An error of the host rolls the transaction back. */
export async function enqueueSegments(
  enqueue: Enqueue,
  { tenant, runIds, find }: Queued,
  { ask, client }: { readonly ask: Ask; readonly client: unknown },
): Promise<void> {
  const rows = await ask(find, [tenant, runIds]);
  const segments = rows.map((row): QueuedSegment => {
    const run_id = textOf(row, 'run_id');
    const segment = numberOf(row, 'segment');
    const agent_name = textOf(row, 'agent_name');
    return { segment_id: `seg:${run_id}:${segment}`, run_id, segment, agent_name };
  });
  try {
    await enqueue(client, segments);
  } catch (error) {
    throw isPassing(error) ? error : postgresError(error);
  }
}
