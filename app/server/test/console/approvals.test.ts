import { describe, expect, it } from 'vitest';
import { startConsole, until } from './start-console.ts';

const decide = (decision: string, question: { action_digest: string }, more: object = {}) => ({
  decision,
  action_digest: question.action_digest,
  ...more,
});

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

describe('the inbox', () => {
  it('shows everything that a decision needs', async () => {
    const { call, play, pending } = await startConsole();
    const runId = await play('mail-poisoned');
    // Two requests of one turn have no order.
    const isArchive = ({ destination }: { destination: string }) => destination.startsWith('archive@');
    const requests = await pending(runId);
    const [first, second] = isArchive(requests[0]) ? requests : [requests[1], requests[0]];
    expect(first).toMatchObject({
      status: 'pending',
      tool_id: 'send_mail',
      risk_level: 4,
      effect: 'send',
      destination: 'archive@mail-backup.example',
      can_edit: true,
      // The mail that was read requests this call, so it needs an approval each time.
      can_grant: [],
      grant_covers: null,
      can_batch: false,
      decided_by: null,
    });
    expect(first.reason_ja).toContain('archive@mail-backup.example');
    expect(first.reason_ja).not.toContain('承認すると');
    const { json } = await call('GET', `/api/approvals/${first.approval_id}`);
    expect(json).toMatchObject({
      arguments: { to: 'archive@mail-backup.example', subject: 'Mails of November' },
      masked_paths: [],
      sources: expect.arrayContaining([
        { path: 'to', value: 'archive@mail-backup.example', origin: 'prose', tool: 'read_mail' },
      ]),
      policy: expect.stringMatching(/^balanced@/),
      user_intent: 'Read the mail m-7 and tell me in two sentences what it wants.',
      on_behalf_of: 'mika',
      tool: { description: 'Sends a mail.', parameters: { properties: { to: { type: 'string' } } } },
      siblings: [{ approval_id: second.approval_id }],
      run: { run_id: runId, status: 'suspended', waiting: 2 },
    });
    expect(json.rule_ids.length).toBeGreaterThan(0);
    expect((await call('GET', '/api/approvals/counts')).json).toMatchObject({
      pending: 2,
      by_risk: { '1': 0, '2': 0, '3': 0, '4': 2, '5': 0 },
      urgent: 2,
      mine: 0,
      tools: [{ name: 'send_mail', count: 2 }],
      views: [],
    });
  });

  it('filters by tool, agent, risk, time and status', async () => {
    const { call, play } = await startConsole();
    const runId = await play('files-tidy');
    await play('payments-poisoned');
    const find = async (query: string) => (await call('GET', `/api/approvals?${query}`)).json.items.length;
    expect(await find('')).toBe(4);
    expect(await find('tool=delete_file')).toBe(3);
    expect(await find('agent=payment-clerk')).toBe(1);
    expect(await find('min_risk=5')).toBe(1);
    expect(await find(`run_id=${runId}&min_risk=4`)).toBe(0);
    expect(await find('created_after=2999-01-01')).toBe(0);
    expect(await find('created_before=2999-01-01')).toBe(4);
    expect(await find('status=decided')).toBe(0);
    expect(await find('kind=outcome')).toBe(0);
    const [{ approval_id: id, action_digest }] = (await call('GET', '/api/approvals?min_risk=5')).json.items;
    const decision = { decision: 'deny', action_digest, comment: 'ＡＴＴＡＣＫ on the account' };
    await call('POST', `/api/approvals/${id}/decision`, decision);
    expect(await find('status=decided&q=attack%20mika')).toBe(1);
    expect(await find('status=decided&q=attack%20taro')).toBe(0);
    expect(await find('status=decided&q=XX-')).toBe(1);
  });

  it('returns pages that contain every request exactly once', async () => {
    const { call, play } = await startConsole();
    for (let index = 0; index < 3; index += 1) await play('files-tidy');
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await call('GET', `/api/approvals?limit=2&tool=delete_file${query}`);
      expect(json.items.length).toBeLessThanOrEqual(2);
      seen.push(...json.items.map((item: { approval_id: string }) => item.approval_id));
      ({ cursor } = json);
    }
    expect(seen).toHaveLength(9);
    expect(new Set(seen).size).toBe(9);
  });
});

