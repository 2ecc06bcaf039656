import { ApiProblem } from '../api/api-problem.ts';
import type { ConsoleClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import type { SessionState } from './session-state.ts';

/** Fetches the signed-in person from the server. */
export async function fetchSession(client: ConsoleClient): Promise<SessionState> {
  try {
    return { kind: 'in', session: await readResponse(client.api.session.$get()) };
  } catch (failure) {
    if (failure instanceof ApiProblem && failure.status === 401) return { kind: 'out', why: 'never' };
    throw failure;
  }
}
