import { expect, it } from 'vitest';
import { statusNow } from './approval-status.ts';

const expires_at = '2026-11-15T12:00:00.000Z';

it.each([
  ['pending', '2026-11-15T11:59:59.999Z', 'pending'],
  ['pending', '2026-11-15T12:00:00.000Z', 'expired'],
  ['approved', '2026-11-16T00:00:00.000Z', 'approved'],
  ['denied', '2026-11-16T00:00:00.000Z', 'denied'],
] as const)('displays a request with the status %s at %s as %s', (status, now, shown) => {
  expect(statusNow({ status, expires_at }, Date.parse(now))).toBe(shown);
});
