import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

/** Serves an application on loopback only. */
export async function serveOnLoopback(app: Hono): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort();
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
