import { MemoryStateStore, type StateStore } from 'sekisho';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EventHub, type StreamedEvent } from './event-hub.ts';

function makeHub(store: StateStore, changes: Partial<{ maxStreams: number }> = {}) {
  const hub = new EventHub({
    store,
    version: 'test',
    pollMs: 5,
    heartbeatMs: 10_000,
    maxStreams: 10,
    maxStreamsPerUser: 10,
    ...changes,
  });
  onTestFinished(() => hub.close());
  return hub;
}

const makeStore = () => new MemoryStateStore({ clock: () => 0, link: () => 'hash' });

async function write(store: StateStore, from: number, count: number) {
  await store.commit(
    Array.from({ length: count }, (_, index) => ({
      kind: 'log.append' as const,
      record: {
        run_id: 'r',
        tool_call_id: `c${from + index}`,
        event: 'tool.result' as const,
        attempt: 0,
        decision: 'done',
        data: '{}',
      },
    })),
  );
}

/** Reads `count` events, then ends the stream. */
async function take(hub: EventHub, after: number | undefined, count: number): Promise<StreamedEvent[]> {
  const reservation = hub.reserve('user');
  const leaving = new AbortController();
  const events: StreamedEvent[] = [];
  for await (const event of hub.read(after, leaving.signal)) {
    events.push(event);
    if (events.length === count) leaving.abort();
  }
  reservation.release();
  return events;
}

describe('EventHub', () => {
  it('sends the first record of an empty log', async () => {
    const store = makeStore();
    const reading = take(makeHub(store), undefined, 2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await write(store, 0, 1);
    expect((await reading).map(({ event, id }) => [event, id])).toEqual([
      ['hello', '0'],
      ['audit', '1'],
    ]);
  });

  it('reads events that are not in memory from the store', async () => {
    const store = makeStore();
    await write(store, 0, 1500);
    const events = await take(makeHub(store), 0, 1501);
    expect(events.slice(1).map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 1500 }, (_, i) => i + 1),
    );
  });

  it('resets a stream that is too far behind', async () => {
    const store = makeStore();
    await write(store, 0, 2500);
    const events = await take(makeHub(store), 10, 2);
    expect(events.map(({ event, id }) => [event, id])).toEqual([
      ['hello', '10'],
      ['reset', '2500'],
    ]);
  });

  it('continues after the store was unavailable', async () => {
    const store = makeStore();
    await write(store, 0, 1);
    let failures = 3;
    const unreliable: StateStore = Object.assign(Object.create(store), {
      lastLog: () => store.lastLog(),
      queryLogs: async (query: object) => {
        failures -= 1;
        if (failures >= 0) throw new Error('away');
        return store.queryLogs(query);
      },
    });
    const reading = take(makeHub(unreliable), undefined, 2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await write(store, 1, 1);
    expect((await reading).at(-1)).toMatchObject({ event: 'audit', id: '2' });
  });

  it('releases each stream once', () => {
    const hub = makeHub(makeStore(), { maxStreams: 1 });
    const reservation = hub.reserve('a');
    expect(() => hub.reserve('b')).toThrow('Too many event streams');
    reservation.release();
    reservation.release();
    expect(hub.streams).toBe(0);
    hub.reserve('b').release();
  });
});
