import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useMemo, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from './api/api-problem.ts';
import { consoleFetch } from './api/console-fetch.ts';
import { createConsoleRouter } from './app/create-console-router.tsx';
import { readPreferences } from './preferences/preferences.ts';
import { PreferencesProvider } from './preferences/preferences-provider.tsx';
import { ChunkLoadError } from './ui/parts/chunk-load-error.ts';
import { SESSION_KEY, type SessionState } from './access/session-state.ts';
import { ClientContext, createConsoleClient } from './api/console-client.ts';
import { FetchContext } from './api/use-fetch.ts';
import { ResultContext, type ActionResult, type ShownResult } from './ui/display/results.ts';
import { NowContext } from './ui/format/use-now.ts';

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

/** Provides the signed `fetch` and the typed client that uses it. */
function ConnectionProvider(props: {
  readonly fetch: typeof fetch;
  readonly children: ReactNode;
}): ReactNode {
  const client = useMemo(() => createConsoleClient(props.fetch), [props.fetch]);
  return (
    <FetchContext value={props.fetch}>
      <ClientContext value={client}>{props.children}</ClientContext>
    </FetchContext>
  );
}

/** Stores the result of the last action. `ResultPlace` displays it. */
function ResultProvider(props: { readonly children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<ShownResult>();
  const results = useMemo(
    () => ({
      shown,
      show: (result: ActionResult) => setShown({ ...result, path: location.pathname }),
      clear: () => setShown(undefined),
    }),
    [shown],
  );
  return <ResultContext value={results}>{props.children}</ResultContext>;
}

/** Updates the time of the page once a second, and immediately when a hidden page becomes visible. */
function ClockProvider(props: { readonly children: ReactNode }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return <NowContext value={now}>{props.children}</NowContext>;
}
