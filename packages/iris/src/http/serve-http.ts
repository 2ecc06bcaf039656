import { randomUUID } from 'node:crypto';
import { serveEndpoint, type HttpServer, type ListenOptions } from '@sekisho/mcp-http';
import type { Surface } from '../mcp/surface.ts';
import { TaskStore } from '../mcp/task-store.ts';
import { createEndpoint, type FetchOptions } from './create-fetch-handler.ts';

/** The address and the protection of the server. Only `authenticate` has no default. */
export type HttpOptions = Partial<FetchOptions & ListenOptions> & Pick<FetchOptions, 'authenticate'>;

/** Serves a surface over Streamable HTTP for both protocol generations, on loopback only, with all checks enabled. */
export async function serveHttp(surface: Surface, options: HttpOptions): Promise<HttpServer> {
  const { now = Date.now, maxBodyBytes = 4 * 1024 * 1024, port, allowedHosts, ...rest } = options;
  const tasks = options.tasks ?? new TaskStore({ now, makeId: randomUUID });
  const { endpoint, close } = createEndpoint(surface, { ...rest, now, maxBodyBytes, tasks });
  const served = await serveEndpoint(endpoint, { port, allowedHosts, maxBodyBytes });
  return {
    url: served.url,
    close: async () => {
      await close();
      await served.close();
    },
  };
}
