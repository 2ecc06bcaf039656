import type { RunRecord } from 'sekisho';
import { expect, it } from 'vitest';
import { sweepSegments, type SweepParts } from './sweep-segments.ts';

/** The time of the database; the clock of the process is not used. */
const NOW = Date.parse('2031-05-05T10:00:30Z');
const MINUTE = Math.floor(NOW / 60_000);

const lost: RunRecord = {
  run_id: 'r1',
  status: 'running',
  segment: 2,
  epoch: 5,
  owner: 'dead',
  agent_name: 'janitor',
  application: 'shop',
  sdk_version: '0.20.0',
  state: null,
  created_at: '',
  updated_at: '',
};

interface Known {
  readonly workflowID: string;
  readonly status: string;
  readonly dequeuedAt?: number;
  readonly updatedAt?: number;
}

async function sweep(known: readonly Known[], agents: SweepParts['settings']['agents'] = {}) {
  const queued: unknown[] = [];
  const count = await sweepSegments({
    engine: {
      listWorkflows: async ({ workflowIDs = [] }) =>
        known.filter(({ workflowID }) => workflowIDs.includes(workflowID)) as never,
      enqueueWorkflowWithOptions: (async (options: object, ...args: readonly unknown[]) => {
        queued.push({ ...options, args });
      }) as never,
    },
    queue: { next: async () => [lost], waiting: async () => [] },
    settings: { agents, applicationVersion: 'v1', sweepMs: 2_000 },
    pool: { query: (async () => ({ rows: [{ now: String(NOW) }] })) as never },
    most: 10,
  });
  expect(count).toBe(queued.length);
  return queued;
}

it('queues the segment of a dead worker again, with the epoch of the found run', async () => {
  const taken = { workflowID: 'seg:r1:2', status: 'PENDING', dequeuedAt: NOW - 60_000 };
  expect(await sweep([taken])).toEqual([
    {
      workflowName: 'sekisho.segment',
      queueName: 'sekisho',
      workflowID: `seg:r1:2:5:${MINUTE}`,
      appVersion: 'v1',
      priority: 0,
      args: ['r1', 5],
    },
  ]);
});

it('queues it on the queue of its agent', async () => {
  expect(await sweep([], { janitor: { concurrency: 1 } })).toMatchObject([{ queueName: 'sekisho:janitor' }]);
});

it.each<[string, Known]>([
  ['waits in the queue', { workflowID: 'seg:r1:2', status: 'ENQUEUED' }],
  ['was claimed just now', { workflowID: 'seg:r1:2', status: 'PENDING', dequeuedAt: NOW - 1_000 }],
  ['was queued again in this minute', { workflowID: `seg:r1:2:5:${MINUTE}`, status: 'SUCCESS' }],
  [
    'was queued again some minutes ago and waits because of a limit',
    { workflowID: `seg:r1:2:5:${MINUTE - 7}`, status: 'ENQUEUED' },
  ],
  [
    'was queued again a minute ago and claimed just now',
    { workflowID: `seg:r1:2:5:${MINUTE - 1}`, status: 'PENDING', dequeuedAt: NOW - 100 },
  ],
])('leaves a run alone whose segment %s', async (_case, workflow) => {
  expect(await sweep([workflow])).toEqual([]);
});

it('retries in the next minute when a segment reached only workers without its agent', async () => {
  const wasted = { workflowID: `seg:r1:2:5:${MINUTE - 1}`, status: 'SUCCESS', updatedAt: NOW - 40_000 };
  expect(await sweep([wasted])).toHaveLength(1);
});
