import { ApiProblem } from './api-problem.ts';

/** What a request needs to know and to tell. */
interface ConsoleFetchOptions {
  readonly fetch: typeof fetch;
  /** The token that proves that the request comes from this page. */
  readonly csrf: () => string | undefined;
  /** Told when the server no longer knows the session. */
  readonly onSignedOut: () => void;
}

/** A `fetch` that signs changes with the CSRF token and throws what the server refuses. */
export function consoleFetch(options: ConsoleFetchOptions): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const token = options.csrf();
    if (token !== undefined && !READS.has(init?.method?.toUpperCase() ?? 'GET'))
      headers.set(CSRF_HEADER, token);
    const response = await options.fetch(input, { ...init, headers, credentials: 'same-origin' });
    if (response.ok) return response;
    const problem = new ApiProblem(response.status, await readJson(response));
    // A refused sign-in says nothing about a session that may still be there.
    if (problem.status === 401 && problem.code !== 'LoginRefused') options.onSignedOut();
    throw problem;
  };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

const READS = new Set(['GET', 'HEAD']);
const CSRF_HEADER = 'x-csrf-token';
