import { createContext } from 'react';
import type { Shortcut } from './key-layer.ts';

/** Where components put the shortcuts that work while they are on the screen. */
interface KeyRegistry {
  /** Adds shortcuts and gives the function that removes them. */
  readonly add: (shortcuts: readonly Shortcut[]) => () => void;
}

/** Carries the registry to every component. */
export const KeysContext = createContext<KeyRegistry | undefined>(undefined);
