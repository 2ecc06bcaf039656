import { useContext, useEffect } from 'react';
import { KeysContext } from './keys-context.ts';
import type { Shortcut } from './key-layer.ts';

/** Makes shortcuts work while the component is on the screen; they are silent while a person types. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useContext(KeysContext);
  useEffect(() => registry?.add(shortcuts), [registry, shortcuts]);
}
