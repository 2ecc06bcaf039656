import { createContext } from 'react';
import type { Shortcut } from './key-layer.ts';

/** The registry of shortcuts, which are active while their component is mounted. */
interface KeyRegistry {
  /** Adds shortcuts and returns the function that removes them. */
  readonly add: (shortcuts: readonly Shortcut[]) => () => void;
}

/** The context that provides the registry. */
export const KeysContext = createContext<KeyRegistry | undefined>(undefined);
