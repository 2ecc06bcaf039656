import { describe, expect, it } from 'vitest';
import { findFirstDifference, type ComparedStep } from './compare-steps.ts';

const read: ComparedStep = { tool: 'read_mail', verdict: 'allow', argumentsText: '{"id":1}', hasRun: true };
const send: ComparedStep = { tool: 'send_mail', verdict: 'needs_human', argumentsText: '{}', hasRun: false };

describe('findFirstDifference', () => {
  it('returns undefined for equal steps', () => {
    expect(findFirstDifference([read, send], [{ ...read }, { ...send }])).toBeUndefined();
  });

  it.each([
    ['another tool', { ...send, tool: 'pay' }],
    ['another decision', { ...send, verdict: 'deny' as const }],
    ['other arguments', { ...send, argumentsText: '{"to":"eve"}' }],
    ['a call that ran', { ...send, hasRun: true }],
  ])('finds %s', (_difference, other) => {
    expect(findFirstDifference([read, send], [read, other])).toBe(1);
  });

  it('finds the end of the shorter one', () => {
    expect(findFirstDifference([read], [read, send])).toBe(1);
    expect(findFirstDifference([read, send], [read])).toBe(1);
  });
});
