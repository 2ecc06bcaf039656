import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStateStore } from 'sekisho';
import { scriptedCall } from 'sekisho/testing';
import { describe, expect, it } from 'vitest';
import { startConsole, until } from './start-console.ts';
import { startProgram } from './start-program.ts';

/** Starts a console with one approval request of another program for a call with these arguments. */
async function ask(args: string) {
  const service = await startConsole({ DEMO: 'off' });
  const { dataDir, pending } = service;
  const { runner, janitor } = startProgram({
    steps: [[scriptedCall('call_1', 'delete_file', args)]],
    secret: Buffer.from(readFileSync(join(dataDir, 'key'), 'utf8'), 'base64url'),
    store: ({ link, clock }) => openSqliteStateStore({ path: join(dataDir, 'state.db'), link, clock }),
  });
  const { run_id: runId } = await runner.run(janitor, 'Please tidy up.');
  await runner.close();
  const [request] = await pending(runId);
  return { ...service, path: `/api/approvals/${request.approval_id}`, request, runId };
}

const yes = (request: { action_digest: string }, more: object = {}) => ({
  decision: 'approve',
  action_digest: request.action_digest,
  ...more,
});

const LONG = JSON.stringify({ path: `${'notes/'.repeat(400)}accounts.db` });
const SECRET = JSON.stringify({ path: 'echo Authorization: Bearer x; rm -rf /srv/data' });

describe('the complete values of an approval request', () => {
  it.each([
    ['shortened', LONG, 'accounts.db'],
    ['masked', SECRET, 'rm -rf /srv/data'],
  ])('that is %s are returned to approvers only, and the access is recorded', async (_case, args, hidden) => {
    const { call, as, path, request } = await ask(args);
    expect(request.display).toBe('partial');
    const detail = await call('GET', path);
    expect(detail.text).not.toContain(hidden);
    const refused = await call('POST', `${path}/reading`, undefined, as('vera'));
    expect([refused.status, refused.json.code]).toEqual([403, 'Forbidden']);
    expect((await call('GET', '/api/audit?event=approval.viewed')).json.items).toEqual([]);

    const { status, json } = await call('POST', `${path}/reading`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      approval_id: request.approval_id,
      action_digest: request.action_digest,
      agent_name: 'janitor',
      tool_id: 'delete_file',
      server_id: null,
      arguments: JSON.parse(args),
      edited: null,
      problems: [],
    });
    expect(json.arguments_text).toContain(hidden);
    expect((await call('GET', '/api/audit?event=approval.viewed')).json.items).toMatchObject([
      { data: { by: 'mika', assurance: 'token', approval_id: request.approval_id } },
    ]);
  });

  it('must be read by the person who approves, but not by a person who denies', async () => {
    const { call, as, path, request } = await ask(SECRET);
    const unreadResponse = await call('POST', `${path}/decision`, yes(request));
    expect([unreadResponse.status, unreadResponse.json.code]).toEqual([422, 'DisplayNeeded']);
    expect(unreadResponse.json.title_ja).toContain('すべての値');
    const { display_digest: ofTaro } = (await call('POST', `${path}/reading`, undefined, as('taro'))).json;
    const foreignResponse = await call('POST', `${path}/decision`, yes(request, { displayed: ofTaro }));
    expect([foreignResponse.status, foreignResponse.json.code]).toEqual([400, 'InvalidRequest']);
    const { display_digest: displayed } = (await call('POST', `${path}/reading`)).json;
    expect((await call('POST', `${path}/decision`, yes(request, { displayed }))).status).toBe(200);
    const [approved] = (await call('GET', '/api/audit?event=approval.approved')).json.items;
    expect(approved.data.display_digest).toBe(displayed);
    expect((await call('POST', '/api/audit/verify', {})).json).toMatchObject({ ok: true });

    const other = await ask(SECRET);
    const no = { decision: 'deny', action_digest: other.request.action_digest };
    expect((await other.call('POST', `${other.path}/decision`, no)).status).toBe(200);
  });

  it('must be read for each request of a batch and of a turn', async () => {
    const { call, path, request, runId } = await ask(SECRET);
    const { approval_id, action_digest } = request;
    const items = [{ approval_id, action_digest }];
    for (const many of ['/api/approvals/batch', `/api/runs/${runId}/turns/0/decision`]) {
      const { json } = await call('POST', many, { decision: 'approve', items });
      expect(json.results ?? [json]).toMatchObject([
        { code: expect.stringMatching(/DisplayNeeded|NotBatchable/) },
      ]);
    }
    const { display_digest: displayed } = (await call('POST', `${path}/reading`)).json;
    const { json } = await call('POST', `/api/runs/${runId}/turns/0/decision`, {
      decision: 'approve',
      items: [{ approval_id, action_digest, displayed }],
    });
    expect(json.results).toMatchObject([{ outcome: 'decided' }]);
    const { items: approved } = (await call('GET', '/api/audit?event=approval.approved')).json;
    for (const { data } of approved) expect(data.values ?? 'once').toBe('once');
  });

  it('that cannot be displayed cannot be approved, but can be edited', async () => {
    const { call, path, request } = await ask('{"path":"a.txt","path":"b.txt"}');
    expect(request).toMatchObject({ display: 'blocked', can_batch: false, can_edit: true });
    const { display_digest: displayed, problems } = (await call('POST', `${path}/reading`)).json;
    expect(problems).toMatchObject([
      { code: 'duplicate_key', path: 'path', message_ja: expect.stringContaining('重複') },
    ]);
    const refused = await call('POST', `${path}/decision`, yes(request, { displayed }));
    expect([refused.status, refused.json.code]).toEqual([422, 'NotDisplayable']);
    const edited_arguments = { path: 'invoice.pdf' };
    expect((await call('POST', `${path}/decision`, yes(request, { edited_arguments }))).status).toBe(200);
  });
});

