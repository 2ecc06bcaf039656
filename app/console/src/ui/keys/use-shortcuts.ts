import { useContext, useEffect } from 'react';
import { KeysContext } from './keys-context.ts';
import type { Shortcut } from './key-layer.ts';

/** Activates shortcuts while the component is mounted. They are inactive while a person types into a field. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useContext(KeysContext);
  useEffect(() => registry?.add(shortcuts), [registry, shortcuts]);
}
