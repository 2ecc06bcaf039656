import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether the page matches a media query. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Returns whether a list and its item fit side by side; the same width as Tailwind's `lg`. */
export const useWideScreen = () => useMediaQuery('(min-width: 64rem)');