describe('a decision', () => {
  it('is recorded with its approver and resumes the run after the last open request', async () => {
    const { call, play, pending, statusOf } = await startConsole();
    const runId = await play('mail-poisoned');
    const [first, second] = await pending(runId);
    const one = await call('POST', `/api/approvals/${first.approval_id}/decision`, decide('approve', first));
    expect(one.status).toBe(200);
    expect(one.json).toMatchObject({
      approval: { status: 'approved', decided_by: { id: 'mika', assurance: 'token' } },
      resume: 'waiting',
      waiting_in_run: 1,
    });
    const two = await call(
      'POST',
      `/api/approvals/${second.approval_id}/decision`,
      decide('deny', second, { comment: 'Not that one.' }),
    );
    expect(two.json).toMatchObject({ resume: 'started', approval: { comment: 'Not that one.' } });
    await until(async () => (await statusOf(runId)) === 'done');
    const { json } = await call('GET', `/api/runs/${runId}`);
    expect(json.final_output).toBe('A part of this was not approved, so I did not do it.');
    const { text } = await call('GET', `/api/runs/${runId}/log.jsonl`);
    const records = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.filter(({ event }) => event === 'tool.start')).toHaveLength(2);
    expect(
      records.filter(({ event }) => /^approval\.(approved|denied)$/.test(event)).map(({ data }) => data.by),
    ).toEqual(['mika', 'mika']);
  });

  it('is accepted once: the second approver gets a conflict with name and time of the first', async () => {
    const { call, as, play, pending } = await startConsole();
    const [question] = await pending(await play('files-poisoned'));
    const path = `/api/approvals/${question.approval_id}/decision`;
    const answers = await Promise.all([
      call('POST', path, decide('approve', question), as('mika')),
      call('POST', path, decide('deny', question), as('taro')),
    ]);
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost?.json).toMatchObject({
      code: 'AlreadyDecided',
      status: 409,
      decided: won?.json.approval.status,
      decided_by: won?.json.approval.decided_by,
      decided_at: won?.json.approval.decided_at,
    });
  });

  it.each([
    ['with the digest of another call', { action_digest: 'other' }, 409, 'DigestMismatch'],
    ['that requests a change without a comment', { decision: 'send_back' }, 422, 'ReasonNeeded'],
    ['with arguments that contain a mask', { edited_arguments: { path: '[masked]' } }, 422, 'MaskedValue'],
    ['that denies and edits', { decision: 'deny', edited_arguments: {} }, 400, 'InvalidRequest'],
    ['with an unknown field', { force: true }, 400, 'InvalidRequest'],
    ['with an unknown value', { decision: 'maybe' }, 400, 'InvalidRequest'],
    ['with arguments nested too deeply', { edited_arguments: { a: nested(500) } }, 400, 'InvalidRequest'],
    ['with a long comment', { comment: 'x'.repeat(2000) }, 400, 'InvalidRequest'],
  ])('%s is rejected', async (_case, change, status, code) => {
    const { call, play, pending } = await startConsole();
    const [question] = await pending(await play('files-poisoned'));
    const body = { ...decide('approve', question), ...change };
    const refused = await call('POST', `/api/approvals/${question.approval_id}/decision`, body);
    expect([refused.status, refused.json.code]).toEqual([status, code]);
    expect((await pending(question.run_id)).length).toBe(1);
  });

  it('of risk 5 requires the name of the tool, and creates no grant', async () => {
    const { call, play, pending, statusOf } = await startConsole();
    const runId = await play('payments-poisoned');
    const [question] = await pending(runId);
    const path = `/api/approvals/${question.approval_id}/decision`;
    expect(question.risk_level).toBe(5);
    expect((await call('POST', path, decide('approve', question))).json).toMatchObject({
      code: 'ConfirmationNeeded',
      tool_id: 'transfer_money',
    });
    const typed = { confirm_tool: 'transfer_money' };
    const grant = { scope: 'run' };
    expect((await call('POST', path, decide('approve', question, { ...typed, grant }))).json.code).toBe(
      'NotGrantable',
    );
    expect((await call('POST', path, decide('approve', question, typed))).status).toBe(200);
    await until(async () => (await statusOf(runId)) === 'done');
  });

  it('with edited arguments runs the call with them and keeps their types', async () => {
    const { call, play, pending, statusOf } = await startConsole();
    const runId = await play('payments-poisoned');
    const [question] = await pending(runId);
    const edited_arguments = { account: 'JP-1001-2002', amount: 12 };
    const body = decide('approve', question, { edited_arguments, confirm_tool: 'transfer_money' });
    await call('POST', `/api/approvals/${question.approval_id}/decision`, body);
    await until(async () => (await statusOf(runId)) !== 'suspended');
    const { json } = await call('GET', `/api/approvals/${question.approval_id}`);
    expect(json.edited_arguments).toEqual(edited_arguments);
    const { text } = await call('GET', `/api/runs/${runId}/log.jsonl`);
    expect(text).toContain('{\\"account\\":\\"JP-1001-2002\\",\\"amount\\":12}');
  });

  it('after the expiry is rejected, and the run continues without the call', async () => {
    const { call, play, pending, console } = await startConsole({ APPROVAL_TTL_SEC: '1' });
    const [question] = await pending(await play('files-poisoned'));
    await until(async () => Date.parse(question.expires_at) <= Date.now());
    const late = await call(
      'POST',
      `/api/approvals/${question.approval_id}/decision`,
      decide('approve', question),
    );
    expect([late.status, late.json.code, late.json.expires_at]).toEqual([
      410,
      'Expired',
      question.expires_at,
    ]);
    expect((await call('GET', `/api/approvals/${question.approval_id}`)).json.status).toBe('expired');
    expect((await call('GET', '/api/approvals?status=expired')).json.items).toHaveLength(1);
    await console.start();
    await until(async () => (await call('GET', `/api/runs/${question.run_id}`)).json.status === 'done');
  });
});

