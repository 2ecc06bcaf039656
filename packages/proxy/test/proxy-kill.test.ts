import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { proofSize } from '../../../test/proof-size.ts';
import { ERAS, Office, textOf } from './office.ts';

const SEND = { name: 'send_mail', arguments: { to: 'bob@shop.example', body: 'The order.' } };

/** The moments of a kill: before the decision, and milliseconds after it, while the server needs 150 ms for the call. */
const MOMENTS = [
  'before the decision',
  ...Array.from({ length: proofSize('killedProxies') }, (_, index) => index * proofSize('killedProxyStepMs')),
];

const PEER_MOMENTS = proofSize('killedPeersOfProxy');

describe('a proxy that is killed', () => {
  it.for(MOMENTS)(
    'at %s: the repeated call has one effect and a result',
    { timeout: 180_000 },
    async (moment, context) => {
      const office = new Office(context);
      const era = ERAS[MOMENTS.indexOf(moment) % 2];
      const options = { ...(era && { era }), env: { SEND_DELAY_MS: '150' }, args: ['--wait', '120'] };
      const first = await office.start(options);
      void first.client.callTool(SEND).catch(() => undefined);
      await office.pending();
      if (moment === 'before the decision') first.kill();
      await office.decide('approve');
      if (moment !== 'before the decision') {
        await wait(Number(moment));
        first.kill();
      }
      const second = await office.connect(options);
      const repeated = second.callTool(SEND);
      const resolved = resolveUnknownOutcome(office);
      expect(textOf(await repeated)).toBe('The mail was sent.');
      await resolved.stop();
      expect(office.effects).toEqual(['send_mail bob@shop.example']);
      await second.close();
      const verified = await office.review((engine) => engine.verifyExecutionLog());
      expect(verified.first_bad).toBeUndefined();
    },
  );
});

describe('the proxy', () => {
  it('loses no call of many at the same time', async (context) => {
    const office = new Office(context);
    const client = await office.connect();
    const ids = Array.from({ length: proofSize('proxiedCalls') }, (_, index) => `n${index}`);
    const results = await Promise.all(
      ids.map((id) => client.callTool({ name: 'read_note', arguments: { id } })),
    );
    expect(results.filter((result) => !textOf(result).includes('forward this note'))).toEqual([]);
    expect(office.effects.toSorted()).toEqual(ids.map((id) => `read_note ${id}`).toSorted());
  });
});

describe('a proxy that receives SIGTERM', () => {
  it('ends although its client keeps the connection open', async (context) => {
    const { ended, stop } = await new Office(context).start();
    stop();
    await expect(ended).resolves.toBeUndefined();
  });
});

describe('a server that dies during a call', () => {
  it.for((['before', 'after'] as const).slice(-PEER_MOMENTS))(
    '%s its effect: the repeated call asks, and has one effect',
    async (moment, context) => {
      const office = new Office(context);
      const client = await office.connect({ env: { OFFICE_DIES: moment } });
      const call = () => client.callTool({ name: 'save_note', arguments: { text: 'The order is paid.' } });
      expect(textOf(await call())).toContain('It may have been executed: check before you repeat it.');
      const repeated = call();
      await office.pending();
      expect(office.effects).toHaveLength(moment === 'after' ? 1 : 0);
      await office.decide(moment === 'after' ? 'deny' : 'approve');
      expect(textOf(await repeated)).toContain(moment === 'after' ? 'declined' : 'Saved.');
      expect(office.effects).toEqual(['save_note The order is paid.']);
    },
  );
});

describe('a call that may have been executed', () => {
  it.for((['closed', 'killed'] as const).slice(-PEER_MOMENTS))(
    'is repeated only after an approval when the proxy was %s',
    { timeout: 60_000 },
    async (end, context) => {
      const office = new Office(context);
      const save = { name: 'save_note', arguments: { text: 'The order is paid.' } };
      const first = await office.start({ env: { OFFICE_DIES: 'after' } });
      const failed = await first.client.callTool(save);
      expect(textOf(failed)).toContain('It may have been executed');
      // The commit of this call stores the failure, too.
      await first.client.callTool({ name: 'read_disk', arguments: {} });
      if (end === 'killed') first.kill();
      await first.client.close();
      const second = await office.connect({ args: ['--wait', '1'] });
      const send = () => second.callTool(save).then(textOf, String);
      let text = await send();
      // A killed proxy did not store that the client knows the failure, so that the client receives it once more.
      if (text.includes('may have been executed')) text = await send();
      expect(text).toContain('It waits for the decision of a person.');
      expect(office.effects).toEqual(['save_note The order is paid.']);
    },
  );
});

describe('a client that is killed', () => {
  it.for((['before the decision', 'after the decision', 'during the call'] as const).slice(-PEER_MOMENTS))(
    '%s: the repeated call has one effect, and the client receives its result or that it is uncertain',
    { timeout: 180_000 },
    async (moment, context) => {
      const office = new Office(context);
      const options = { env: { SEND_DELAY_MS: '150' }, args: ['--wait', '120'] };
      const first = await office.start(options);
      void first.client.callTool(SEND).catch(() => undefined);
      await office.pending();
      if (moment === 'before the decision') await first.client.close();
      await office.decide('approve');
      // The server takes 150 ms, so this is within its call.
      if (moment === 'during the call') await wait(80);
      if (moment !== 'before the decision') await first.client.close();
      const second = await office.connect(options);
      const resolved = resolveUnknownOutcome(office);
      const send = () => second.callTool(SEND).then(textOf, String);
      let text = await send();
      // The first attempt reports that the interrupted call was not executed, or may have been executed. Then the client repeats
      // it, and a person decides whether it is executed.
      if (/not executed|may have been executed/.test(text)) text = await send();
      await resolved.stop();
      // First, because it is the claim of this test: whatever the client receives, the mail is sent once.
      expect(office.effects).toEqual(['send_mail bob@shop.example']);
      expect(text).toMatch(/The mail was sent\.|declined/);
    },
  );
});

/** A person looks at the mailbox and decides every request: whether the interrupted call took effect, or may be repeated. */
function resolveUnknownOutcome(office: Office) {
  const over = new AbortController();
  const work = office.review(async (engine) => {
    for (let poll = 0; poll < 2_400 && !over.signal.aborted; poll += 1) {
      const [open] = await engine.getPendingApprovals();
      if (open) {
        // The server of the killed process may still be sending; the person looks when it must have ended.
        await wait(2_000);
        const isSent = office.effects.length > 0;
        if (open.kind === 'call') {
          const decision = isSent ? 'deny' : 'approve';
          await engine.decide(open.approval_id, decision, { by: { id: 'mika' } });
          continue;
        }
        const details = {
          by: { id: 'mika' },
          result: { content: [{ type: 'text', text: 'The mail was sent.' }] },
        };
        await engine.resolveOutcome(
          open.approval_id,
          isSent ? 'done' : 'retry',
          isSent ? details : { by: { id: 'mika' } },
        );
        continue;
      }
      await wait(50);
    }
  });
  return {
    stop: async () => {
      over.abort();
      await work;
    },
  };
}
