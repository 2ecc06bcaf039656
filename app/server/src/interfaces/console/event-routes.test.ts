import { MemoryStateStore } from 'sekisho';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EventHub } from '../../application/console/event-hub.ts';
import { createConsoleRouter } from './console-environment.ts';
import { createEventRoutes } from './event-routes.ts';

describe('the stream of events', () => {
  it('takes no place for a reader who left before it began', async () => {
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