describe('an extension', () => {
  it('is granted by an approver, recorded, and makes a later decision valid', async () => {
    let now = Date.now();
    const { call, as, play, pending, statusOf } = await startConsole(
      { APPROVAL_TTL_SEC: '60', DEMO: 'playground' },
      { clock: () => now },
    );
    const runId = await play('files-poisoned');
    const [question] = await pending(runId);
    const path = `/api/approvals/${question.approval_id}`;
    expect((await call('POST', `${path}/extension`, {}, as('vera'))).status).toBe(403);
    for (const wrong of [{ ttl_sec: 0 }, { ttl_sec: 1.5 }, { ttl_sec: 9e9 }, { until: 'ever' }])
      expect((await call('POST', `${path}/extension`, wrong)).status).toBe(400);
    now += 50_000;
    const longer = await call('POST', `${path}/extension`, { ttl_sec: 3600 });
    expect([longer.status, longer.json.status]).toEqual([200, 'pending']);
    expect(Date.parse(longer.json.expires_at)).toBe(now + 3_600_000);
    const shorter = await call('POST', `${path}/extension`, {});
    expect([shorter.status, shorter.json.code]).toEqual([400, 'InvalidRequest']);
    now += 600_000;
    const { items } = (await call('GET', '/api/audit?event=approval.extended')).json;
    expect(items).toMatchObject([{ run_id: runId, data: { by: 'mika', approval_id: question.approval_id } }]);
    const { spans } = (await call('GET', `/api/runs/${runId}`)).json;
    expect(spans.find(({ kind }: { kind: string }) => kind === 'wait')).toMatchObject({
      status: 'waiting',
      detail: { expires_at: longer.json.expires_at },
    });
    const yes = { decision: 'approve', action_digest: question.action_digest };
    expect((await call('POST', `${path}/decision`, yes)).status).toBe(200);
    await until(async () => (await statusOf(runId)) === 'done');
    const late = await call('POST', `${path}/extension`, {});
    expect([late.status, late.json.code]).toEqual([409, 'AlreadyDecided']);
  });

  it('is rejected for an expired request', async () => {
    let now = Date.now();
    const { call, play, pending } = await startConsole({ APPROVAL_TTL_SEC: '60' }, { clock: () => now });
    const [question] = await pending(await play('files-poisoned'));
    now += 61_000;
    const { status, json } = await call('POST', `/api/approvals/${question.approval_id}/extension`, {});
    expect([status, json.code]).toEqual([410, 'Expired']);
  });
});

