import { createContext, useContext } from 'react';

/** The result of an action. */
export interface ActionResult {
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

/** A result with the path of the screen that displays it. */
export interface ShownResult extends ActionResult {
  readonly path: string;
}

/** The displayed result, and the functions that replace and remove it. */
interface Results {
  readonly shown: ShownResult | undefined;
  readonly show: (result: ActionResult) => void;
  readonly clear: () => void;
}

/** The context that provides the result. */
export const ResultContext = createContext<Results | undefined>(undefined);

/** Returns the displayed result. */
export function useResults(): Results {
  const results = useContext(ResultContext);
  if (!results) throw new Error('useResults must be used inside of ResultProvider.');
  return results;
}

/** Returns the function that displays the result of an action. */
export function useShowResult(): Results['show'] {
  return useResults().show;
}
