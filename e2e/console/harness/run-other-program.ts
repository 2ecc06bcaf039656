import { createSimulator } from '@sekisho/responses/simulator';
import { Agent, createRunner, getProvider, RuleSafetyAgent, tool } from 'sekisho';
import { z } from 'zod';
import type { TestServer } from './start-server.ts';

/** The application of the other program. The program has exited when its calls are decided. */
export const PROGRAM_APPLICATION = 'mail-service';

/** A call of the other program's agent. */
export interface ProgramCall {
  readonly name: 'send_mail' | 'pay';
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * Runs an agent of another program on the server's store until its calls, all of one turn, are pending in the inbox.
 */
export async function runOtherProgram(
  server: TestServer,
  calls: readonly ProgramCall[],
): Promise<readonly { readonly approval_id: string }[]> {
  const { agent, runner } = openProgram(server, calls);
  const { interruptions } = await runner.run(agent, 'Handle the mails.');
  await runner.close();
  return interruptions;
}

function openProgram(server: TestServer, calls: readonly ProgramCall[]) {
  const { fetch } = createSimulator({
    persona: () =>
      calls.map((call) => ({ type: 'function_call', name: call.name, arguments: { ...call.arguments } })),
  });
  const model = getProvider('openai', { env: {}, apiKey: 'simulated', fetch }).getModel('gpt-6.1-sol');
  const agent = new Agent({ name: 'clerk', model, tools: [sendMail, pay] });
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    application: PROGRAM_APPLICATION,
    agents: [agent],
    store: { directory: server.dataDir },
  });
  return { agent, runner };
}

/** Queues a run for the workers of the other program, of which none is running. Returns its id. */
export async function queueOtherRun(server: TestServer, task: string): Promise<string> {
  const { agent, runner } = openProgram(server, []);
  const { run_id: runId } = await runner.segments.start(agent, task);
  await runner.close();
  return runId;
}

/** Starts a worker of the other program, which executes runs from the queue. Returns the function that stops it. */
export async function startOtherWorker(server: TestServer, calls: readonly ProgramCall[]) {
  const { runner } = openProgram(server, calls);
  const worker = await runner.segments.work();
  return async () => {
    await worker.stop();
    await runner.close();
  };
}

/** Runs the agent of the other program once for each mail, until all of them wait for a decision. */
export async function askForMails(
  server: TestServer,
  mails: readonly { readonly to: string; readonly body: string }[],
): Promise<void> {
  const left = [...mails];
  const { fetch } = createSimulator({
    persona: () => [{ type: 'function_call', name: 'send_mail', arguments: { ...left.shift() } }],
  });
  const model = getProvider('openai', { env: {}, apiKey: 'simulated', fetch }).getModel('gpt-6.1-sol');
  const agent = new Agent({ name: 'invoice-bot', model, tools: [sendMail] });
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    application: PROGRAM_APPLICATION,
    agents: [agent],
    store: { directory: server.dataDir },
  });
  for (const _mail of mails) await runner.run(agent, 'Handle the customers.');
  await runner.close();
}

const sendMail = tool({
  name: 'send_mail',
  description: 'Sends a mail.',
  parameters: z.object({ to: z.string(), body: z.string() }),
  extensions: { manifest: { effect: 'send', arguments: { to: 'recipient', body: 'content' } } },
  execute: async () => 'Sent.',
});

const pay = tool({
  name: 'pay',
  description: 'Pays.',
  parameters: z.object({ account: z.string(), memo: z.string() }),
  extensions: { manifest: { effect: 'write', arguments: { account: 'account', memo: 'content' } } },
  execute: async () => 'Paid.',
});
