import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startConsole, until } from './start-console.ts';

type Span = { id: string; parent_id: string | null; kind: string; status: string; name: string };

describe('a run', () => {
  it('is a timeline of turns, responses, decisions, waits, calls and resumptions', async () => {
    const { call, play, pending, statusOf } = await startConsole();
    const runId = await play('files-poisoned');
    const waiting: { spans: Span[] } = (await call('GET', `/api/runs/${runId}`)).json;
    expect(waiting.spans.filter(({ kind }) => kind === 'wait')).toMatchObject([{ status: 'waiting' }]);
    const [question] = await pending(runId);
    await call('POST', `/api/approvals/${question.approval_id}/decision`, {
      decision: 'approve',
      action_digest: question.action_digest,
    });
    await until(async () => (await statusOf(runId)) === 'done');
    const { json } = await call('GET', `/api/runs/${runId}`);
    const spans: Span[] = json.spans;
    const tree = spans.map(({ kind, name, status, parent_id: parent }) => {
      const above = spans.find(({ id }) => id === parent);
      return [above ? `${above.kind} ${above.name}` : '', kind, name, status].join(' > ');
    });
    expect(tree).toEqual([
      ' > run > file-clerk > ok',
      'run file-clerk > turn > 1 > ok',
      'turn 1 > model > simulated > ok',
      'turn 1 > gate > read_file > ok',
      'turn 1 > tool > read_file > ok',
      'run file-clerk > turn > 2 > ok',
      'turn 2 > model > simulated > ok',
      'turn 2 > gate > delete_file > asked',
      'turn 2 > wait > delete_file > ok',
      'turn 2 > resume > resume > ok',
      'turn 2 > gate > delete_file > ok',
      'turn 2 > tool > delete_file > ok',
      'run file-clerk > turn > 3 > ok',
      'turn 3 > model > simulated > ok',
    ]);
    expect(json).toMatchObject({
      status: 'done',
      scenario: 'files-poisoned',
      started_by: 'mika',
      final_output: 'Everything is done.',
      is_truncated: false,
      cost_usd: 0,
    });
    expect(json.tokens.input).toBeGreaterThan(0);
    const order = spans.map(({ id }) => id);
    const early = spans.filter(
      ({ id, parent_id: parent }) => order.indexOf(parent ?? '') >= order.indexOf(id),
    );
    expect(early).toEqual([]);
  });

  it('is found by status, agent and text, in pages', async () => {
    const { call, play } = await startConsole();
    const done = await play('mail-benign');
    const waiting = await play('files-poisoned');
    const find = async (query: string) =>
      (await call('GET', `/api/runs?${query}`)).json.items.map(({ run_id: id }: { run_id: string }) => id);
    expect(await find('')).toEqual([waiting, done]);
    expect(await find('status=done')).toEqual([done]);
    expect(await find('agent=file-clerk')).toEqual([waiting]);
    expect(await find('q=FRIDAY')).toEqual([done]);
    expect(await find(`q=${waiting.slice(4, 20)}`)).toEqual([waiting]);
    expect(await find('q=nothing-like-that')).toEqual([]);
    const first = (await call('GET', '/api/runs?limit=1')).json;
    expect((await call('GET', `/api/runs?limit=1&cursor=${first.cursor}`)).json.items).toMatchObject([
      { run_id: done },
    ]);
  });

  it('that does not exist is not found', async () => {
    const { call } = await startConsole();
    for (const path of [
      '/api/runs/run_x',
      '/api/runs/run_x/log.jsonl',
      '/api/approvals/ap_x',
      '/api/audit/7',
    ])
      expect([path, (await call('GET', path)).json.code]).toEqual([path, 'NotFound']);
  });
});

describe('the audit log', () => {
  it('is read newest first, filtered by any field, in pages without gaps', async () => {
    const { call, play } = await startConsole();
    await play('mail-benign');
    await play('files-poisoned');
    const all = (await call('GET', '/api/audit?limit=200')).json;
    const seqs = all.items.map(({ seq }: { seq: number }) => seq);
    expect(seqs).toEqual(Array.from({ length: all.head_seq }, (_, index) => all.head_seq - index));
    const paged: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { json } = await call('GET', `/api/audit?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...json.items.map(({ seq }: { seq: number }) => seq));
      ({ cursor } = json);
    }
    expect(paged).toEqual(seqs);
    const count = async (query: string) => (await call('GET', `/api/audit?${query}`)).json.items.length;
    expect(await count('event=tool.start')).toBe(3);
    expect(await count('event=gate.decision&decision=needs_human')).toBe(1);
    expect(await count('tool=read_file')).toBe(3);
    expect(await count('q=PAYROLL')).toBe(1);
    expect(await count('by=mika')).toBe(0);
    expect(await count('since=2999-01-01')).toBe(0);
    expect(await count('until=2000-01-01')).toBe(0);
    expect(await count('until=2999-01-01&since=2000-01-01&limit=200')).toBe(all.head_seq);
  });

  it('verifies, and reports the first invalid record otherwise', async () => {
    const { call, play, dataDir } = await startConsole();
    await play('mail-benign');
    const good = (await call('POST', '/api/audit/verify', {})).json;
    expect(good).toMatchObject({ ok: true, first_bad: null });
    const database = new DatabaseSync(join(dataDir, 'state.db'));
    database.exec(`update log set decision = 'allow!' where seq = 3`);
    database.close();
    expect((await call('POST', '/api/audit/verify', {})).json).toMatchObject({
      ok: false,
      first_bad: { seq: 3 },
    });
  });

  it('is signed by an administrator, and verified against the signature', async () => {
    const { call, as, play } = await startConsole();
    await play('mail-benign');
    expect((await call('POST', '/api/audit/checkpoints', undefined, as('mika'))).status).toBe(403);
    const made = await call('POST', '/api/audit/checkpoints', undefined, as('root'));
    expect(made.status).toBe(201);
    expect((await call('GET', '/api/audit/checkpoints')).json.items).toMatchObject([
      { checkpoint: made.json },
    ]);
    expect((await call('POST', '/api/audit/verify', { anchor: made.json })).json.ok).toBe(true);
    const forged = { ...made.json, seq: made.json.seq + 1000 };
    expect((await call('POST', '/api/audit/verify', { anchor: forged })).json.ok).toBe(false);
  });

  it('is downloaded as lines of JSON', async () => {
    const { call, play } = await startConsole();
    const runId = await play('mail-benign');
    const { headers, text } = await call('GET', `/api/audit/export?run_id=${runId}`);
    expect(headers.get('content-type')).toContain('application/x-ndjson');
    expect(headers.get('content-disposition')).toContain('attachment');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ event: 'run.started', run_id: runId });
    expect(lines.at(-1)).toMatchObject({ event: 'run.finished' });
  });
});

describe('a download', () => {
  it.each([
    ['/api/audit/export?since=yesterday-ish'],
    ['/api/audit/export?run_id='],
    [`/api/runs/${'r'.repeat(300)}/log.jsonl`],
  ])('of %s is rejected as an invalid request', async (path) => {
    const { call } = await startConsole();
    const { status, json } = await call('GET', path);
    expect([status, json?.code]).toEqual([400, 'InvalidRequest']);
  });

  it('of a run that does not exist is not found', async () => {
    const { call } = await startConsole();
    expect((await call('GET', '/api/runs/unknown/log.jsonl')).status).toBe(404);
  });
});
