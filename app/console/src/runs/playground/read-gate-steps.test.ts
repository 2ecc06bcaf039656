import { describe, expect, it } from 'vitest';
import { readGateSteps, type TimelineSpan } from './read-gate-steps.ts';

const span = (kind: string, name: string, more: Partial<TimelineSpan> = {}): TimelineSpan => ({
  id: `${kind}:${name}:0`,
  kind,
  name,
  status: 'ok',
  started_at: '2026-11-15T00:00:00.000Z',
  approval_id: null,
  detail: {},
  ...more,
});
const at = (second: number) => ({ started_at: `2026-11-15T00:00:0${second}.000Z` });

describe('readGateSteps', () => {
  it('returns the calls in order with the decision of the gate and its reason', () => {
    const steps = readGateSteps([
      span('gate', 'send_mail', {
        ...at(2),
        detail: {
          decision: 'needs_human',
          risk_level: 4,
          reason: 'An unknown recipient.',
          reason_ja: '知らない相手です。',
        },
      }),
      span('gate', 'read_mail', { ...at(1), detail: { decision: 'allow', risk_level: 1 } }),
      span('model', 'gpt', at(0)),
    ]);
    expect(steps.map(({ tool, verdict, risk, reason }) => [tool, verdict, risk, reason])).toEqual([
      ['read_mail', 'allow', 1, undefined],
      ['send_mail', 'needs_human', 4, { reason: 'An unknown recipient.', reason_ja: '知らない相手です。' }],
    ]);
  });

  it('contains the decision of a person and the result of the tool', () => {
    const [step] = readGateSteps([
      span('gate', 'pay', { ...at(1), detail: { decision: 'needs_human' } }),
      span('wait', 'pay', { ...at(2), status: 'waiting', approval_id: 'ap_1' }),
      span('tool', 'pay', { ...at(3), status: 'failed' }),
    ]);
    expect(step).toMatchObject({ wait: { status: 'waiting', approvalId: 'ap_1' }, outcome: 'failed' });
  });

  it('distinguishes two calls of the same tool', () => {
    const steps = readGateSteps([
      span('gate', 'pay', { ...at(1), id: 'gate:call_1:0', detail: { decision: 'needs_human' } }),
      span('gate', 'pay', { ...at(1), id: 'gate:call_2:0', detail: { decision: 'needs_human' } }),
      span('wait', 'pay', { ...at(2), id: 'wait:ap_1', status: 'denied', approval_id: 'ap_1' }),
      span('wait', 'pay', { ...at(2), id: 'wait:ap_2', status: 'ok', approval_id: 'ap_2' }),
      span('tool', 'pay', { ...at(3), id: 'tool:call_2:1' }),
    ]);
    expect(steps.map(({ wait, outcome }) => [wait?.approvalId, wait?.status, outcome])).toEqual([
      ['ap_1', 'denied', undefined],
      ['ap_2', 'ok', 'ok'],
    ]);
  });

  it.each([
    ['needs_human', 'denied', 'needs_human'],
    ['allow', 'ok', 'needs_human'],
    ['deny', 'denied', 'deny'],
  ])('is one step when the gate decides a call again with %s', (decision, status, verdict) => {
    const steps = readGateSteps([
      span('gate', 'pay', { ...at(1), id: 'gate:call_1:0', detail: { decision: 'needs_human' } }),
      span('wait', 'pay', { ...at(2), id: 'wait:ap_1', status: 'denied', approval_id: 'ap_1' }),
      span('gate', 'pay', { ...at(3), id: 'gate:call_1:1', status, detail: { decision } }),
    ]);
    expect(steps.map((step) => [step.verdict, step.wait?.status])).toEqual([[verdict, 'denied']]);
  });

  it.each([undefined, 'probably', 'deny', 7])('shows the decision %j as denied', (decision) => {
    expect(readGateSteps([span('gate', 'x', { detail: { decision } })])[0]?.verdict).toBe('deny');
  });

  it('shows a denied call as denied regardless of its other fields', () => {
    expect(
      readGateSteps([span('gate', 'x', { status: 'denied', detail: { decision: 'allow' } })])[0]?.verdict,
    ).toBe('deny');
  });
});
