import { deepEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Command } from '@langchain/langgraph';
import { SekishoError } from '@sekisho/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLangChainGate, type LangChainGate } from '../src/index.ts';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';
import { approval, MANIFESTS, officeAgent, type ModelCall } from './office.ts';

const READ: ModelCall = { id: 'call_1', tool: 'read_note', args: { id: '7' } };
const SEND: ModelCall = { id: 'call_2', tool: 'send_mail', args: { to: 'eve@evil.example' } };
const MIKA = { id: 'mika' };
const CONFIG = { configurable: { thread_id: 'chat 1' } };

let directory: string;
let effects: string[];
let calls: readonly ModelCall[];
let gate: LangChainGate;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-langchain-'));
  effects = [];
  gate = open();
});

afterEach(async () => {
  const { ok, authority } = await gate.engine.verifyExecutionLog();
  await gate.close();
  rmSync(directory, { recursive: true, force: true });
  deepEqual({ ok, findings: authority?.findings }, { ok: true, findings: [] });
});

describe.each(['bare', 'gated'] as const)('LangChain, %s', (side) => {
  const once = side === 'gated' ? 1 : 2;

  it('receives the same request again after the approval', async () => {
    const agent = await approved(side, [SEND]);
    await agent.invoke(approval(), CONFIG);
    await ask(agent);
    await agent.invoke(approval(), CONFIG);
    expect(effects).toHaveLength(once);
  });

  it('receives two approvals at the same time', async () => {
    const agent = await approved(side, [SEND]);
    await Promise.allSettled([agent.invoke(approval(), CONFIG), agent.invoke(approval(), CONFIG)]);
    expect(effects).toHaveLength(once);
  });

  it('receives two calls in one turn of which one needs an approval', async () => {
    const agent = await approved(side, [READ, SEND]);
    expect(effects).toEqual(['read_note {"id":"7"}']);
    await Promise.allSettled([agent.invoke(approval(), CONFIG), agent.invoke(approval(), CONFIG)]);
    expect(effects).toHaveLength(1 + once);
  });

  it('receives an approval that no person made', async () => {
    const agent = await waiting(side, [SEND]);
    await agent.invoke(approval(), CONFIG);
    expect(effects).toHaveLength(once - 1);
  });

  it('continues in another process, which is killed between the body and the checkpoint', async () => {
    await approved(side, [SEND]);
    await gate.close();
    await expect(runProgram(side, 'kill')).rejects.toMatchObject({ signal: 'SIGKILL' });
    gate = open();
    if (side === 'gated') {
      // A person looks at the mailbox and states that the mail was sent.
      await codeOf(agentOf(side).invoke(approval(), CONFIG));
      const [unknown] = await gate.engine.getPendingApprovals();
      await gate.engine.resolveOutcome(unknown?.approval_id ?? '', 'done', { by: MIKA, result: 'Sent.' });
    }
    expect((await runProgram(side, 'live')).stdout.trim()).toBe('Done.');
    expect(readFileSync(join(directory, 'effects'), 'utf8').trim().split('\n')).toHaveLength(once);
  });
});

describe('the gate for LangChain', () => {
  it('continues without a value of resume, with the decision of the store', async () => {
    const agent = await approved('gated', [SEND]);
    const { messages } = await agent.invoke(null, CONFIG);
    expect(messages.at(-1)?.text).toBe('Done.');
    expect(effects).toHaveLength(1);
  });

  it('reports the denial of a person to the model', async () => {
    const agent = await waiting('gated', [SEND]);
    await decide('deny');
    const { messages } = await agent.invoke(approval(), CONFIG);
    expect(messages.map(({ text }) => text).join('\n')).toContain('declined');
    expect(effects).toEqual([]);
  });

  it.each([
    [true, 1, 'approval.approved'],
    [false, 0, 'approval.denied'],
  ] as const)('stores the decision of an authenticated approver: %s', async (approve, executions, event) => {
    const agent = await waiting('gated', [SEND]);
    await agent.invoke(new Command({ resume: { approve } }), { ...CONFIG, context: { approver: MIKA } });
    expect(effects).toHaveLength(executions);
    const [decision] = await gate.engine.getExecutionLogs({ event });
    expect(decision?.data).toMatchObject({ by: 'mika' });
  });

  it.each([
    [undefined, 0],
    ['Send a mail to bob@shop.example.', 1],
  ])('counts only the text that the program names: %s', async (userText, executions) => {
    calls = [{ ...SEND, args: { to: 'bob@shop.example' } }];
    const messages = [{ role: 'user', content: 'Send a mail to bob@shop.example.' }];
    await agentOf('gated').invoke({ messages }, { ...CONFIG, context: { userText } });
    expect(effects).toHaveLength(executions);
  });

  it('replays a result in another process', async () => {
    calls = [READ];
    const context = { userText: 'Read note 7.' };
    await agentOf('gated').invoke({ messages: [] }, { ...CONFIG, context });
    await gate.close();
    gate = open();
    const { messages } = await agentOf('gated').invoke(
      { messages: [{ role: 'user', content: 'Again.' }] },
      CONFIG,
    );
    expect(messages.at(-2)?.text).toBe('read_note is done.');
    expect(effects).toHaveLength(1);
  });

  it('requires the id of a thread', async () => {
    calls = [READ];
    const work = agentOf('gated').invoke({ messages: [] }, { configurable: {} });
    expect(await codeOf(work)).not.toBe(undefined);
    expect(effects).toEqual([]);
  });
});

function open(): LangChainGate {
  return createLangChainGate({
    store: { directory },
    application: 'shop',
    leaseMs: 300,
    manifests: MANIFESTS,
  });
}

function agentOf(side: 'bare' | 'gated') {
  return officeAgent({
    directory,
    gate: side === 'gated' ? gate : undefined,
    calls: () => calls,
    execute: async (name, args) => {
      effects.push(`${name} ${JSON.stringify(args)}`);
      return `${name} is done.`;
    },
  });
}

const ask = (agent: ReturnType<typeof agentOf>) =>
  agent.invoke({ messages: [{ role: 'user', content: 'Please tidy up.' }] }, CONFIG);

/** The agent after a request in which a mail waits. */
async function waiting(side: 'bare' | 'gated', requested: readonly ModelCall[]) {
  calls = requested;
  const agent = agentOf(side);
  await ask(agent);
  const { tasks } = await agent.graph.getState(CONFIG);
  expect(tasks.flatMap(({ interrupts }) => interrupts)).toHaveLength(1);
  return agent;
}

/** The same after a person approved the mail in the console, on the gated side. */
async function approved(side: 'bare' | 'gated', requested: readonly ModelCall[]) {
  const agent = await waiting(side, requested);
  if (side === 'gated') await decide('approve');
  return agent;
}

async function decide(decision: 'approve' | 'deny'): Promise<void> {
  const [request] = await gate.engine.getPendingApprovals();
  await gate.engine.decide(request?.approval_id ?? '', decision, { by: MIKA });
}

/** The code of the error with which an invocation was rejected. */
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof SekishoError ? error.code : error),
  );

function runProgram(side: string, end: string) {
  const program = join(import.meta.dirname, 'programs/answer.ts');
  const args = ['--conditions=@sekisho/source', program, directory, side, end];
  return promisify(execFile)(process.execPath, args, { env: PROGRAM_ENVIRONMENT });
}
