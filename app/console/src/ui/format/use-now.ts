import { createContext, useContext } from 'react';

/** The context that provides the current time, updated once a second. */
export const NowContext = createContext(0);

/** Returns the current time in milliseconds and renders again every second. */
export function useNow(): number {
  return useContext(NowContext);
}
