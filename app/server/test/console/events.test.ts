import { describe, expect, it } from 'vitest';
import { openEvents } from './event-stream.ts';
import { makeFolder, startConsole, until } from './start-console.ts';
import { proofSize } from '../../../../test/proof-size.ts';

describe('the event stream', () => {
  it('sends events immediately', async () => {
    const { url, as, play } = await startConsole();
    const stream = await openEvents(`${url}/api/events`, as('vera'));
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await until(async () => stream.events.length > 0);
    expect(stream.events[0]).toMatchObject({ event: 'hello', data: { seq: 0 } });
    const runId = await play('files-poisoned');
    await until(async () => stream.audit().some(({ event }) => event === 'run.suspended'));
    const [version, ...records] = stream.audit();
    expect(version).toMatchObject({ event: 'audit.version', run_id: '' });
    expect(records.map(({ event }) => event)).toEqual([
      'run.started',
      'gate.decision',
      'tool.start',
      'tool.result',
      'gate.decision',
      'approval.requested',
      'run.suspended',
    ]);
    expect(records.every(({ run_id: id }) => id === runId)).toBe(true);
    expect(records[5]).toMatchObject({
      tool_id: 'delete_file',
      approval_id: expect.stringMatching(/^ap_/),
    });
  });

  it('continues after the last received event, also after a restart of the server', async () => {
    const dataDir = makeFolder();
    const first = await startConsole({}, { dataDir });
    const stream = await openEvents(`${first.url}/api/events`, first.as('vera'));
    await first.play('mail-benign');
    await until(async () => stream.audit().some(({ event }) => event === 'run.finished'));
    const seen = stream.audit().map(({ seq }) => seq);
    await first.stop();
    await until(async () => stream.seen.isOver);
    expect(stream.events.at(-1)?.event).toBe('bye');
    const between = await startConsole({}, { dataDir });
    await between.play('files-benign');
    await between.stop();
    const second = await startConsole({}, { dataDir });
    const lastId = stream.events.findLast(({ event }) => event === 'audit')?.id ?? '';
    const again = await openEvents(`${second.url}/api/events`, {
      ...second.as('vera'),
      'last-event-id': lastId,
    });
    await second.play('mail-benign');
    await until(async () => again.audit().filter(({ event }) => event === 'run.finished').length === 2);
    const all = [...seen, ...again.audit().map(({ seq }) => seq)];
    expect(all).toEqual(Array.from({ length: all.length }, (_, index) => index + 1));
  });

  it('sends events of another server on the same store', async () => {
    const dataDir = makeFolder();
    const [one, other] = [await startConsole({}, { dataDir }), await startConsole({}, { dataDir })];
    const stream = await openEvents(`${one.url}/api/events`, one.as('vera'));
    await until(async () => stream.events.length > 0);
    const runId = await other.play('mail-benign');
    await until(async () => stream.audit().some(({ event }) => event === 'run.finished'));
    const runs = stream.audit().filter(({ event }) => event !== 'audit.version');
    expect(runs.every(({ run_id: id }) => id === runId)).toBe(true);
  });

  it('resets a client that is ahead of the log', async () => {
    const { url, as } = await startConsole();
    const stream = await openEvents(`${url}/api/events?after=999999`, as('vera'));
    await until(async () => stream.events.length > 1);
    expect(stream.events.map(({ event }) => event)).toEqual(['hello', 'reset']);
  });

  it('starts at the end when the position is invalid', async () => {
    const { url, as, play } = await startConsole();
    await play('mail-benign');
    const stream = await openEvents(`${url}/api/events`, { ...as('vera'), 'last-event-id': 'x; drop table' });
    await until(async () => stream.events.length > 0);
    expect(stream.events[0]?.data.seq).toBeGreaterThan(5);
  });

  it('sends periodic heartbeats', async () => {
    const { url, as } = await startConsole({}, { heartbeatMs: 30 });
    const stream = await openEvents(`${url}/api/events`, as('vera'));
    await until(async () => stream.seen.pings >= 3);
    expect(stream.events.map(({ event }) => event)).toEqual(['hello']);
  });

  it('ends when the client loses access', async () => {
    const { url, as, call, play } = await startConsole({}, { heartbeatMs: 50 });
    const request = { name: 'ci', role: 'viewer' };
    const { token, id } = (await call('POST', '/api/tokens', request, as('root'))).json;
    const revoked = await openEvents(`${url}/api/events`, { authorization: `Bearer ${token}` });
    const other = await openEvents(`${url}/api/events`, as('vera'));
    await until(async () => revoked.seen.pings >= 2);
    await call('DELETE', `/api/tokens/${id}`, undefined, as('root'));
    await until(async () => revoked.seen.isOver);
    await play('mail-benign');
    await until(async () => other.audit().some(({ event }) => event === 'run.finished'));
    expect(revoked.audit().some(({ event }) => event.startsWith('run.'))).toBe(false);
    expect(other.seen.isOver).toBe(false);
  });

  it('has a limited number of streams, releases them, and asks other clients to retry later', async () => {
    const { url, as, call } = await startConsole({ MAX_STREAMS: '5' });
    const open = [];
    for (let index = 0; index < 5; index += 1) open.push(await openEvents(`${url}/api/events`, as('vera')));
    const refused = await call('GET', '/api/events', undefined, as('mika'));
    expect([refused.status, refused.json.code]).toEqual([503, 'TooManyStreams']);
    expect(refused.headers.get('retry-after')).toBe('5');
    await open[0]?.close();
    await until(async () => (await call('GET', '/api/status')).json.streams === 4);
    expect((await openEvents(`${url}/api/events`, as('mika'))).status).toBe(200);
  });

  it('limits the streams of one user', async () => {
    const { url, as, call } = await startConsole();
    const open = await Promise.all(
      Array.from({ length: 100 }, () => openEvents(`${url}/api/events`, as('vera'))),
    );
    expect(open.every(({ status }) => status === 200)).toBe(true);
    expect((await call('GET', '/api/events', undefined, as('vera'))).status).toBe(503);
    expect((await openEvents(`${url}/api/events`, as('mika'))).status).toBe(200);
  });

  it('stays bounded with ten times as many concurrent clients as streams', { timeout: 180_000 }, async () => {
    const readers = proofSize('eventReaders');
    const maxStreams = readers / 10;
    const { app, call } = await startConsole({ TRUSTED_USER_HEADER: 'x-user', MAX_STREAMS: `${maxStreams}` });
    const leaving = new AbortController();
    const answers = await Promise.all(
      Array.from({ length: readers }, async (_, index) =>
        app.request('/api/events', { headers: { 'x-user': `user-${index}` }, signal: leaving.signal }),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(503)]).toEqual([maxStreams, readers - maxStreams]);
    expect((await call('GET', '/api/status')).json.streams).toBe(maxStreams);
    for (const { status, body } of answers) if (status === 200) await body?.cancel();
    await until(async () => (await call('GET', '/api/status')).json.streams === 0);
  });
});
