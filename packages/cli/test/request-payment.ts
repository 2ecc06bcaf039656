import { createEngine, describeFunction, RuleSafetyAgent, type HumanApprovalRequest } from '@sekisho/engine';

const transferOf = (name: string) =>
  describeFunction({
    name,
    manifest: { effect: 'spend', arguments: { to: 'account', amount: 'amount' } },
  });

/** Lets an agent request a payment that waits for a person. */
export async function requestPayment(
  directory: string,
  note = 'rent',
  tool = 'transfer',
): Promise<HumanApprovalRequest> {
  const engine = createEngine({
    safetyAgent: new RuleSafetyAgent(),
    store: { directory },
    application: 'shop',
    integration: { name: 'test' },
  });
  const run = await engine.openRun({ agent: 'clerk', key: note });
  run.addUserText('Please look at my mail.');
  const rawArguments = JSON.stringify({ to: 'DE00 9999', amount: 950, note });
  const [call] = await run.decideTurn({
    agent: { name: 'clerk' },
    calls: [{ key: 'call_1', callId: 'call_1', tool: transferOf(tool), rawArguments }],
    visible: true,
  });
  await run.wait({ state: '' });
  await engine.close();
  if (call?.stage !== 'waiting') throw new Error('The call does not wait.');
  return call.approval;
}
