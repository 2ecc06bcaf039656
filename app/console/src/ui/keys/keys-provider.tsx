import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { FloatingProblem } from '../parts/floating-problem.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { KeyLayer, type Shortcut } from './key-layer.ts';
import { KeysContext } from './keys-context.ts';

const KeyHelp = lazyPart(() => import('./key-help.tsx').then((file) => file.KeyHelp), {
  problem: FloatingProblem,
});

/** Handles key presses for the whole console, opens the list of shortcuts on `?` and the palette on Ctrl+K. */
export function KeysProvider(props: {
  readonly labels: { readonly help: string; readonly palette: string };
  /** Renders the palette while it is open. */
  readonly palette: (onClose: () => void) => ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { singleKeys } = usePreferences();
  const groups = useRef(new Set<readonly Shortcut[]>());
  const [help, setHelp] = useState<readonly Shortcut[]>();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const registry = useMemo(
    () => ({
      add: (shortcuts: readonly Shortcut[]) => {
        groups.current.add(shortcuts);
        return () => void groups.current.delete(shortcuts);
      },
      list: () => [...groups.current].flat(),
      showHelp: () => setHelp([...groups.current].flat()),
      openPalette: () => setPaletteOpen(true),
    }),
    [],
  );

  const { help: helpLabel, palette: paletteLabel } = props.labels;
  useEffect(() => {
    const own = [
      { keys: '?', label: helpLabel, run: registry.showHelp },
      { keys: 'mod+k', label: paletteLabel, run: registry.openPalette },
    ];
    const removeOwn = registry.add(own);
    const layer = new KeyLayer();
    const listen = (event: KeyboardEvent) => {
      if (isCaptured(event)) return;
      const found = layer.match(event, registry.list());
      if (!found || (!singleKeys && isSingleKey(found.keys))) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', listen);
    return () => {
      removeOwn();
      window.removeEventListener('keydown', listen);
    };
  }, [singleKeys, helpLabel, paletteLabel, registry]);

  return (
    <KeysContext value={registry}>
      {props.children}
      {help && <KeyHelp shortcuts={help} onClose={() => setHelp(undefined)} />}
      {isPaletteOpen && props.palette(() => setPaletteOpen(false))}
    </KeysContext>
  );
}

// While a dialog or a menu is open, keys go to it, so that they cannot decide a request that it covers. In a field only
// shortcuts with a modifier are active.
function isCaptured({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role=dialog], [role=menu]') !== null) return true;
  // Enter activates a focused control.
  if (key === 'Enter' && target.closest('a, button, summary, label, input') !== null) return true;
  const isField =
    target.isContentEditable ||
    target.closest('input:not([type=checkbox]):not([type=radio]), textarea') !== null;
  return isField && !ctrlKey && !metaKey;
}

const isSingleKey = (keys: string) => !keys.startsWith('mod+') && keys !== 'escape';
