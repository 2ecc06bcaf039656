import type { AuditEvent, ExecutionLog, RunRecord } from 'sekisho';
import { describe, expect, it } from 'vitest';
import { makeSpans } from './make-spans.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 16, 1, 0, second)).toISOString();

const run = (status: RunRecord['status']): RunRecord => ({
  run_id: 'r',
  status,
  segment: 0,
  epoch: 1,
  owner: 'o',
  agent_name: 'clerk',
  application: 'shop',
  sdk_version: '0',
  state: null,
  created_at: at(0),
  updated_at: at(50),
});

/** Creates records with increasing sequence numbers and times, one second apart. */
function logOf(
  entries: readonly (readonly [
    event: AuditEvent,
    key: string,
    decision: string,
    data: object,
    attempt?: number,
  ])[],
): ExecutionLog[] {
  return entries.map(([event, tool_call_id, decision, data, attempt = 0], index) => ({
    seq: index + 1,
    run_id: 'r',
    tool_call_id,
    event,
    attempt,
    decision,
    timestamp: at(index),
    data: { ...data },
    hash: '',
  }));
}

const shape = (status: RunRecord['status'], log: ExecutionLog[]) =>
  makeSpans(run(status), log, []).map(
    ({ kind, name, status: how, attempt }) => `${kind} ${name} ${how} ${attempt}`,
  );

describe('makeSpans', () => {
  it('shows a call whose outcome is unknown after a crash, the request about it, and its second execution', () => {
    const key = '#0.1:c';
    const log = logOf([
      ['run.started', '', '', {}],
      ['gate.decision', key, 'allow', { tool: 'pay' }],
      ['tool.start', key, '', { tool: 'pay' }, 1],
      ['tool.unknown', key, '', { tool: 'pay' }, 1],
      ['approval.approved', key, 'approved', { approval_id: 'ap_1', by: 'mika' }, 1],
      ['run.recovered', '', '', {}, 2],
      ['tool.start', key, '', { tool: 'pay' }, 3],
      ['tool.result', key, 'done', { tool: 'pay', ms: 5 }, 3],
      ['run.finished', '', '', {}],
    ]);
    expect(shape('done', log)).toEqual([
      'run clerk ok 1',
      'turn 1 unknown 1',
      'gate pay ok 1',
      'tool pay unknown 1',
      'wait pay ok 1',
      'recovery recovery ok 1',
      'tool pay ok 2',
    ]);
  });

  it.each([
    ['approval.denied', 'denied', 'denied'],
    ['approval.expired', 'expired', 'expired'],
    ['approval.cancelled', 'cancelled', 'denied'],
  ] as const)('shows a wait that ended with %s', (event, decision, status) => {
    const key = '#0.1:c';
    const log = logOf([
      ['gate.decision', key, 'needs_human', { tool: 'pay' }],
      ['approval.requested', key, 'pending', { approval_id: 'ap_1', tool: 'pay' }],
      [event, event === 'approval.cancelled' ? 'ap_1' : key, decision, { approval_id: 'ap_1' }],
    ]);
    expect(shape('done', log)).toContain(`wait pay ${status} 1`);
  });

  it.each([
    ['approval.denied', 'denied'],
    ['approval.expired', 'expired'],
  ] as const)('does not show a call as asked again after %s', (event, status) => {
    const key = '#0.1:c';
    const log = logOf([
      ['gate.decision', key, 'needs_human', { tool: 'pay' }],
      ['approval.requested', key, 'pending', { approval_id: 'ap_1', tool: 'pay' }],
      [event, key, status, { approval_id: 'ap_1' }],
      ['run.resumed', '', '', {}, 1],
      ['gate.decision', key, 'needs_human', { tool: 'pay' }, 1],
    ]);
    expect(shape('done', log).filter((line) => line.startsWith('gate'))).toEqual([
      'gate pay asked 1',
      `gate pay ${status} 1`,
    ]);
  });

  it('lists a resume between the wait that it ends and the call that it allows, inside of their turn', () => {
    const key = '#0.1:c';
    const log = logOf([
      ['gate.decision', key, 'needs_human', { tool: 'pay' }],
      ['approval.requested', key, 'pending', { approval_id: 'ap_1', tool: 'pay' }],
      ['approval.approved', key, 'approved', { approval_id: 'ap_1', by: 'mika' }],
      ['run.resumed', '', '', {}, 1],
      ['gate.decision', key, 'allow', { tool: 'pay' }, 1],
      ['tool.start', key, '', { tool: 'pay' }, 1],
      ['tool.result', key, 'done', { tool: 'pay' }, 1],
    ]).map((record, index) => (index < 3 ? record : { ...record, timestamp: at(9) }));
    expect(shape('done', log)).toEqual([
      'run clerk ok 1',
      'turn 1 ok 1',
      'gate pay asked 1',
      'wait pay ok 1',
      'resume resume ok 1',
      'gate pay ok 1',
      'tool pay ok 1',
    ]);
  });

  it('extends the run and its turns to the times of their children', () => {
    const log = logOf([
      ['gate.decision', '#0.1:a', 'allow', { tool: 'read' }],
      ['tool.start', '#0.1:a', '', { tool: 'read' }],
      ['tool.result', '#0.1:a', 'done', { tool: 'read' }],
    ]);
    const late = { ...run('done'), created_at: at(1), updated_at: at(1) };
    const model = {
      run_id: 'r',
      started_at: at(-5),
      ended_at: at(-4),
      model: 'm',
      input_tokens: 1,
      output_tokens: 1,
      cost_usd: 0,
      has_failed: false,
      answer: '[{"type":"function_call"}]',
    };
    const [whole, turn] = makeSpans(late, log, [model]);
    expect(whole).toMatchObject({ started_at: at(-5), ended_at: at(2) });
    expect(turn).toMatchObject({ started_at: at(-5), ended_at: at(2) });
  });

  it('shows calls that are running, denied or failed', () => {
    const log = logOf([
      ['gate.decision', '#0.1:a', 'allow', { tool: 'read' }],
      ['tool.start', '#0.1:a', '', { tool: 'read' }],
      ['tool.result', '#0.1:a', 'failed', { tool: 'read', ms: 1 }],
      ['gate.decision', '#0.2:b', 'allow', { tool: 'read' }],
      ['tool.start', '#0.2:b', '', { tool: 'read' }],
      ['gate.decision', '#0.3:c', 'deny', { tool: 'pay' }],
    ]);
    expect(shape('running', log)).toEqual([
      'run clerk running 1',
      'turn 1 failed 1',
      'gate read ok 1',
      'tool read failed 1',
      'turn 2 running 1',
      'gate read ok 1',
      'tool read running 1',
      'turn 3 denied 1',
      'gate pay denied 1',
    ]);
  });

  it('shows the calls of a sub-agent in their own turns', () => {
    const log = logOf([
      ['gate.decision', 'r1#0.1:a', 'allow', { tool: 'ask_expert' }],
      ['gate.decision', 'r1#0.1:a/r1#0.1:b', 'allow', { tool: 'look' }],
      ['gate.decision', 'r1#0.1:a/r1#0.2:c', 'allow', { tool: 'look' }],
    ]);
    const spans = makeSpans(run('done'), log, []);
    expect(new Set(spans.filter(({ kind }) => kind === 'gate').map(({ parent_id: id }) => id)).size).toBe(3);
  });
});
