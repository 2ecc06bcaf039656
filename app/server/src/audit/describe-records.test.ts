import type { ExecutionLog } from 'sekisho';
import { expect, it } from 'vitest';
import { describeRecords } from './describe-records.ts';

const recordOf = (event: ExecutionLog['event'], fields: Partial<ExecutionLog> = {}): ExecutionLog => ({
  seq: 1,
  run_id: 'run_1',
  tool_call_id: '',
  event,
  attempt: 0,
  decision: '',
  timestamp: '2026-11-17T05:00:00.000Z',
  data: {},
  hash: '',
  ...fields,
});

const call = { tool_call_id: 'c1' };
const log = [
  recordOf('run.started', { data: { agent: 'clerk' } }),
  recordOf('gate.decision', {
    ...call,
    data: { agent: 'clerk', tool: 'delete_file', effect: 'delete', destination: 'payroll.xlsx' },
  }),
  recordOf('approval.requested', { ...call, data: { approval_id: 'ap_1' } }),
];
const store = { queryLogs: async () => log };

it('names the call whose request a person read', async () => {
  const data = { by: 'mika', approval_id: 'ap_1', entries: 3 };
  expect(await describeRecords(store, [recordOf('context.viewed', { data })])).toEqual([
    {
      who: 'mika',
      agent: 'clerk',
      tool: 'delete_file',
      effect: 'delete',
      target: 'payroll.xlsx',
      result: null,
      reason: null,
    },
  ]);
});

it('names the result of the call in the record of a changed decision', async () => {
  const changed = recordOf('gate.decision', {
    tool_call_id: 'c1:again1',
    data: { agent: 'clerk', tool: 'delete_file', call_key: 'c1' },
  });
  const ended = recordOf('tool.result', { ...call, decision: 'done' });
  const { queryLogs } = { queryLogs: async () => [...log, changed, ended] };
  expect(await describeRecords({ queryLogs }, [changed])).toMatchObject([
    { tool: 'delete_file', result: 'done' },
  ]);
});

it('names the agent of a run in records without a call', async () => {
  const read = recordOf('context.viewed', { data: { by: 'mika', entries: 3 } });
  expect(await describeRecords(store, [recordOf('run.suspended'), read])).toMatchObject([
    { who: null, agent: 'clerk', tool: null, result: null },
    { who: 'mika', agent: 'clerk', tool: null, result: null },
  ]);
});
