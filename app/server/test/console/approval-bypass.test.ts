import { describe, expect, it } from 'vitest';
import { callUnderName } from './call-under-name.ts';
import { signIn } from './sign-in.ts';
import { PEOPLE, startConsole } from './start-console.ts';

const HOUR = 3_600_000;

/** A console with one pending call, and a client that is not allowed to approve it. */
type Setup = Awaited<ReturnType<typeof startConsole>> & {
  time: { now: number };
  path: string;
  /** The body with which an approver would approve the call. */
  approval: Record<string, unknown>;
  question: { approval_id: string; action_digest: string; run_id: string; turn: string };
  /** Sends the approval with the given headers only. */
  send: (headers: Record<string, string>, path?: string) => Promise<number>;
};

/** Every known bypass, with the expected status. */
const BYPASSES: readonly (readonly [
  way: string,
  bypass: (setup: Setup) => Promise<number>,
  status: number,
])[] = [
  ['a client without credentials', ({ send }) => send({ authorization: '' }), 401],
  ['an invented token', ({ send }) => send({ authorization: 'Bearer sk_console_invented' }), 401],
  [
    'the token in the URL',
    ({ send, path }) =>
      send({ authorization: '' }, `${path}?access_token=${PEOPLE.mika}&token=${PEOPLE.mika}`),
    401,
  ],
  [
    'the token in a cookie',
    ({ send }) => send({ authorization: '', cookie: `sekisho_session=${PEOPLE.mika}` }),
    401,
  ],
  [
    'the token of a login link as an API token',
    async ({ send, console }) => send({ authorization: `Bearer ${await console.createLoginLink()}` }),
    401,
  ],
  ['a viewer with a token', ({ send, as }) => send(as('vera')), 403],
  ['a viewer in a browser', async ({ send, url }) => send((await signIn(url, PEOPLE.vera)).headers), 403],
  [
    'a viewer who sends the cookie of an approver’s session as a token',
    async ({ send, url }) => {
      const { session } = await signIn(url, PEOPLE.mika);
      return send({ authorization: `Bearer ${session.split('=')[1]}` });
    },
    401,
  ],
  [
    'a viewer who sends a role in headers that are not configured',
    ({ send, as }) =>
      send({ ...as('vera'), 'x-user': 'root', 'x-role': 'admin', 'x-forwarded-user': 'root' }),
    403,
  ],
  [
    'a viewer whose token is sent with the cookie of an approver',
    async ({ send, url, as }) => {
      const { headers } = await signIn(url, PEOPLE.mika);
      return send({ ...headers, ...as('vera') });
    },
    403,
  ],
  [
    'a token that was revoked',
    async ({ send, call, as }) => {
      const made = await call('POST', '/api/tokens', { name: 'ci', role: 'approver' }, as('root'));
      await call('DELETE', `/api/tokens/${made.json.id}`, undefined, as('root'));
      return send({ authorization: `Bearer ${made.json.token}` });
    },
    401,
  ],
  [
    'a token that has expired',
    async ({ send, call, as, time }) => {
      const request = { name: 'ci', role: 'approver', expires_in_days: 1 };
      const { token } = (await call('POST', '/api/tokens', request, as('root'))).json;
      time.now += 24 * HOUR;
      return send({ authorization: `Bearer ${token}` });
    },
    401,
  ],
  [
    'the session of a revoked token',
    async ({ send, call, as, url }) => {
      const { token, id } = (await call('POST', '/api/tokens', { name: 'ci', role: 'approver' }, as('root')))
        .json;
      const { headers } = await signIn(url, token);
      await call('DELETE', `/api/tokens/${id}`, undefined, as('root'));
      return send(headers);
    },
    401,
  ],
  [
    'a session that has expired',
    async ({ send, url, time }) => {
      const { headers } = await signIn(url, PEOPLE.mika);
      time.now += 12 * HOUR;
      return send(headers);
    },
    401,
  ],
  [
    'a session that was signed out',
    async ({ send, url, call }) => {
      const { headers } = await signIn(url, PEOPLE.mika);
      await call('DELETE', '/api/session', undefined, headers);
      return send(headers);
    },
    401,
  ],
  [
    'a page that forges the request of an approver',
    async ({ send, url }) => send({ authorization: '', cookie: (await signIn(url, PEOPLE.mika)).session }),
    403,
  ],
  [
    'a page with the CSRF token of its own session',
    async ({ send, url }) => {
      const [mika, taro] = [await signIn(url, PEOPLE.mika), await signIn(url, PEOPLE.taro)];
      return send({ ...mika.headers, 'x-csrf-token': taro.csrf });
    },
    403,
  ],
  [
    'a page that sends the session as the CSRF token',
    async ({ send, url }) => {
      const { headers, session } = await signIn(url, PEOPLE.mika);
      return send({ ...headers, 'x-csrf-token': session.split('=')[1] ?? '' });
    },
    403,
  ],
  [
    'a form of another site, as plain text',
    async ({ send, url }) => {
      const { session } = await signIn(url, PEOPLE.mika);
      return send({ authorization: '', cookie: session, 'content-type': 'text/plain' });
    },
    403,
  ],
  [
    'a page of another origin with valid credentials',
    async ({ send, url }) => {
      const { headers } = await signIn(url, PEOPLE.mika);
      return send({ ...headers, origin: 'https://evil.example' });
    },
    403,
  ],
  [
    'a host name that resolves to this machine',
    ({ url, path, approval, as }) =>
      callUnderName('evil.example', url, path, {
        method: 'POST',
        headers: { ...as('mika'), 'content-type': 'application/json' },
        body: approval,
      }),
    421,
  ],
  ['a path in upper case', ({ send, path, as }) => send(as('vera'), path.toUpperCase()), 404],
  ['a path with two slashes', ({ send, path, as }) => send(as('vera'), `/${path}`), 404],
  ['a path with a trailing slash', ({ send, path, as }) => send(as('vera'), `${path}/`), 404],
  [
    'a path with an encoded slash',
    ({ send, path, as }) => send(as('vera'), path.replace('/decision', '%2Fdecision')),
    404,
  ],
  [
    'another method with a method override',
    async ({ call, path, as }) =>
      (await call('GET', path, undefined, { ...as('vera'), 'x-http-method-override': 'POST' })).status,
    404,
  ],
  [
    'a viewer through the endpoint for whole turns',
    async ({ call, as, question: { run_id, turn, ...item } }) => {
      const { approval_id, action_digest } = item;
      const body = { decision: 'approve', items: [{ approval_id, action_digest }] };
      return (await call('POST', `/api/runs/${run_id}/turns/${turn}/decision`, body, as('vera'))).status;
    },
    403,
  ],
  [
    'a viewer through the endpoint for batches',
    async ({ call, as, question: { approval_id, action_digest } }) => {
      const body = { decision: 'approve', items: [{ approval_id, action_digest }] };
      return (await call('POST', '/api/approvals/batch', body, as('vera'))).status;
    },
    403,
  ],
  [
    'an approver through the endpoint for unknown outcomes',
    async ({ call, path, question: { action_digest } }) => {
      const body = { decision: 'done', action_digest };
      return (await call('POST', path.replace('decision', 'outcome'), body)).status;
    },
    400,
  ],
  [
    'an approver who includes a call of high risk in a batch',
    async ({ call, question: { approval_id, action_digest } }) => {
      const body = { decision: 'approve', items: [{ approval_id, action_digest }] };
      return (await call('POST', '/api/approvals/batch', body)).status;
    },
    422,
  ],
  [
    'an approver with the digest of another call',
    async ({ call, path, approval }) =>
      (await call('POST', path, { ...approval, action_digest: 'x' })).status,
    409,
  ],
  [
    'an approver without a digest',
    async ({ call, path }) => (await call('POST', path, { decision: 'approve' })).status,
    400,
  ],
  [
    'an approver who sends the name of another',
    async ({ call, path, approval }) =>
      (await call('POST', path, { ...approval, by: { id: 'root' } })).status,
    400,
  ],
  [
    'an approver with an unknown decision',
    async ({ call, path, approval }) =>
      (await call('POST', path, { ...approval, decision: 'approved' })).status,
    400,
  ],
  [
    'an approver who requests an unlimited grant',
    async ({ call, path, approval }) =>
      (await call('POST', path, { ...approval, grant: { scope: 'all' } })).status,
    400,
  ],
  [
    'an approver with a key that reaches the prototype',
    async ({ call, path, question: { action_digest: digest } }) => {
      const text = `{"decision":"approve","action_digest":"${digest}","__proto__":{"role":"admin"}}`;
      return (await call('POST', path, text)).status;
    },
    400,
  ],
];

