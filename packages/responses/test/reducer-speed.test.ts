import { describe, expect, it } from 'vitest';
import { ResponseReducer } from '../src/index.ts';

function makeEvents(count: number): unknown[] {
  const events: unknown[] = [
    {
      type: 'response.created',
      sequence_number: 0,
      response: { id: 'resp_1', status: 'in_progress', output: [] },
    },
    {
      type: 'response.output_item.added',
      sequence_number: 1,
      output_index: 0,
      item: { type: 'message', content: [] },
    },
  ];
  for (let index = 2; index < count; index += 1) {
    const place = { output_index: 0, content_index: 0, item_id: 'msg_1', sequence_number: index };
    events.push({ type: 'response.output_text.delta', ...place, delta: ' word' });
  }
  return events;
}

/** Measures seconds of CPU time, because other processes would affect the wall clock. */
function measure(events: readonly unknown[]): number {
  const before = process.cpuUsage();
  const reducer = new ResponseReducer();
  for (const event of events) reducer.apply(event);
  expect(reducer.read().answer).toHaveLength((events.length - 2) * 5);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

const best = (events: readonly unknown[]) => Math.min(...Array.from({ length: 5 }, () => measure(events)));

describe('the event reducer', () => {
  it('processes at least 100,000 events a second on one core', () => {
    measure(makeEvents(10_000));
    const count = 100_000;
    const seconds = best(makeEvents(count));
    expect(count / seconds).toBeGreaterThan(100_000);
  });

  it('takes time proportional to the length of the stream', () => {
    const long = best(makeEvents(400_000));
    const short = best(makeEvents(100_000));
    expect(long / Math.max(short, 0.001)).toBeLessThan(12);
  });
});
