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
  it('orders spans as a tree, children below their parents', () => {
    expect(shown({})).toEqual(['run', '-turn0', '--model0', '--late', '-turn1', '--send_mail']);
  });

  it('shows failures with their ancestors', () => {
    expect(shown({ failedOnly: true })).toEqual(['run', '-turn1', '--send_mail']);
  });

  it('shows only the turns', () => {
    expect(shown({ turnsOnly: true })).toEqual(['run', '-turn0', '-turn1']);
  });

  it('finds text in names and details, in full width or half width', () => {
    expect(shown({ text: 'api' })).toEqual(['run', '-turn0', '--late']);
    expect(shown({ text: 'ＳＥＮＤ' })).toEqual(['run', '-turn1', '--send_mail']);
  });

  it('shows nothing when no span matches', () => {
    expect(shown({ text: 'nowhere' })).toEqual([]);
  });

  it('shows a span whose parent is missing', () => {
    expect(shown({}, [span('orphan', 'gone')])).toEqual(['orphan']);
  });

  it('terminates on a timeline with a cycle', () => {
    expect(shown({}, [span('a', 'b'), span('b', 'a')])).toEqual([]);
  });
});
