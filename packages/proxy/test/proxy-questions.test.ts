import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { ERAS, Office, textOf } from './office.ts';

const SEND = { name: 'send_mail', arguments: { to: 'bob@shop.example', body: 'The order.' } };
const FORM = { capabilities: { elicitation: { form: {} } } };
const URL_ONLY = { capabilities: { elicitation: { url: {} } } };

describe.concurrent.each(ERAS)('questions to a client (%s)', (era) => {
  const replies = (reply: ElicitResult, afterMs = 1_100) => {
    const asked: unknown[] = [];
    const prepare = (client: Client) =>
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        asked.push(params);
        await sleep(afterMs);
        return reply;
      });
    return { asked, prepare };
  };
  const approving = ['--approve-in-client', '--wait', '1'];

  it('a form shows every value, and an approval in it executes the call once', async (context) => {
    const office = new Office(context);
    const { asked, prepare } = replies({ action: 'accept', content: { approve: true } });
    const client = await office.connect({ era, client: FORM, args: approving, prepare });
    expect(textOf(await client.callTool(SEND))).toBe('The mail was sent.');
    expect(JSON.stringify(asked)).toContain('bob@shop.example');
    expect(office.effects).toHaveLength(1);
    const logs = await office.review((engine) => engine.getExecutionLogs());
    expect(JSON.stringify(logs)).toContain('client:test-client');
  });

  it('a question of the server reaches the client with the open call', async (context) => {
    const office = new Office(context);
    const { asked, prepare } = replies({ action: 'accept', content: { color: 'red' } }, 0);
    const client = await office.connect({ era, client: FORM, prepare });
    expect(textOf(await client.callTool({ name: 'read_survey', arguments: {} }))).toBe(
      '{"action":"accept","content":{"color":"red"}}',
    );
    expect(asked).toMatchObject([{ message: 'Which color?' }]);
  });

  // The rest does not depend on the era.
  if (era === 'legacy') return;

  it.for([
    ['a refusal', { action: 'accept', content: { approve: false } }],
    ['a decline after a second', { action: 'decline' }],
  ] as const)('%s denies the call', async ([, reply], context) => {
    const office = new Office(context);
    const { prepare } = replies(reply);
    const client = await office.connect({ era, client: FORM, args: approving, prepare });
    expect(textOf(await client.callTool(SEND))).toContain('declined');
    expect(office.effects).toEqual([]);
  });

  it.for([
    ['an automatic cancel', { action: 'cancel' }, 0],
    ['an immediate decline', { action: 'decline' }, 0],
    ['an immediate approval', { action: 'accept', content: { approve: true } }, 0],
    ['an approval without a choice', { action: 'accept', content: {} }, 1_100],
  ] as const)('%s is no decision: the request stays open', async ([, reply, afterMs], context) => {
    const office = new Office(context);
    const { prepare } = replies(reply, afterMs);
    const client = await office.connect({ era, client: FORM, args: approving, prepare });
    expect(textOf(await client.callTool(SEND))).toContain('waits for the decision of a person');
    expect(await office.pending()).toMatchObject({ status: 'pending' });
    expect(office.effects).toEqual([]);
  });

  it('no form is used unless it is enabled', async (context) => {
    const office = new Office(context);
    const { asked, prepare } = replies({ action: 'accept', content: { approve: true } });
    const client = await office.connect({ era, client: FORM, args: ['--wait', '1'], prepare });
    expect(textOf(await client.callTool(SEND))).toContain('waits for the decision of a person');
    expect(asked).toEqual([]);
  });

  it('a link leads to the request in the console, and opening it approves nothing', async (context) => {
    const office = new Office(context);
    const args = ['--console', 'http://127.0.0.1:8787', '--wait', '1'];
    const { asked, prepare } = replies({ action: 'accept' });
    const client = await office.connect({ era, client: URL_ONLY, args, prepare });
    expect(textOf(await client.callTool(SEND))).toContain('waits for the decision of a person');
    const { approval_id: id } = await office.pending();
    expect(asked).toMatchObject([{ mode: 'url', url: `http://127.0.0.1:8787/inbox/${id}` }]);
    expect(office.effects).toEqual([]);
  });

  it.for([
    ['complete', SEND.arguments],
    ['partial', { ...SEND.arguments, body: 'x'.repeat(3_000) }],
  ] as const)('a form in reply to a link approves nothing (%s prompt)', async ([, args], context) => {
    const office = new Office(context);
    const { asked, prepare } = replies({ action: 'accept', content: { approve: true } });
    const console = ['--console', 'http://127.0.0.1:8787'];
    const capabilities = { elicitation: { form: {}, url: {} } };
    const options = { era, client: { capabilities }, args: [...approving, ...console], prepare };
    const client = await office.connect(options);
    const sent = await client.callTool({ name: 'send_mail', arguments: args });
    expect(textOf(sent)).toContain('waits for the decision of a person');
    expect(asked).toMatchObject([{ mode: 'url' }]);
    expect(office.effects).toEqual([]);
  });

  it('a client of another session neither receives the question nor the result', async (context) => {
    const office = new Office(context);
    const ada = replies({ action: 'accept', content: { color: 'red' } }, 3_000);
    const bob = replies({ action: 'accept', content: { color: 'blue' } }, 0);
    const [first, second] = await office.connectSessions([
      { session: 'ada', client: FORM, prepare: ada.prepare },
      { session: 'bob', client: FORM, prepare: bob.prepare },
    ]);
    const survey = (client: Client | undefined) =>
      client?.callTool({ name: 'read_survey', arguments: {} }).then(textOf);
    const answered = survey(first);
    await context.expect.poll(() => ada.asked, { timeout: 10_000 }).toHaveLength(1);
    expect(await survey(second)).toContain('blue');
    expect(await answered).toContain('red');
    expect([ada.asked.length, bob.asked.length]).toEqual([1, 1]);
    const calls = await office.review((engine) => engine.getExecutionLogs({ event: 'tool.start' }));
    expect(new Set(calls.map(({ run_id }) => run_id)).size).toBe(2);
  });

  it('the server knows when the client cannot ask', async (context) => {
    const office = new Office(context);
    const client = await office.connect({ era });
    await expect(client.callTool({ name: 'read_survey', arguments: {} })).rejects.toThrow(
      "the request's client capabilities do not declare the required capability",
    );
  });
});
