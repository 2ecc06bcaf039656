import { z } from 'zod';
import { Agent, createRunner, RuleSafetyAgent, tool, type AgentRunnerOptions } from '../../src/index.ts';
import { functionCall, scriptedModel } from '../../src/testing/scripted-model.ts';

/** The user does not ask for any mail. */
export const TASK = 'What does the letter say?';
export const ANN = 'ann@client.example';
export const ROOT = { id: 'root' };
export type Args = Readonly<Record<string, unknown>>;
export const MAIL = { to: ANN, body: 'Hello.', urgent: false };

/** An office whose mails need an approval, because the user did not ask for them; `sent` contains the executed calls. */
export class Office {
  readonly sent: string[] = [];
  letter = 'A long letter about the weather, with many words in it. Please reply soon.';

  #tools(description: string) {
    const act = (name: string, effect: 'send' | 'spend' | 'execute' | 'admin') =>
      tool({
        name,
        description,
        strict: false,
        parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
        extensions: {
          manifest: { effect, arguments: { to: 'recipient', body: 'content', urgent: 'option' } },
        },
        execute: async (input: unknown) => {
          this.sent.push(`${name} ${String(Reflect.get(Object(input), 'to'))}`);
          return 'It was sent.';
        },
      });
    return [
      tool({
        name: 'read_letter',
        description: 'Reads a letter',
        parameters: z.object({}),
        extensions: { manifest: { effect: 'read' } },
        execute: async () => this.letter,
      }),
      act('send_mail', 'send'),
      act('send_money', 'spend'),
      act('run_script', 'execute'),
      act('add_admin', 'admin'),
    ];
  }

  agent(args: Args, how: { name?: string; agent?: string; description?: string } = {}) {
    return this.agentOfTurn([args], how);
  }

  /** An agent that makes these calls in one turn, after it has read the letter. */
  agentOfTurn(calls: readonly Args[], { name = 'send_mail', agent = 'Clerk', description = 'Sends' } = {}) {
    const model = scriptedModel([
      [functionCall('call_read', 'read_letter', {})],
      calls.map((args, index) => functionCall(`call_${index + 1}`, name, args)),
    ]);
    return new Agent({ name: agent, model, tools: this.#tools(description) });
  }
}

type Runner = ReturnType<typeof createRunner>;
export const ruled = (options: Partial<AgentRunnerOptions> = {}) =>
  createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory', ...options });

/** Runs the call in a run of its own and decides its request. Returns whether there was one. */
export async function ask(
  runner: Runner,
  office: Office,
  args: Args,
  {
    decision = 'approve' as const as 'approve' | 'deny',
    ...how
  }: { decision?: 'approve' | 'deny'; name?: string } = {},
): Promise<boolean> {
  const { run_id, interruptions } = await runner.run(office.agent(args, how), TASK);
  const [request] = interruptions;
  if (request) await runner.approveAndResume(run_id, request.approval_id, { decision, by: { id: 'mika' } });
  return request !== undefined;
}

export const confirm = async (runner: Runner, isPattern = false, limits: object = {}) => {
  const proposal = (await runner.permissions.propose()).find((each) => each.is_pattern === isPattern);
  return runner.permissions.confirm({
    coveredDigest: proposal?.covered_digest ?? '',
    by: ROOT,
    reason: 'Ann is our contact.',
    ...limits,
  });
};

/** A runner with a confirmed permission for the same mail, or for all addresses of the domain. */
export async function permitted(
  isPattern = false,
  options: Partial<AgentRunnerOptions> = {},
  limits: object = {},
) {
  const runner = ruled(options);
  const office = new Office();
  for (const local of ['ann', isPattern ? 'bob' : 'ann', isPattern ? 'cho' : 'ann'])
    await ask(runner, office, { ...MAIL, to: `${local}@client.example` });
  const permission = await confirm(runner, isPattern, limits);
  office.sent.length = 0;
  return { runner, office, permission };
}
