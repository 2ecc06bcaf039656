import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from './api/api-problem.ts';
import { ConnectionProvider } from './api/connection-provider.tsx';
import { consoleFetch } from './api/console-fetch.ts';
import { createConsoleRouter } from './app/create-console-router.tsx';
import { ResultProvider } from './ui/display/result-provider.tsx';
import { ClockProvider } from './ui/format/clock-provider.tsx';
import { readPreferences } from './preferences/preferences.ts';
import { PreferencesProvider } from './preferences/preferences-provider.tsx';
import { ChunkLoadError } from './ui/parts/chunk-load-error.ts';
import { SESSION_KEY, type SessionState } from './access/session-state.ts';

start(document.getElementById('root'));

function start(root: HTMLElement | null): void {
  if (!root) throw new Error('The page has no element with the id "root".');
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5000, retry: (count, failure) => isWorthRetrying(failure) && count < 2 },
    },
  });
  const session = () => queries.getQueryData<SessionState>(SESSION_KEY);
  const signedFetch = consoleFetch({
    fetch: (input, init) => fetch(input, init),
    csrf: () => {
      const state = session();
      return state?.kind === 'in' ? state.session.csrf_token : undefined;
    },
    onSignedOut: () => {
      const state = session();
      if (state?.kind === 'in') queries.setQueryData<SessionState>(SESSION_KEY, { ...state, kind: 'ended' });
    },
  });
  const preferences = readPreferences(localStorage, {
    search: location.search,
    languages: navigator.languages,
  });
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ConnectionProvider fetch={signedFetch}>
          <PreferencesProvider initial={preferences} storage={localStorage}>
            <ClockProvider>
              <ResultProvider>
                <RouterProvider router={createConsoleRouter()} />
              </ResultProvider>
            </ClockProvider>
          </PreferencesProvider>
        </ConnectionProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

// Only a server that did not respond, or that failed with an internal error, may respond differently to a retry.
function isWorthRetrying(failure: unknown): boolean {
  if (failure instanceof ChunkLoadError) return false;
  return !(failure instanceof ApiProblem) || failure.status >= 500;
}
