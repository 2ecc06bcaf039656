import type { Surface } from '../mcp/surface.ts';
import { type EndpointOptions, HttpEndpoint } from './http-endpoint.ts';

/** A handler for web requests, and the way to end it. */
export type FetchHandler = {
  /** Answers a request; `address` is the caller's, for limits where no token is asked for. */
  fetch: (request: Request, connection?: { address?: string }) => Promise<Response>;
  close: () => Promise<void>;
};

/** The way from a web request to a server: the path, the token, the limits, the era, the session. */
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
