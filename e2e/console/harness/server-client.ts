import { setTimeout as pause } from 'node:timers/promises';
import { PEOPLE, type Person, type TestServer } from './start-server.ts';

/** A request as returned by the server, for assertions without the browser. */
interface KnownApproval {
  readonly approval_id: string;
  readonly run_id: string;
  readonly tool_id: string;
  readonly status: string;
  readonly risk_level: number;
  readonly expires_at: string;
  readonly decided_by: { readonly id: string } | null;
  readonly comment: string | null;
  readonly edited_arguments: Readonly<Record<string, unknown>> | null;
}

/** Calls the server without a browser. */
export interface ServerClient {
  readonly get: <Body>(path: string) => Promise<Body>;
  readonly post: <Body>(path: string, body: unknown) => Promise<Body>;
  readonly put: <Body>(path: string, body: unknown) => Promise<Body>;
  readonly patch: <Body>(path: string, body: unknown) => Promise<Body>;
  readonly remove: (path: string) => Promise<void>;
  /** Starts a scenario of the playground and waits until its requests are in the inbox. */
  readonly ask: (
    scenario: string,
    expected?: number,
    language?: 'ja' | 'en',
  ) => Promise<readonly KnownApproval[]>;
  readonly approval: (approvalId: string) => Promise<KnownApproval>;
  /** Waits until a run has a status. */
  readonly runUntil: (runId: string, status: string) => Promise<void>;
}

/** Creates a client that acts for a person. */
export function serverClient(server: Pick<TestServer, 'url'>, person: Person = 'mika'): ServerClient {
  const call = async <Body>(path: string, init: RequestInit = {}): Promise<Body> => {
    const response = await fetch(`${server.url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${PEOPLE[person]}`,
        'content-type': 'application/json',
        // The server may close a kept-alive connection at the moment of its next use.
        connection: 'close',
      },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const answer: Body = JSON.parse((await response.text()) || 'null');
    return answer;
  };
  const get = <Body>(path: string) => call<Body>(path);
  const post = <Body>(path: string, body: unknown) =>
    call<Body>(path, { method: 'POST', body: JSON.stringify(body) });
  const put = <Body>(path: string, body: unknown) =>
    call<Body>(path, { method: 'PUT', body: JSON.stringify(body) });
  const patch = <Body>(path: string, body: unknown) =>
    call<Body>(path, { method: 'PATCH', body: JSON.stringify(body) });
  return {
    get,
    post,
    put,
    patch,
    remove: (path) => call<void>(path, { method: 'DELETE' }),
    approval: (approvalId) => get(`/api/approvals/${approvalId}`),
    ask: async (scenario, expected = 1, language = 'ja') => {
      const { run_id } = await post<{ run_id: string }>('/api/playground/runs', { scenario, language });
      return until(async () => {
        const { items } = await get<{ items: KnownApproval[] }>(`/api/approvals?run_id=${run_id}`);
        return items.length >= expected ? items : undefined;
      });
    },
    runUntil: async (runId, status) => {
      await until(async () => {
        const run = await get<{ status: string }>(`/api/runs/${runId}`);
        return run.status === status ? run : undefined;
      });
    },
  };
}

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const value = await look();
    if (value !== undefined) return value;
    await pause(25);
  }
  throw new Error('The condition was not met within 15 seconds.');
}
