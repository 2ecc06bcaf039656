import { useSyncExternalStore } from 'react';

/** Whether list and request fit beside each other; the same width as Tailwind's `lg`. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

function subscribe(onChange: () => void): () => void {
  const width = matchMedia(WIDE);
  width.addEventListener('change', onChange);
  return () => width.removeEventListener('change', onChange);
}

const WIDE = '(min-width: 64rem)';
