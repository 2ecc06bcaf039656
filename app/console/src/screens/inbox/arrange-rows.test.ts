import { describe, expect, it } from 'vitest';
import { arrangeRows } from './arrange-rows.ts';

const item = (approval_id: string, run_id: string, turn = '0') => ({ approval_id, run_id, turn });
const shown = (items: readonly ReturnType<typeof item>[]) =>
  arrangeRows(items).map((row) =>
    row.kind === 'turn' ? `${row.count} of ${row.key}` : row.item.approval_id,
  );

describe('arrangeRows', () => {
  it('puts no head over a single question', () => {
    expect(shown([item('a', 'r1'), item('b', 'r2')])).toEqual(['a', 'b']);
  });

  it('puts the questions of one turn under a head', () => {
    expect(shown([item('a', 'r1'), item('b', 'r1')])).toEqual(['2 of r1 0', 'a', 'b']);
  });

  it('brings questions of one turn together when others stand between them', () => {
    expect(shown([item('a', 'r1'), item('x', 'r2'), item('b', 'r1')])).toEqual(['2 of r1 0', 'a', 'b', 'x']);
  });

  it('keeps the turns of one run apart', () => {
    expect(shown([item('a', 'r1', '0'), item('b', 'r1', '1')])).toEqual(['a', 'b']);
  });
});
