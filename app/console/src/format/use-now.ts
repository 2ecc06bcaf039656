import { createContext, useContext } from 'react';

/** Carries the time of day; it moves once a second. */
export const NowContext = createContext(0);

/** Gives the current time in milliseconds and renders again every second. */
export function useNow(): number {
  return useContext(NowContext);
}
