import { serve } from '@hono/node-server';

/** Serves on a free port, sends the port to the parent process, and reports the resource usage on request. */
export function serveMeasured(fetch: (request: Request) => Response | Promise<Response>): void {
  serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.({ port }));
  process.on('message', () => {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000, heapBytes: process.memoryUsage().heapUsed });
  });
  process.on('disconnect', () => process.exit());
}
