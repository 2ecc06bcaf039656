import { describe, expect, it } from 'vitest';
import type { GateDecision } from '../wire/gate-decision.ts';
import { newApproval } from '../testing/state-store/store-samples.ts';
import { countIn, LimitCounters } from './run-counters.ts';

describe('the counters of a run', () => {
  it.each([
    ['a read', { effect: 'read', amount: 5 }, { writes: 0, spend: 0 }],
    ['a decision without an effect', {}, { writes: 0, spend: 0 }],
    ['a change with a number', { effect: 'write', amount: 5 }, { writes: 1, spend: 0 }],
    ['a message', { effect: 'send' }, { writes: 1, spend: 0 }],
    ['a payment', { effect: 'spend', amount: 5 }, { writes: 1, spend: 5 }],
    ['a payment without an amount', { effect: 'spend' }, { writes: 1, spend: 0 }],
  ] satisfies [string, Partial<GateDecision>, object][])('count %s', (_what, part, expected) => {
    const counters = { writes: 0, spend: 0 };
    countIn(counters, { decision: 'allow', risk_level: 1, reason: '', ...part });
    expect(counters).toEqual(expected);
  });

  it.each([
    [['denied', 'denied', 'approved', 'denied'], 2],
    [['pending', 'denied', 'cancelled', 'denied'], 2],
    [['expired', 'denied'], 0],
  ] as const)('begin with the consecutive denials among %j, the newest first', (statuses, expected) => {
    const approvals = statuses.map((status, index) => newApproval(`ap_${index}`, { status }));
    expect(new LimitCounters({}, approvals).consecutive_refusals).toBe(expected);
  });
});
