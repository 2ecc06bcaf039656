import { ApiProblem } from './api-problem.ts';

/** The token and the callback of the console's `fetch`. */
interface ConsoleFetchOptions {
  readonly fetch: typeof fetch;
  /** The token that proves that the request comes from this page. */
  readonly csrf: () => string | undefined;
  /** Called when the server no longer recognizes the session. */
  readonly onSignedOut: () => void;
}

/** Creates a `fetch` that adds the CSRF token to changes and throws when the server rejects a request. */
export function consoleFetch(options: ConsoleFetchOptions): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const token = options.csrf();
    if (token !== undefined && !READS.has(init?.method?.toUpperCase() ?? 'GET'))
      headers.set(CSRF_HEADER, token);
    const response = await options.fetch(input, { ...init, headers, credentials: 'same-origin' });
    if (response.ok) return response;
    const problem = new ApiProblem(response.status, await readJson(response));
    // A rejected sign-in does not mean that an existing session has ended.
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
