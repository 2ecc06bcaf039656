import { describe, expect, it } from 'vitest';
import { EventStream, type ChannelReports, type LiveEvent, type StreamState } from './event-stream.ts';

class FakeChannel {
  readonly #reports: ChannelReports;
  isClosed = false;
  constructor(reports: ChannelReports) {
    this.#reports = reports;
  }
  open(): void {
    this.#reports.onOpen();
  }
  lose(): void {
    this.#reports.onLost();
  }
  send(type: string, id: string, text = '{}'): void {
    this.#reports.onEvent({ id, type, text });
  }
}

function stream() {
  const channels: FakeChannel[] = [];
  const asked: (string | undefined)[] = [];
  const events: LiveEvent[] = [];
  const states: StreamState[] = [];
  const pauses: number[] = [];
  let pending: (() => void) | undefined;
  let reconnects = 0;
  const subject = new EventStream({
    position: '7',
    open: (lastEventId, reports) => {
      asked.push(lastEventId);
      const channel = new FakeChannel(reports);
      channels.push(channel);
      return () => {
        channel.isClosed = true;
      };
    },
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    onReconnect: () => {
      reconnects += 1;
    },
    after: (milliseconds, call) => {
      pauses.push(milliseconds);
      pending = call;
      return () => {
        pending = undefined;
      };
    },
  });
  return {
    subject,
    channels,
    asked,
    events,
    states,
    pauses,
    reconnects: () => reconnects,
    last: () => channels.at(-1) as FakeChannel,
    wait: () => pending?.(),
  };
}

describe('EventStream', () => {
  it('delivers events in order', () => {
    const s = stream();
    s.subject.start();
    s.last().open();
    s.last().send('approval', '7', '{"approval_id":"a"}');
    s.last().send('run', '8');
    expect(s.events).toEqual([
      { id: '7', type: 'approval', data: { approval_id: 'a' } },
      { id: '8', type: 'run', data: {} },
    ]);
    expect(s.states).toEqual(['connecting', 'live']);
    expect(s.reconnects()).toBe(0);
  });

  it('continues after the last event and reports the interruption', () => {
    const s = stream();
    s.subject.start();
    s.last().open();
    s.last().send('run', '41');
    s.last().lose();
    s.wait();
    s.last().open();
    expect(s.asked).toEqual(['7', '41']);
    expect(s.states).toEqual(['connecting', 'live', 'lost', 'lost', 'live']);
    expect(s.reconnects()).toBe(1);
    expect(s.channels[0]?.isClosed).toBe(true);
  });

  it('starts at the position of the log before the first fetch, even when it connects late', () => {
    const s = stream();
    s.subject.start();
    s.last().lose();
    s.wait();
    s.last().open();
    expect(s.asked).toEqual(['7', '7']);
  });

  it('waits longer after each failure, up to a limit, and resets the delay after a success', () => {
    const s = stream();
    s.subject.start();
    for (let failure = 0; failure < 8; failure += 1) {
      s.last().lose();
      s.wait();
    }
    s.last().open();
    s.last().lose();
    expect(s.pauses).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 500]);
  });

  it('does not reconnect after it was stopped', () => {
    const s = stream();
    s.subject.start();
    s.last().lose();
    s.subject.stop();
    s.wait();
    expect(s.channels).toHaveLength(1);
  });

  it('does not reconnect after it was stopped while it was live', () => {
    const s = stream();
    s.subject.start();
    s.last().open();
    s.subject.stop();
    s.last().lose();
    s.wait();
    expect(s.channels).toHaveLength(1);
    expect(s.last().isClosed).toBe(true);
  });

  it('delivers an event whose text is not JSON without its data', () => {
    const s = stream();
    s.subject.start();
    s.last().send('run', '1', 'oops');
    expect(s.events).toEqual([{ id: '1', type: 'run', data: undefined }]);
  });

  it('ignores a late error of a closed connection', () => {
    const s = stream();
    s.subject.start();
    const first = s.last();
    first.lose();
    s.wait();
    first.lose();
    expect(s.pauses).toEqual([500]);
  });
});
