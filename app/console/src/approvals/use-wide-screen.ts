import { useSyncExternalStore } from 'react';

/** Returns whether list and request fit side by side; the same width as Tailwind's `lg`. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

function subscribe(onChange: () => void): () => void {
  const width = matchMedia(WIDE);
  width.addEventListener('change', onChange);
  return () => width.removeEventListener('change', onChange);
}

const WIDE = '(min-width: 64rem)';
