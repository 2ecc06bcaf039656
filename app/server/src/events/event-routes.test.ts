import { MemoryStateStore } from 'sekisho';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConsoleRouter } from '../http/console-environment.ts';
import { EventHub } from './event-hub.ts';
import { createEventRoutes } from './event-routes.ts';

describe('the event stream', () => {
  it('reserves no stream for a client that disconnected before the start', async () => {
    const hub = new EventHub({
      store: new MemoryStateStore({ clock: () => 0, link: () => 'hash' }),
      version: '1',
      pollMs: 1000,
      heartbeatMs: 1000,
      maxStreams: 1,
      maxStreamsPerUser: 1,
    });
    onTestFinished(() => hub.close());
    const app = createConsoleRouter();
    app.use(async (c, next) => {
      c.set('identity', { id: 'mika', role: 'viewer', via: 'token', csrfToken: '', expiresAt: undefined });
      await next();
    });
    app.route('/', createEventRoutes({ hub, identify: async () => undefined, recheckMs: 1000 }));
    await app.request('/events', { signal: AbortSignal.abort() });
    expect(hub.streams).toBe(0);
  });
});
