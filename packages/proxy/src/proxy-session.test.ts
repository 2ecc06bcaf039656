import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, describeFunction } from '@sekisho/engine';
import { judge } from '@sekisho/engine/testing';
import { digestOf } from '@sekisho/engine/integration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApprovalWait, type Caller } from './approval-wait.ts';
import { ProxySession } from './proxy-session.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-session-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const caller: Caller = {
  name: 'test',
  connection: 1,
  capabilities: {},
  callId: undefined,
  meta: {},
  signal: new AbortController().signal,
  wantsProgress: false,
  sendProgress: () => undefined,
  progressSent: () => undefined,
  elicits: { form: false, url: false },
  log: () => undefined,
  seal: async () => '',
};

it('executes an equal call again after it forgot the calls before, also in the next process', async () => {
  const done: string[] = [];
  const tool = describeFunction({ name: 'save_note', manifest: { effect: 'write' } });
  const save = (session: ProxySession, note: string) => {
    const execute = async () => ({ count: done.push(note) });
    const request = { tool, args: { note }, digest: digestOf(note), isUnaccepted: false, execute };
    return session.perform(request, caller);
  };
  const inProcess = async (...notes: readonly string[]) => {
    const engine = createEngine({
      safetyAgent: judge('allow'),
      store: { directory },
      application: 'test',
      integration: { name: 'mcp-proxy' },
    });
    const wait = new ApprovalWait(engine, { approveInClient: false, clock: Date.now });
    const options = { agent: 'a', profile: 'balanced', facts: undefined, leaseMs: 1_000, wait };
    const session = new ProxySession(engine, { ...options, name: 'a', directory, maxRemembered: 2 });
    for (const note of notes) expect(await save(session, note)).toMatchObject({ kind: 'result' });
    await session.close();
    await engine.close();
  };
  await inProcess('one', 'one', 'two', 'three', 'four', 'one');
  await inProcess('two', 'one', 'five');
  expect(done).toEqual(['one', 'one', 'two', 'three', 'four', 'one', 'two', 'one', 'five']);
});