describe('an edited approval request', () => {
  it('shows the edited values with the person as their origin, and both versions to approvers', async () => {
    const { call, as, play, pending, statusOf } = await startConsole();
    const runId = await play('payments-poisoned');
    const [request] = await pending(runId);
    const path = `/api/approvals/${request.approval_id}`;
    const before = (await call('GET', path)).json;
    const account = before.sources.find((source: { path: string }) => source.path === 'account');
    expect(account).toMatchObject({ origin: 'prose' });
    const edited_arguments = { ...before.arguments, account: 'JP-1001-2002' };
    await call(
      'POST',
      `${path}/decision`,
      yes(request, { edited_arguments, confirm_tool: 'transfer_money' }),
    );
    const expected = {
      destination: 'JP-1001-2002',
      edit: { changed_paths: ['account'], destination_before: request.destination },
      decided_by: { id: 'mika' },
    };
    // Checked before and after the gate has evaluated the edited call.
    for (const wait of [async () => true, async () => (await statusOf(runId)) !== 'suspended']) {
      await until(wait);
      const { json } = await call('GET', path, undefined, as('vera'));
      expect(json).toMatchObject({ ...expected, arguments: before.arguments, edited_arguments });
      expect(json.sources.filter((source: { path: string }) => source.path === 'account')).toEqual([
        { path: 'account', value: 'JP-1001-2002', origin: 'person', tool: null },
      ]);
    }
    const listed = (await call('GET', `/api/approvals?status=all&run_id=${runId}`)).json.items;
    expect(listed).toMatchObject([expected]);
    const reading = (await call('POST', `${path}/reading`)).json;
    expect(reading).toMatchObject({
      arguments: before.arguments,
      edited: { arguments: edited_arguments, changed_paths: ['account'] },
    });
    const [approved] = (await call('GET', '/api/audit?event=approval.approved')).json.items;
    expect(approved.data).toMatchObject({
      by: 'mika',
      before: expect.stringContaining(account.value),
      after: expect.stringContaining('JP-1001-2002'),
    });
  });
});
