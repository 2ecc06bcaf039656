import type { ConsoleApi } from '@sekisho/console/console-api';
import { hc } from 'hono/client';
import { createContext, useContext } from 'react';

/** Creates the client with the paths and types of the server's console API. */
export function createConsoleClient(fetch: typeof globalThis.fetch) {
  return hc<ConsoleApi>('/', { fetch });
}

/** The typed client of the server. */
export type ConsoleClient = ReturnType<typeof createConsoleClient>;

/** The context that provides the client. */
export const ClientContext = createContext<ConsoleClient | undefined>(undefined);

/** Returns the typed client of the server. */
export function useClient(): ConsoleClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient must be used inside of ClientContext.');
  return client;
}
