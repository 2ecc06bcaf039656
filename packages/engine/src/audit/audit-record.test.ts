import { expect, it } from 'vitest';
import { auditRecord, lateAuditRecord, renderedRecord } from './audit-record.ts';

const head = {
  run_id: 'run_1',
  tool_call_id: 'c1',
  event: 'gate.decision',
  attempt: 1,
  decision: 'allow',
} as const;
const details = { tool: 'send', reason: 'with the key sk-abcdefghijklmnop', risk_level: 2 };

it('renders late records like other records, once', () => {
  let rendered = 0;
  const late = lateAuditRecord(head, () => {
    rendered += 1;
    return details;
  });
  expect(rendered).toBe(0);
  expect(renderedRecord(late)).toStrictEqual(auditRecord(head, details));
  const plain = auditRecord(head, details);
  expect(renderedRecord(plain)).toBe(plain);
  expect(late.data).toContain('[masked]');
  expect(rendered).toBe(1);
});
