import { describe, expect, it } from 'vitest';
import { arrangeRows } from './arrange-rows.ts';

const item = (approval_id: string, run_id: string, turn = '0') => ({ approval_id, run_id, turn });
const shown = (items: readonly ReturnType<typeof item>[]) =>
  arrangeRows(items).map((row) =>
    row.kind === 'turn' ? `${row.count} of ${row.key}` : row.item.approval_id,
  );

describe('arrangeRows', () => {
  it('adds no heading to a single request', () => {
    expect(shown([item('a', 'r1'), item('b', 'r2')])).toEqual(['a', 'b']);
  });

  it('groups the requests of one turn under a heading', () => {
    expect(shown([item('a', 'r1'), item('b', 'r1')])).toEqual(['2 of r1 0', 'a', 'b']);
  });

  it('groups requests of one turn that are not adjacent', () => {
    expect(shown([item('a', 'r1'), item('x', 'r2'), item('b', 'r1')])).toEqual(['2 of r1 0', 'a', 'b', 'x']);
  });

  it('keeps the turns of one run separate', () => {
    expect(shown([item('a', 'r1', '0'), item('b', 'r1', '1')])).toEqual(['a', 'b']);
  });
});
