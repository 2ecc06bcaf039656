import {
  createEngine,
  createFetchHandler,
  createIrisSurface,
  irisDefaults,
  TaskStore,
  type FetchHandler,
} from '@sekisho/iris';
import { normalizeCredentials } from '@sekisho/responses';
import { readBearer } from '../identity/credentials.ts';
import type { Identity } from '../identity/identity.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The options of iris: its model, and the tokens that may use it. */
export type McpHandlerOptions = {
  /** When undefined, the simulator responds. */
  apiKey: string | undefined;
  baseUrl: string | undefined;
  /** Seals conversation ids, so that no client can continue the conversation of another. */
  handleSecret: string;
  findToken: (token: string) => Promise<Identity | undefined>;
  clock: () => number;
  makeId: () => string;
  fetch?: typeof fetch | undefined;
};

/**
 * Creates iris as an MCP server at /mcp for the console's API tokens. Model calls cost money, so viewers have no
 * access.
 */
export function createMcpHandler(options: McpHandlerOptions): FetchHandler {
  const { apiKey, baseUrl, handleSecret, findToken, clock, makeId } = options;
  const surface = createIrisSurface(() =>
    createEngine(
      {
        credentials:
          apiKey === undefined
            ? undefined
            : normalizeCredentials({ openai_api_key: apiKey, openai_api_base: baseUrl }),
        defaults: irisDefaults,
        handleSecret,
      },
      { now: clock, ...(options.fetch === undefined ? {} : { fetch: options.fetch }) },
    ),
  );
  return createFetchHandler(surface, {
    maxBodyBytes: MAX_BODY_BYTES,
    now: clock,
    tasks: new TaskStore({ now: clock, makeId }),
    authenticate: async (authorization) => {
      const token = readBearer(authorization);
      const identity = token === undefined ? undefined : await findToken(token);
      if (token === undefined || identity === undefined || identity.role === 'viewer') return undefined;
      return { auth: { token, clientId: identity.id, scopes: [] } };
    },
  });
}
