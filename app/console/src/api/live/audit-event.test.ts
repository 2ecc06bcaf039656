import { describe, expect, it } from 'vitest';
import { readAuditEvent } from './audit-event.ts';

describe('readAuditNews', () => {
  it('reads an event of the server', () => {
    const auditEvent = {
      seq: 7,
      event: 'approval.approved',
      run_id: 'run_1',
      timestamp: '2026-11-15T00:00:00.000Z',
      approval_id: 'ap_1',
      tool_id: 'send_mail',
      by: 'mika',
      risk_level: 4,
      decision: 'approve',
    };
    expect(readAuditEvent(auditEvent)).toEqual(auditEvent);
  });

  it.each([undefined, null, 'text', 3, [], {}, { seq: '7', event: 'x' }, { seq: 7 }])(
    'returns undefined for %j',
    (data) => {
      expect(readAuditEvent(data)).toBeUndefined();
    },
  );

  it('omits fields of another type', () => {
    expect(readAuditEvent({ seq: 1, event: 'x', by: 4, risk_level: 'high' })).toMatchObject({
      by: null,
      risk_level: null,
    });
  });
});
