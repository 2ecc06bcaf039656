import { createContext, useContext } from 'react';

/** The context that provides the `fetch` that signs changes and throws on rejected requests. */
export const FetchContext = createContext<typeof fetch | undefined>(undefined);

/** Returns the console's `fetch`, for routes that the typed client does not contain. */
export function useFetch(): typeof fetch {
  const call = useContext(FetchContext);
  if (!call) throw new Error('useFetch must be used inside of FetchContext.');
  return call;
}
