import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStateStore } from 'sekisho';
import { assistantText, scriptedCall, type ScriptedStep } from 'sekisho/testing';
import { describe, expect, it } from 'vitest';
import { startConsole } from './start-console.ts';
import { startProgram } from './start-program.ts';

const TASK = 'Please tidy up the old drafts.';
const deletion = (path: string): ScriptedStep => [
  assistantText('I delete it.'),
  scriptedCall('call_1', 'delete_file', { path }),
];

/** Starts a console, and a program on its store whose run waits for the deletion of each file. */
async function startWaiting(...paths: string[]) {
  const server = await startConsole({ DEMO: 'off' });
  const { dataDir, pending } = server;
  const waiting = [];
  for (const path of paths) {
    const { runner, janitor } = startProgram({
      steps: [deletion(path)],
      secret: Buffer.from(readFileSync(join(dataDir, 'key'), 'utf8'), 'base64url'),
      store: ({ link, clock }) => openSqliteStateStore({ path: join(dataDir, 'state.db'), link, clock }),
    });
    const { run_id: runId } = await runner.run(janitor, TASK, { extensions: { requester: 'ada' } });
    const [request] = await pending(runId);
    waiting.push({ runner, runId, request });
  }
  return { ...server, waiting };
}

describe('the context of a run of another program', () => {
  it('lists task, requester and true status, and filters by them', async () => {
    const { call, waiting } = await startWaiting('old.txt');
    const [run] = waiting;
    const known = { user_intent: TASK, started_by: 'ada', state: 'waiting', waiting: 1 };
    const list = async (query: string) => (await call('GET', `/api/runs?${query}`)).json.items;
    for (const query of ['', 'state=waiting', 'requester=ada', 'q=OLD+DRAFTS', 'q=ada&state=waiting'])
      expect(await list(query)).toMatchObject([known]);
    for (const query of ['state=done', 'state=decided', 'requester=eve', 'q=new+drafts', 'application=none'])
      expect(await list(query)).toEqual([]);
    expect((await call('GET', '/api/runs/facets')).json).toMatchObject({
      agents: ['janitor'],
      requesters: ['ada'],
    });
    await run?.runner.close();
    const { request } = run ?? {};
    const decision = { decision: 'approve', action_digest: request.action_digest };
    await call('POST', `/api/approvals/${request.approval_id}/decision`, decision);
    expect(await list('state=decided')).toMatchObject([{ state: 'decided', waiting: 0 }]);
  });

  it('is read by approvers only, and recorded with the request', async () => {
    const { call, as, waiting } = await startWaiting('old.txt');
    const [run] = waiting;
    const path = `/api/runs/${run?.runId}/context`;
    const body = { approval_id: run?.request.approval_id };
    expect((await call('POST', path, body, as('vera'))).status).toBe(403);
    const { status, json } = await call('POST', path, body);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      requester: 'ada',
      kept: 'complete',
      entries: [
        { kind: 'user', text: TASK },
        { kind: 'model', text: 'I delete it.' },
        { kind: 'call', tool_id: 'delete_file', state: 'waiting', input: '{"path":"old.txt"}' },
      ],
    });
    const { items } = (await call('GET', '/api/audit?event=context.viewed')).json;
    expect(items).toMatchObject([{ data: { by: 'mika', approval_id: body.approval_id, entries: 3 } }]);
    expect((await call('POST', '/api/runs/run_none/context', {})).status).toBe(404);
    await run?.runner.close();
  });

  it('becomes a decision record that says what was seen, decided and executed', async () => {
    const { call, waiting } = await startWaiting('old.txt');
    const [run] = waiting;
    const id = run?.request.approval_id;
    await call('POST', `/api/runs/${run?.runId}/context`, { approval_id: id });
    await call('POST', `/api/approvals/${id}/decision`, {
      decision: 'approve',
      action_digest: run?.request.action_digest,
      edited_arguments: { path: 'older.txt' },
    });
    await run?.runner.resumeWhenDecided(run.runId);
    await run?.runner.close();
    const { json } = await call('GET', `/api/approvals/${id}/record`);
    expect(json.verification).toMatchObject({ ok: true, problems: [] });
    expect(json.request).toMatchObject({
      user_intent: TASK,
      arguments: { path: 'old.txt' },
      edited_arguments: { path: 'older.txt' },
      decided_by: { id: 'mika' },
    });
    const events = json.events.map(({ event, by }: { event: string; by: string | null }) => [event, by]);
    expect(events).toEqual(
      expect.arrayContaining([
        ['approval.requested', null],
        ['context.viewed', 'mika'],
        ['approval.approved', 'mika'],
        ['tool.start', null],
        ['tool.result', null],
      ]),
    );
    expect((await call('GET', '/api/approvals/ap_none/record')).status).toBe(404);
  });

  it('reports a decision record whose row was changed', async () => {
    const { call, waiting, dataDir } = await startWaiting('old.txt');
    const [run] = waiting;
    await run?.runner.close();
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(dataDir, 'state.db'));
    database.exec(`update approvals set body = json_set(body, '$.agent_name', 'other')`);
    database.close();
    const { json } = await call('GET', `/api/approvals/${run?.request.approval_id}/record`);
    expect(json.verification.ok).toBe(false);
    expect(json.verification.problems).toHaveLength(1);
  });

  it('counts earlier similar requests and their decisions', async () => {
    const { call, waiting } = await startWaiting('a.txt', 'b.txt', 'c.txt');
    const [first, second, third] = waiting;
    for (const [run, decision] of [
      [first, 'approve'],
      [second, 'deny'],
    ] as const)
      await call('POST', `/api/approvals/${run?.request.approval_id}/decision`, {
        decision,
        action_digest: run?.request.action_digest,
      });
    const { json } = await call('GET', `/api/approvals/${third?.request.approval_id}/similar`);
    expect(json).toMatchObject({ approved: 1, denied: 1, expired: 0, pending: 0 });
    expect(json.items).toHaveLength(2);
    expect((await call('GET', `/api/approvals/${first?.request.approval_id}/similar`)).json.items).toEqual(
      [],
    );
    for (const { runner } of waiting) await runner.close();
  });
});
