import { describe, expect, it } from 'vitest';
import { templateErrorClasses } from '../src/chat/draft/template-draft.ts';
import { startService, USERS } from './start-service.ts';

const bob = { authorization: `Bearer ${USERS.bob}` };
const step = (over: object = {}) => ({ seq: 1, name: '準備', basis: 'goal', offsetDays: -5, ...over });
const next = (over: object = {}) => ({ seq: 2, name: '実施', basis: 'prev', offsetDays: 3, ...over });

describe('the HTTP interface', () => {
  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer nobody-token' }],
    ['another scheme', { authorization: `Basic ${USERS.alice}` }],
  ])('rejects %s', async (_case, headers) => {
    const { app } = startService();
    const response = await app.request('/ai-agent/sessions', { headers });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  it('trusts a loopback name only when no other users are configured', async () => {
    const { app } = startService({ API_TOKENS: '' });
    expect((await app.request('http://localhost/ai-agent/sessions')).status).toBe(200);
    expect((await app.request('http://evil.example/ai-agent/sessions')).status).toBe(421);
  });

  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'treats a client from %s as the local user',
    async (remoteAddress) => {
      const { app } = startService({ API_TOKENS: '' });
      const connection = { incoming: { socket: { remoteAddress } } };
      expect((await app.request('http://localhost/ai-agent/sessions', {}, connection)).status).toBe(200);
    },
  );

  it.each([
    ['another machine', '192.0.2.7', {}],
    ['another machine with an IPv4-mapped IPv6 address', '2001:db8::127.0.0.1', {}],
    ['a closed connection', undefined, {}],
    ['a client behind a proxy', '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }],
    ['a client behind a proxy with the Forwarded header', '127.0.0.1', { forwarded: 'for=192.0.2.7' }],
    ['a client behind a proxy with the X-Real-IP header', '127.0.0.1', { 'x-real-ip': '192.0.2.7' }],
    ['a client behind a proxy with the Via header', '127.0.0.1', { via: '1.1 proxy' }],
    [
      'a client behind a proxy with the X-Forwarded-Host header',
      '127.0.0.1',
      { 'x-forwarded-host': 'a.example' },
    ],
    ['a client behind a proxy with an empty X-Forwarded-For header', '127.0.0.1', { 'x-forwarded-for': '' }],
    ['the holder of an invalid token', '127.0.0.1', { authorization: 'Bearer revoked-token' }],
  ])('does not treat %s as the local user, whatever the host name', async (_case, remoteAddress, headers) => {
    const { app } = startService({ API_TOKENS: '' });
    const connection = { incoming: { socket: { remoteAddress } } };
    for (const path of ['/ai-agent/sessions', '/metrics', '/cases']) {
      const { status } = await app.request(`http://localhost${path}`, { headers }, connection);
      expect([path, status]).toEqual([path, 401]);
    }
  });

  it.each([
    ['a foreign host name', 'http://evil.example', {}, 421, 'HostRefused'],
    ['a host name that begins like its own', 'http://127.0.0.1.evil.example', {}, 421, 'HostRefused'],
    [
      'a page of another origin',
      'http://localhost',
      { origin: 'https://evil.example' },
      403,
      'OriginRefused',
    ],
    ['a page without an origin', 'http://localhost', { origin: 'null' }, 403, 'OriginRefused'],
    ['a page of another port', 'http://localhost', { origin: 'http://localhost:1' }, 403, 'OriginRefused'],
    ['a page of another site', 'http://localhost', { 'sec-fetch-site': 'cross-site' }, 403, 'OriginRefused'],
  ])('rejects changes from %s, whatever the token', async (_case, target, headers, status, code) => {
    const { call } = startService();
    const changes: [string, string, unknown][] = [
      ['POST', '/ai-agent/sessions', {}],
      ['POST', '/ai-agent/sessions/s/messages', { message: 'a' }],
      ['POST', '/process-templates', { name: 'a', stepTemplates: [step()] }],
      ['POST', '/process-templates/t/cases', { goalDate: '2027-03-31' }],
      ['POST', '/cases/c/replan/apply', { goalDate: '2027-03-31', version: 1 }],
      ['PATCH', '/cases/c/steps/s', { version: 1, status: 'done' }],
      ['PATCH', '/ai-agent/sessions/s', { version: 1, title: 'a' }],
      ['DELETE', '/ai-agent/sessions/s', undefined],
      ['PUT', '/ai-agent/sessions/s/messages/m/feedback', { rating: 'good' }],
      ['PATCH', '/process-templates/t', { version: 1, name: 'a' }],
      ['DELETE', '/process-templates/t', undefined],
      ['PATCH', '/cases/c', { version: 1, name: 'a' }],
      ['DELETE', '/cases/c', undefined],
    ];
    for (const [method, path, body] of changes) {
      const refused = await call(method, `${target}${path}`, body, headers);
      expect([path, refused.status, refused.json.code]).toEqual([path, status, code]);
    }
    expect((await call('GET', '/ai-agent/sessions')).json.items).toEqual([]);
    expect((await call('GET', '/process-templates')).json.items).toEqual([]);
  });

  it.each([
    ['HOST', '2001:db8::7', 'http://[2001:db8::7]'],
    ['ALLOWED_HOSTS', '2001:db8::7, Console.Corp.Example', 'http://[2001:db8::7]:8787'],
    ['ALLOWED_HOSTS', '2001:db8::7, Console.Corp.Example', 'http://console.corp.example'],
    ['ALLOWED_HOSTS', 'console.corp.example:8443', 'http://console.corp.example:8443'],
  ])('responds under the names in %s in any notation: %s', async (setting, names, target) => {
    const { call } = startService({ [setting]: names });
    expect((await call('GET', `${target}/ai-agent/sessions`)).status).toBe(200);
    expect((await call('GET', 'http://evil.example/ai-agent/sessions')).status).toBe(421);
  });

  it('serves only machine endpoints under a foreign host name', async () => {
    const { call } = startService();
    const paths = ['/ai-agent/sessions', '/process-templates', '/cases', '/ai-agent/live', '/api/status'];
    for (const path of paths)
      expect([path, (await call('GET', `http://evil.example${path}`)).status]).toEqual([path, 421]);
    expect((await call('GET', 'http://10.0.0.7/healthz')).status).toBe(200);
    expect((await call('GET', 'http://10.0.0.7/metrics')).status).toBe(200);
    expect((await call('GET', 'http://10.0.0.7/metrics', undefined, { authorization: '' })).status).toBe(401);
  });

  it('accepts the configured host names and origins', async () => {
    const { call } = startService({
      ALLOWED_HOSTS: 'chat.corp.example',
      ALLOWED_ORIGINS: 'https://portal.corp.example',
    });
    const target = 'http://chat.corp.example/ai-agent/sessions';
    for (const origin of ['https://portal.corp.example', 'https://chat.corp.example'])
      expect((await call('POST', target, {}, { origin })).status).toBe(201);
    expect((await call('POST', target, {}, { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('reads the user from the header of a proxy when configured', async () => {
    const { app } = startService({ API_TOKENS: '', TRUSTED_USER_HEADER: 'x-user' });
    expect((await app.request('/ai-agent/sessions')).status).toBe(401);
    expect((await app.request('/ai-agent/sessions', { headers: { 'x-user': 'carol' } })).status).toBe(200);
  });

  it('forbids browsers and proxies to cache responses or show them as a page', async () => {
    const { call } = startService();
    const { json } = await call('POST', '/ai-agent/sessions', {});
    const paths = ['', `/${json.id}`, `/${json.id}/messages`, '/unknown'].map(
      (end) => `/ai-agent/sessions${end}`,
    );
    for (const path of [...paths, '/cases', '/process-templates', '/metrics']) {
      const { headers } = await call('GET', path);
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  it('does not show data of another user', async () => {
    const { call } = startService();
    const session = await call('POST', '/ai-agent/sessions', {});
    const template = await call('POST', '/process-templates', { name: 'a', stepTemplates: [step()] });
    const started = await call('POST', `/process-templates/${template.json.id}/cases`, {
      goalDate: '2027-03-31',
    });
    const stepId = started.json.steps[0].id;
    const said = await call('POST', `/ai-agent/sessions/${session.json.id}/messages`, { message: 'a' });
    const answerId = said.json.aiResponse.messageId;
    const attempts: [string, string, unknown?][] = [
      ['GET', `/ai-agent/sessions/${session.json.id}`],
      ['GET', `/ai-agent/sessions/${session.json.id}/messages`],
      ['POST', `/ai-agent/sessions/${session.json.id}/messages`, { message: 'a' }],
      ['GET', `/process-templates/${template.json.id}`],
      ['POST', `/process-templates/${template.json.id}/cases`, { goalDate: '2027-03-31' }],
      ['GET', `/cases/${started.json.id}`],
      ['GET', `/cases/${started.json.id}/export?format=csv`],
      ['POST', `/cases/${started.json.id}/replan/preview`, { goalDate: '2027-03-31' }],
      ['POST', `/cases/${started.json.id}/replan/apply`, { goalDate: '2027-03-31', version: 1 }],
      ['PATCH', `/cases/${started.json.id}/steps/${stepId}`, { version: 1, status: 'done' }],
      ['PATCH', `/ai-agent/sessions/${session.json.id}`, { version: 1, title: 'a' }],
      ['DELETE', `/ai-agent/sessions/${session.json.id}`],
      ['PUT', `/ai-agent/sessions/${session.json.id}/messages/${answerId}/feedback`, { rating: 'bad' }],
      ['DELETE', `/ai-agent/sessions/${session.json.id}/messages/${answerId}/feedback`],
      ['PATCH', `/process-templates/${template.json.id}`, { version: 1, name: 'b' }],
      ['DELETE', `/process-templates/${template.json.id}`],
      ['PATCH', `/cases/${started.json.id}`, { version: 1, name: 'b' }],
      ['DELETE', `/cases/${started.json.id}`],
    ];
    const statuses = await Promise.all(
      attempts.map(async ([method, path, body]) => (await call(method, path, body, bob)).status),
    );
    expect(statuses).toEqual(attempts.map(() => 404));
    expect((await call('GET', '/ai-agent/sessions', undefined, bob)).json.items).toEqual([]);
    expect((await call('GET', '/process-templates', undefined, bob)).json.items).toEqual([]);
    expect((await call('GET', '/cases', undefined, bob)).json.items).toEqual([]);
    expect((await call('GET', '/cases')).json.items).toEqual([started.json]);
  });

  it.each([
    ['invalid JSON', '{"message": "SECRET'],
    ['an unknown key', { message: 'a', more: 'SECRET' }],
    ['__proto__', '{"message":"a","__proto__":{"a":"SECRET"}}'],
    ['no message', {}],
    ['a blank message', { message: '　' }],
    ['a lone surrogate', '{"message":"SECRET\\ud800"}'],
    ['a list', ['SECRET']],
    ['a long message', { message: 'SECRET'.repeat(2000) }],
  ])('rejects %s without repeating its content', async (_case, body) => {
    const { call } = startService();
    const { json } = await call('POST', '/ai-agent/sessions', {});
    const refused = await call('POST', `/ai-agent/sessions/${json.id}/messages`, body);
    expect([refused.status, refused.json.code]).toEqual([400, 'InvalidRequest']);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(refused.text).not.toContain('SECRET');
    expect(refused.json.requestId).toBe(refused.headers.get('x-request-id'));
  });

  it.each([
    ['a flat body', { industry: '製造業' }, ['industry', 'Did you mean "context.industry"?']],
    ['a misspelled field', { contxt: {} }, ['contxt', 'Did you mean "context"?']],
    [
      'a nested field in the wrong case',
      { context: { process_type: 'a' } },
      ['context.process_type', '"processType"?'],
    ],
    ['a field without a similar name', { zzz: 1 }, ['zzz', 'Known fields: context, title.']],
    ['__proto__', '{"__proto__":{}}', ['__proto__', 'Known fields: context, title.']],
    ['a value of another type', { context: 'a' }, ['context', 'expected object']],
    ['a list', [], ['$', 'expected object']],
    ['a text', '"a"', ['$', 'expected object']],
  ])('reports for %s which field is invalid and what to do', async (_case, body, [path, advice]) => {
    const { call } = startService();
    const { status, json } = await call('POST', '/ai-agent/sessions', body);
    expect([status, json.errors.length]).toEqual([400, 1]);
    expect(json.errors[0]).toMatchObject({
      in: 'body',
      path,
      message: expect.stringContaining(advice ?? ''),
    });
  });

  it('lists every unknown field with its part of the request', async () => {
    const { call } = startService();
    const both = await call('POST', '/ai-agent/sessions', { industry: 'a', goal: 'b', ['x'.repeat(500)]: 1 });
    expect(both.json.errors.map(({ path }: { path: string }) => path)).toEqual([
      'industry',
      'goal',
      'x'.repeat(64),
    ]);
    const query = await call('GET', '/cases?limit=0');
    expect(query.json.errors).toMatchObject([{ in: 'query', path: 'limit' }]);
    const invalidPath = await call('GET', `/cases/${'x'.repeat(65)}`);
    expect(invalidPath.json.errors).toMatchObject([{ in: 'path', path: 'id' }]);
    const token = await call('POST', '/api/session', { tokn: 'a' });
    expect(token.json.errors.at(-1)).toMatchObject({
      path: 'tokn',
      message: expect.stringContaining('"token"?'),
    });
  });

  it('rejects lone surrogates in everything that is stored or sent to a model', async () => {
    const { call } = startService();
    const half = 'a\ud800';
    const bodies: [string, unknown][] = [
      ['/ai-agent/sessions', { context: { goal: half } }],
      ['/process-templates', { name: half, stepTemplates: [step()] }],
      ['/process-templates', { name: 'a', stepTemplates: [step({ name: half })] }],
      ['/process-templates', { name: 'a', stepTemplates: [step({ requiredArtifacts: [{ kind: half }] })] }],
    ];
    for (const [path, body] of bodies) {
      const { status, json } = await call('POST', path, body);
      expect([path, status, json.code]).toEqual([path, 400, 'InvalidRequest']);
    }
  });

  it('rejects a JSON body that is sent as plain text', async () => {
    const { call } = startService();
    const { json } = await call('POST', '/ai-agent/sessions', {});
    const path = `/ai-agent/sessions/${json.id}/messages`;
    expect((await call('POST', path, { message: 'a' }, { 'content-type': 'text/plain' })).status).toBe(400);
  });

  it('rejects a body of more than 64 KB', async () => {
    const { call } = startService();
    const refused = await call('POST', '/ai-agent/sessions', { context: { goal: 'x'.repeat(70_000) } });
    expect([refused.status, refused.json.code]).toEqual([413, 'BodyTooLarge']);
  });

  it.each([
    ['SeqGap', [step(), next({ seq: 3 })]],
    ['SeqDuplicate', [step(), step()]],
    ['ForwardReference', [step({ dependsOn: [2] }), next()]],
    ['Cycle', [step({ dependsOn: [2] }), next({ dependsOn: [1] })]],
    ['DependencyUnknown', [step({ dependsOn: [7] })]],
    ['FirstStepBasis', [step({ basis: 'prev' })]],
    ['NoSteps', []],
  ])('rejects steps with %s and stores nothing', async (errorClass, stepTemplates) => {
    const { call, lines } = startService();
    const refused = await call('POST', '/process-templates', { name: 'a', stepTemplates });
    expect([refused.status, refused.json.code, refused.json.errorClass]).toEqual([
      400,
      'InvalidSteps',
      errorClass,
    ]);
    expect((await call('GET', '/process-templates')).json.items).toEqual([]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'template.refused', errorClass }]);
  });

  it.each(['2027-02-30', '2027-3-1', 'tomorrow'])('rejects the goal date %s', async (goalDate) => {
    const { call } = startService();
    const { json } = await call('POST', '/process-templates', { name: 'a', stepTemplates: [step()] });
    expect((await call('POST', `/process-templates/${json.id}/cases`, { goalDate })).status).toBe(400);
  });

  it('logs an error that ends a text stream', async () => {
    const { call, lines } = startService(
      {},
      {
        responder: {
          generateResponse: async (_messages, { onText } = {}) => {
            onText?.('Hello');
            await new Promise((resolve) => setImmediate(resolve));
            throw new TypeError('a secret detail');
          },
        },
      },
    );
    const { id } = (await call('POST', '/ai-agent/sessions', {})).json;
    const accept = { accept: 'text/event-stream' };
    const { text, status } = await call(
      'POST',
      `/ai-agent/sessions/${id}/messages`,
      { message: 'a' },
      accept,
    );
    expect([status, text.includes('"code":"Internal"'), text.includes('secret')]).toEqual([200, true, false]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'error', name: 'TypeError' }]);
  });

  it.each(['a', 'あ'.repeat(200), '😀'.repeat(100)])(
    'suggests a valid free name when %s is in use',
    async (name) => {
      const { call } = startService();
      const create = (templateName: string) =>
        call('POST', '/process-templates', { name: templateName, stepTemplates: [step()] });
      expect((await create(name)).status).toBe(201);
      const { json } = await create(name);
      expect(json.code).toBe('NameConflict');
      expect((await create(json.proposedName)).status).toBe(201);
      expect((await create((await create(name)).json.proposedName)).status).toBe(201);
    },
  );

  it('returns problems in both languages', async () => {
    const { call } = startService();
    expect((await call('GET', '/ai-agent/sessions/none')).json).toMatchObject({
      code: 'NotFound',
      title: 'There is no such session.',
      title_ja: '対象が見つかりません。',
    });
    expect((await call('GET', '/api/audit/1.5')).json).toMatchObject({
      code: 'InvalidRequest',
      title_ja: 'リクエストの内容が正しくありません。',
    });
  });

  it('limits each user separately and returns Retry-After', async () => {
    const { call, time } = startService({ RATE_LIMIT_PER_MINUTE: '2' });
    const mine = (await call('POST', '/ai-agent/sessions', {})).json.id;
    const theirs = (await call('POST', '/ai-agent/sessions', {}, bob)).json.id;
    const ask = (id: string, headers = {}) =>
      call('POST', `/ai-agent/sessions/${id}/messages`, { message: 'a' }, headers);
    expect([(await ask(mine)).status, (await ask(mine)).status]).toEqual([200, 200]);
    const refused = await ask(mine, { accept: 'text/event-stream' });
    expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'RateLimited',
      '30',
    ]);
    expect((await ask(theirs, bob)).status).toBe(200);
    time.now += 30_000;
    expect((await ask(mine)).status).toBe(200);
  });

  it('returns lists in pages', async () => {
    const { call } = startService();
    for (let count = 0; count < 5; count += 1)
      await call('POST', '/ai-agent/sessions', { context: { goal: String(count) } });
    const goals: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { json } = await call(
        'GET',
        `/ai-agent/sessions?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      goals.push(...json.items.map(({ context }: { context: { goal: string } }) => context.goal));
      cursor = json.cursor;
    }
    expect(goals).toEqual(['4', '3', '2', '1', '0']);
  });

  it('describes itself in OpenAPI 3.1', async () => {
    const { call } = startService();
    const { json } = await call('GET', '/openapi.json');
    expect(json.openapi).toBe('3.1.0');
    // The console's own routes are described there too; they have their own tests.
    const paths = Object.keys(json.paths).filter((path) => !path.startsWith('/api/'));
    expect(paths.toSorted()).toEqual([
      '/ai-agent/sessions',
      '/ai-agent/sessions/{sessionId}',
      '/ai-agent/sessions/{sessionId}/messages',
      '/ai-agent/sessions/{sessionId}/messages/{messageId}/feedback',
      '/cases',
      '/cases/{id}',
      '/cases/{id}/export',
      '/cases/{id}/replan/apply',
      '/cases/{id}/replan/preview',
      '/cases/{id}/steps/{stepId}',
      '/process-templates',
      '/process-templates/{id}',
      '/process-templates/{id}/cases',
    ]);
    expect(JSON.stringify(json)).toContain(templateErrorClasses.join('","'));
  });

  it('records a different conversation hash for every turn of every session', async () => {
    const { call, lines } = startService({ AI_AUDIT_SALT: 'salt' });
    for (const industry of ['製造業', '小売業', 'IT']) {
      const { json } = await call('POST', '/ai-agent/sessions', {});
      for (const message of [`${industry}です`, '採用です'])
        await call('POST', `/ai-agent/sessions/${json.id}/messages`, { message });
    }
    const hashes = lines.map((line) => JSON.parse(line).conversationHash);
    expect([hashes.length, new Set(hashes).size]).toEqual([6, 6]);
  });

  it('counts events as metrics', async () => {
    const { call, lines } = startService({ AI_AUDIT_SALT: 'salt' });
    const { json } = await call('POST', '/ai-agent/sessions', {});
    await call('POST', `/ai-agent/sessions/${json.id}/messages`, { message: '秘密の話' });
    const { text } = await call('GET', '/metrics');
    expect(text).toContain('chat_answers_total{template="ok"} 1');
    expect(text).toMatch(/chat_tokens_total \d+/);
    expect(text).toContain('chat_answer_seconds_count 1');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'chat.answered',
      schemaId: 'ai_chat_process_template.v1',
      retryCount: 0,
    });
    expect(JSON.parse(lines[0] ?? '').conversationHash).toMatch(/^[0-9a-f]{64}$/);
    expect(lines.join('')).not.toContain('秘密');
    expect((await call('GET', '/healthz', undefined, { authorization: '' })).json).toEqual({
      status: 'ok',
      mode: 'mock',
    });
  });
});
