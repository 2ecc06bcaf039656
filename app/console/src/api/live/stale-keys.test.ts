import { describe, expect, it } from 'vitest';
import { staleKeys } from './stale-keys.ts';

const auditEvent = (event: string) => ({
  seq: 1,
  event,
  run_id: 'run_1',
  timestamp: '',
  approval_id: null,
  tool_id: null,
  by: null,
  risk_level: null,
  decision: null,
});

describe('staleKeys', () => {
  it.each([
    ['approval.approved', ['approvals', 'counts']],
    ['approval.requested', ['runs']],
    ['approval.requested', ['approvals', 'newest']],
    ['run.finished', ['run', 'run_1']],
    ['tool.result', ['run', 'run_1']],
    ['policy.changed', ['policies']],
    ['grant.given', ['grants']],
    ['audit.checkpoint', ['audit', 'checkpoints']],
  ])('refetches after %s: %j', (event, key) => {
    expect(staleKeys(auditEvent(event))).toContainEqual(key);
  });

  it.each(['approval.requested', 'approval.approved'])('does not refetch the list after %s', (event) => {
    expect(staleKeys(auditEvent(event)).map(([first, second]) => `${first} ${second}`)).not.toContain(
      'approvals list',
    );
  });

  it('returns no keys for an unknown event', () => {
    expect(staleKeys(auditEvent('weather.changed'))).toEqual([]);
  });
});
