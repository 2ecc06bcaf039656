import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { FloatingProblem } from '../parts/floating-problem.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { KeyLayer, type Shortcut } from './key-layer.ts';
import { KeysContext } from './keys-context.ts';

const KeyHelp = lazyPart(() => import('./key-help.tsx').then((file) => file.KeyHelp), {
  problem: FloatingProblem,
});

/** Handles key presses for the whole console and opens the list of shortcuts on `?`. */
export function KeysProvider(props: { readonly helpLabel: string; readonly children: ReactNode }): ReactNode {
  const { singleKeys } = usePreferences();
  const groups = useRef(new Set<readonly Shortcut[]>());
  const [help, setHelp] = useState<readonly Shortcut[]>();
  const registry = useMemo(
    () => ({
      add: (shortcuts: readonly Shortcut[]) => {
        groups.current.add(shortcuts);
        return () => void groups.current.delete(shortcuts);
      },
    }),
    [],
  );

  useEffect(() => {
    const layer = new KeyLayer();
    const listen = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const known = [...groups.current].flat();
      const withHelp = [{ keys: '?', label: props.helpLabel, run: () => setHelp(known) }, ...known];
      const found = layer.match(event, withHelp);
      if (!found || (!singleKeys && isSingleKey(found.keys))) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [singleKeys, props.helpLabel]);

  return (
    <KeysContext value={registry}>
      {props.children}
      {help && <KeyHelp shortcuts={help} onClose={() => setHelp(undefined)} />}
    </KeysContext>
  );
}

// While a dialog is open, keys go to the dialog, so that they cannot decide a request that the dialog covers.
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [role=dialog]') !== null
  );
}

const isSingleKey = (keys: string) => !keys.startsWith('mod+') && keys !== 'escape';
