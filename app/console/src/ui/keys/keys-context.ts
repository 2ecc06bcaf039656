import { createContext, useContext } from 'react';
import type { Shortcut } from './key-layer.ts';

/** The registry of shortcuts, which are active while their component is mounted. */
interface KeyRegistry {
  /** Adds shortcuts and returns the function that removes them. */
  readonly add: (shortcuts: readonly Shortcut[]) => () => void;
  /** Returns the active shortcuts. */
  readonly list: () => readonly Shortcut[];
  readonly showHelp: () => void;
  readonly openPalette: () => void;
}

/** The context that provides the registry. */
export const KeysContext = createContext<KeyRegistry | undefined>(undefined);

/** Returns the registry. Throws outside of the provider. */
export function useKeys(): KeyRegistry {
  const registry = useContext(KeysContext);
  if (!registry) throw new Error('useKeys must be used inside of KeysProvider.');
  return registry;
}
