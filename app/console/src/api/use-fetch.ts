import { createContext, useContext } from 'react';

/** Carries the `fetch` that signs changes and throws refusals. */
export const FetchContext = createContext<typeof fetch | undefined>(undefined);

/** Gives the console's `fetch`, for the parts of the server that the typed client does not know. */
export function useFetch(): typeof fetch {
  const call = useContext(FetchContext);
  if (!call) throw new Error('useFetch needs a FetchContext above it.');
  return call;
}
