import { describe, expect, it } from 'vitest';
import type { Span } from './run.ts';
import { placeSpans } from './span-tree.ts';

const span = (id: string, parent_id: string | null, more: Partial<Span> = {}) =>
  ({
    id,
    parent_id,
    kind: 'tool',
    name: id,
    status: 'ok',
    tool_id: null,
    model: null,
    detail: {},
    ...more,
  }) as Span;

const spans = [
  span('run', null, { kind: 'run' }),
  span('turn0', 'run', { kind: 'turn' }),
  span('model0', 'turn0', { kind: 'model' }),
  span('turn1', 'run', { kind: 'turn' }),
  span('send_mail', 'turn1', { status: 'failed' }),
  span('late', 'turn0', { detail: { to: 'ＡＰＩ team' } }),
];

const all = { failedOnly: false, turnsOnly: false, text: '' };
const shown = (filter: Partial<typeof all>, given = spans) =>
  placeSpans(given, { ...all, ...filter }).map((placed) => `${'-'.repeat(placed.depth)}${placed.span.id}`);

describe('placeSpans', () => {
  it('orders pieces as a tree, children under their parents', () => {
    expect(shown({})).toEqual(['run', '-turn0', '--model0', '--late', '-turn1', '--send_mail']);
  });

  it('shows failures with what they hang on', () => {
    expect(shown({ failedOnly: true })).toEqual(['run', '-turn1', '--send_mail']);
  });

  it('shows only the turns', () => {
    expect(shown({ turnsOnly: true })).toEqual(['run', '-turn0', '-turn1']);
  });

  it('finds text in names and details, whatever its width', () => {
    expect(shown({ text: 'api' })).toEqual(['run', '-turn0', '--late']);
    expect(shown({ text: 'ＳＥＮＤ' })).toEqual(['run', '-turn1', '--send_mail']);
  });

  it('shows nothing when nothing fits', () => {
    expect(shown({ text: 'nowhere' })).toEqual([]);
  });

  it('still shows a piece whose parent was cut off', () => {
    expect(shown({}, [span('orphan', 'gone')])).toEqual(['orphan']);
  });

  it('ends on a timeline that goes in circles', () => {
    expect(shown({}, [span('a', 'b'), span('b', 'a')])).toEqual([]);
  });
});
