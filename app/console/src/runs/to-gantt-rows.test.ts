import { describe, expect, it } from 'vitest';
import { translate } from '../i18n/translate.ts';
import type { Span } from './run.ts';
import { toGanttRows } from './to-gantt-rows.ts';
import { textsEn } from './texts.en.ts';

const START = '2026-11-16T00:00:00.000Z';
const span = (kind: Span['kind'], fields: Partial<Span> = {}): Span => ({
  id: kind,
  parent_id: null,
  kind,
  name: kind,
  status: 'ok',
  started_at: START,
  ended_at: '2026-11-16T00:00:05.000Z',
  attempt: 1,
  tool_id: null,
  model: null,
  tokens: null,
  cost_usd: null,
  approval_id: null,
  call_key: null,
  detail: {},
  seqs: [],
  segment: 0,
  ...fields,
});
const rowOf = (of: Span, now = 0) =>
  toGanttRows([{ span: of, depth: 0 }], {
    t: (key, values) => translate('en', textsEn[key], values),
    language: 'en',
    now,
  })[0];

describe('a row of the timeline', () => {
  it.each([
    ['run', 'frame'],
    ['turn', 'frame'],
    ['wait', 'wait'],
    ['model', 'bar'],
    ['gate', 'bar'],
    ['tool', 'bar'],
    ['resume', 'milestone'],
    ['recovery', 'milestone'],
  ] as const)('draws a %s as a %s', (kind, look) => {
    expect(rowOf(span(kind))?.look).toBe(look);
  });

  it('ends at the current time while it is in progress', () => {
    const now = Date.parse(START) + 9000;
    expect(rowOf(span('wait', { ended_at: null, status: 'waiting' }), now)).toMatchObject({
      to: now,
      tone: 'warning',
      summary: 'Wait for a person wait: Waiting, 9.0 s',
    });
  });

  it('shows its state with a mark beside the color', () => {
    expect(rowOf(span('tool', { name: 'send_mail', status: 'failed' }))).toMatchObject({
      label: '✕ Tool: send_mail',
      tone: 'bad',
    });
  });
});
