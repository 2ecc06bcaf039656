import { useMemo, type ReactNode } from 'react';
import { ClientContext, createConsoleClient } from './console-client.ts';
import { FetchContext } from './use-fetch.ts';

/** Provides the signed `fetch` and the typed client that uses it. */
export function ConnectionProvider(props: {
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
