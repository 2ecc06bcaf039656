import type { ComponentType } from 'react';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import type { TextSearch } from '../ui/format/text-search.ts';
import { CrashScreen } from './crash-screen.tsx';
import { LoadingScreen } from './loading-screen.tsx';

/**
 * Creates the component of a route. Loading starts when the route is matched, and the layout is displayed meanwhile.
 * The
 * router's own lazy loading displays nothing until the screen is loaded, and reloads the page when it is missing.
 */
export function lazyScreen(
  load: () => Promise<ComponentType>,
  /** Throws a redirect for addresses that have changed. */
  redirectOld?: (search: TextSearch) => void,
) {
  const Part = lazyPart(load, { waiting: <LoadingScreen />, problem: CrashScreen });
  return {
    component: () => <Part />,
    beforeLoad: (match: { readonly search: TextSearch }) => {
      redirectOld?.(match.search);
      void Part.preload();
    },
  };
}