async function startSetup(): Promise<Setup> {
  const time = { now: Date.now() };
  // The clock advances by days in some of these cases, and the request must stay open.
  const server = await startConsole({ APPROVAL_TTL_SEC: '864000' }, { clock: () => time.now });
  const [question] = await server.pending(await server.play('files-poisoned'));
  const path = `/api/approvals/${question.approval_id}/decision`;
  const approval = { decision: 'approve', action_digest: question.action_digest };
  const send = async (headers: Record<string, string>, to = path) =>
    (await server.call('POST', to, approval, headers)).status;
  return { ...server, time, path, approval, question, send };
}

describe('a pending call', () => {
  it.each(BYPASSES)('is not approved by %s', async (_way, bypass, status) => {
    const setup = await startSetup();
    const { call, question, as, path, approval } = setup;
    expect(await bypass(setup)).toBe(status);
    const { json } = await call('GET', `/api/approvals/${question.approval_id}`, undefined, as('vera'));
    expect([json.status, json.decided_by, json.run.status]).toEqual(['pending', null, 'suspended']);
    // The same request with valid credentials succeeds, so the bypass was not rejected for another reason.
    expect((await call('POST', path, approval, as('mika'))).status).toBe(200);
  });

  it('is decided once, however the second decision is sent', async () => {
    const { call, as, send, path, question, url } = await startSetup();
    const no = { decision: 'deny', action_digest: question.action_digest };
    expect((await call('POST', path, no, as('mika'))).status).toBe(200);
    const { headers } = await signIn(url, PEOPLE.root);
    for (const second of [as('mika'), as('taro'), as('root'), headers]) expect(await send(second)).toBe(409);
    const { approval_id, action_digest, run_id, turn } = question;
    const body = { decision: 'approve', items: [{ approval_id, action_digest }] };
    const late = await call('POST', `/api/runs/${run_id}/turns/${turn}/decision`, body, as('root'));
    expect([late.status, late.json.code]).toEqual([422, 'TurnChanged']);
    const { json } = await call('GET', `/api/approvals/${approval_id}`);
    expect([json.status, json.decided_by.id]).toEqual(['denied', 'mika']);
    const ran = await call('GET', `/api/audit?run_id=${run_id}&event=tool.start&tool=delete_file`);
    expect(ran.json.items).toEqual([]);
  });
});
