import type { ConsoleApi } from '@sekisho/server/console-api';
import { hc } from 'hono/client';
import { createContext, useContext } from 'react';

/** Makes the client that knows every path and shape of the server's console API. */
export function createConsoleClient(fetch: typeof globalThis.fetch) {
  return hc<ConsoleApi>('/', { fetch });
}

/** The typed client of the server. */
export type ConsoleClient = ReturnType<typeof createConsoleClient>;

/** Carries the client to every component. */
export const ClientContext = createContext<ConsoleClient | undefined>(undefined);

/** Gives the typed client of the server. */
export function useClient(): ConsoleClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient needs a ClientContext above it.');
  return client;
}
