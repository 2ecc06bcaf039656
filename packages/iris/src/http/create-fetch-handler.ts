import { HttpEndpoint, type EndpointOptions } from '@sekisho/mcp-http';
import { resumeWith } from '../mcp/call-tool.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { Surface } from '../mcp/surface.ts';
import type { TaskStore } from '../mcp/task-store.ts';

/** The checks and limits of requests. */
export type FetchOptions = Omit<EndpointOptions, 'createServer' | 'resourceName'> & {
  /** Stores long work. Work that an earlier process left in it is continued. */
  tasks: TaskStore;
};

/** A handler for web requests, and a function that closes it. */
export type FetchHandler = {
  /** Handles a request. `address` is the address of the caller; limits use it when tokens are not required. */
  fetch: (request: Request, connection?: { address?: string }) => Promise<Response>;
  close: () => Promise<void>;
};

/** Creates a handler that checks the path, the token and the limits and passes the request to the MCP server. */
export function createFetchHandler(surface: Surface, options: FetchOptions): FetchHandler {
  const { endpoint, close } = createEndpoint(surface, options);
  return {
    fetch: async (request, { address = '' } = {}) => {
      const { pathname: path } = new URL(request.url);
      const authorization = request.headers.get('authorization');
      const caller = await endpoint.admit({ path, authorization, address });
      return caller instanceof Response ? caller : endpoint.serve(request, caller);
    },
    close,
  };
}

/** Creates the endpoint of a surface, and the function that closes it with its long work. */
export function createEndpoint(surface: Surface, { tasks, ...options }: FetchOptions) {
  tasks.recover(resumeWith(surface.tools));
  const createServer = () => createMcpServer(surface, tasks);
  const endpoint = new HttpEndpoint({ ...options, createServer, resourceName: 'sekisho-iris' });
  const stopWatching = surface.resources.watch((uri) => endpoint.notify.resourceUpdated(uri));
  const close = async (): Promise<void> => {
    stopWatching();
    await endpoint.close();
    tasks.close();
  };
  return { endpoint, close };
}
