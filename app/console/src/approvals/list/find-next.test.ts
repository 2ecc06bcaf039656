import { describe, expect, it } from 'vitest';
import { findNext } from './find-next.ts';

const now = Date.parse('2026-11-17T10:00:00Z');
const item = (approval_id: string, status: 'pending' | 'approved' = 'pending', hour = 12) => ({
  approval_id,
  status,
  expires_at: `2026-11-17T${String(hour).padStart(2, '0')}:00:00Z`,
});

describe('findNext', () => {
  it('skips decided and expired requests', () => {
    const order = [item('a'), item('b', 'approved'), item('c', 'pending', 9), item('d')];
    expect(findNext(order, 'a', now)?.approval_id).toBe('d');
  });

  it('goes back at the end of the list', () => {
    expect(findNext([item('a'), item('b'), item('c')], 'c', now)?.approval_id).toBe('b');
  });

  it('returns nothing when no other request is pending', () => {
    expect(findNext([item('a'), item('b', 'approved')], 'a', now)).toBeUndefined();
    expect(findNext([], 'a', now)).toBeUndefined();
  });

  it('starts at the beginning when the request is not in the list', () => {
    expect(findNext([item('a'), item('b')], 'x', now)?.approval_id).toBe('a');
  });
});