describe('several decisions', () => {
  it('decide a whole turn at once', async () => {
    const { call, play, pending, statusOf } = await startConsole();
    const runId = await play('files-tidy');
    const items = (await pending(runId)).map(({ approval_id, action_digest }: Record<string, string>) => ({
      approval_id,
      action_digest,
    }));
    const path = `/api/runs/${runId}/turns/0/decision`;
    const changed = await call('POST', path, { decision: 'approve', items: items.slice(1) });
    expect(changed.json).toMatchObject({ code: 'TurnChanged' });
    const { json } = await call('POST', path, { decision: 'approve', items });
    expect(json.resume).toBe('started');
    expect(json.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(3).fill('decided'));
    await until(async () => (await statusOf(runId)) === 'done');
  });

  it('of one tool and a low risk can be a batch, which reports requests that were already decided', async () => {
    const { call, as, play, pending } = await startConsole();
    const questions = [
      ...(await pending(await play('files-tidy'))),
      ...(await pending(await play('files-tidy'))),
    ];
    const [first] = questions;
    await call('POST', `/api/approvals/${first.approval_id}/decision`, decide('deny', first), as('taro'));
    const items = questions.map(({ approval_id, action_digest }) => ({ approval_id, action_digest }));
    const { json } = await call('POST', '/api/approvals/batch', { decision: 'approve', items });
    expect(json.results[0]).toMatchObject({
      outcome: 'refused',
      code: 'AlreadyDecided',
      title: 'This approval request is already decided.',
      title_ja: 'この承認依頼はすでに判断済みです。',
      facts: { decided_by: { id: 'taro' } },
    });
    expect(json.results.slice(1).every(({ outcome }: { outcome: string }) => outcome === 'decided')).toBe(
      true,
    );
  });

  it.each([
    ['high risks', ['mail-poisoned'], 'risk'],
    ['different tools', ['files-tidy', 'payments-poisoned'], 'different_tools'],
  ])('with %s cannot be a batch', async (_case, scenarios, why) => {
    const { call, play, pending } = await startConsole();
    const items: object[] = [];
    for (const scenario of scenarios) {
      for (const { approval_id, action_digest } of await pending(await play(scenario)))
        items.push({ approval_id, action_digest });
    }
    const { status, json } = await call('POST', '/api/approvals/batch', { decision: 'approve', items });
    expect([status, json.code, json.why]).toEqual([422, 'NotBatchable', why]);
  });
});

describe('a grant', () => {
  it('is listed with its approver and can be revoked once', async () => {
    const { call, as, play, pending } = await startConsole();
    const runId = await play('files-tidy');
    const [question] = await pending(runId);
    const grant = { scope: 'run', ttl_sec: 600, max_uses: 3 };
    expect(question.grant_covers).toContain('exactly the values that were displayed');
    expect(question.grant_covers_ja).toContain('表示された値のまま');
    const edited_arguments = { ...question.arguments, path: 'other.txt' };
    const refused = await call(
      'POST',
      `/api/approvals/${question.approval_id}/decision`,
      decide('approve', question, { grant, edited_arguments }),
    );
    expect([refused.status, refused.json.code]).toEqual([422, 'NotGrantable']);
    await call(
      'POST',
      `/api/approvals/${question.approval_id}/decision`,
      decide('approve', question, { grant }),
    );
    const { items } = (await call('GET', '/api/grants')).json;
    expect(items).toMatchObject([
      {
        run_id: runId,
        tool_id: 'delete_file',
        scope: 'run',
        covers: question.grant_covers,
        covers_ja: question.grant_covers_ja,
        uses_left: 3,
        granted_by: 'mika',
      },
    ]);
    const path = `/api/grants/${items[0].grant_id}?run_id=${runId}`;
    expect((await call('DELETE', path, undefined, as('vera'))).status).toBe(403);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await call('GET', `/api/grants?run_id=${runId}`)).json.items).toEqual([]);
    expect((await call('GET', '/api/audit?event=grant.revoked')).json.items).toMatchObject([
      { data: { by: 'mika' } },
    ]);
    expect((await call('POST', '/api/audit/verify', {})).json).toMatchObject({ ok: true, first_bad: null });
  });
});
