import type { Surface } from '../mcp/surface.ts';
import { type EndpointOptions, HttpEndpoint } from './http-endpoint.ts';

/** A handler for web requests, and a function that closes it. */
export type FetchHandler = {
  /** Handles a request. `address` is the address of the caller; limits use it when tokens are not required. */
  fetch: (request: Request, connection?: { address?: string }) => Promise<Response>;
  close: () => Promise<void>;
};

/** Creates a handler that checks the path, the token and the limits and passes the request to the MCP server. */
export function createFetchHandler(surface: Surface, options: EndpointOptions): FetchHandler {
  const endpoint = new HttpEndpoint(surface, options);
  return {
    fetch: async (request, { address = '' } = {}) => {
      const { pathname: path } = new URL(request.url);
      const authorization = request.headers.get('authorization');
      const caller = await endpoint.admit({ path, authorization, address });
      return caller instanceof Response ? caller : endpoint.serve(request, caller);
    },
    close: () => endpoint.close(),
  };
}
