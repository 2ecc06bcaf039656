// Shows: an agent that asks more than two questions for each task, and what each measure saves.
import assert from 'node:assert/strict';
import {
  Agent,
  createRunner,
  loadProfile,
  ModelPlanner,
  ModelReviewer,
  RuleSafetyAgent,
  tool,
  type AgentRunnerOptions,
  type DeclaredManifest,
} from 'sekisho';
import { scriptedCall, scriptedModel, type ScriptedStep } from 'sekisho/testing';
import { z } from 'zod';

const INBOX =
  'A long mail of a client about the move of the office. Questions go to ann@client.example. An invoice is attached, 40 euros.';
const BOARD = [{ channel: 'berlin-team', topic: 'The Berlin office' }];
const ANN = 'ann@client.example';
type Call = readonly [tool: string, args: object];
const NEWS: readonly Call[] = [
  ['read_inbox', {}],
  ['sync_board', {}],
];
const UPDATE = { channel: 'berlin-team', text: 'The client wrote about the move.' };
const mail = (part: number) => ({ to: ANN, body: `Part ${part} of the news.` });
const PERSON = { id: 'mika' };

/** One week of work: the request of the user, and the calls that the model makes. */
const weekOf = (week: number): readonly (readonly [request: string, calls: readonly Call[]])[] => [
  ['Our people in Berlin should hear what came in today.', [...NEWS, ['post_update', UPDATE]]],
  ['Berlin has to know what the client says.', [...NEWS, ['post_update', UPDATE]]],
  ['Send the client two mails about the move.', [...NEWS, ['send_mail', mail(1)], ['send_mail', mail(2)]]],
  [
    'Anything from the client today?',
    [...NEWS, ['add_note', { about: `week ${week}`, text: 'They wrote.' }]],
  ],
  ['Deal with what came in today.', [...NEWS, ['pay_invoice', { to: 'client', amount: '40' }]]],
];

/** What the tools do. The names of two of them say something else. */
const MANIFESTS: Readonly<Record<string, DeclaredManifest>> = {
  read_inbox: { effect: 'read' },
  sync_board: { effect: 'read' },
  post_update: { effect: 'send', arguments: { channel: 'target', text: 'content' } },
  send_mail: { effect: 'send', arguments: { to: 'recipient', body: 'content' } },
  add_note: { effect: 'write', arguments: { about: 'target', text: 'content' } },
  pay_invoice: { effect: 'spend', arguments: { to: 'account', amount: 'amount' } },
};

const planner = new ModelPlanner({
  model: {
    answer: async ({ input }) => ({
      actions: [
        { tool: 'read_inbox', arguments: [] },
        { tool: 'sync_board', arguments: [] },
        ...(input.includes('Berlin')
          ? [{ tool: 'post_update', arguments: [{ name: 'channel', from: 'lookup', tools: ['sync_board'] }] }]
          : []),
        ...(input.includes('two mails')
          ? [{ tool: 'send_mail', arguments: [{ name: 'to', from: 'user', tools: [] }] }]
          : []),
      ],
    }),
  },
});
const reviewer = new ModelReviewer({
  rubric: 'Notes of the assistant for itself are harmless.',
  model: {
    answer: async ({ input }) =>
      input.includes('"tool":"add_note"')
        ? { decision: 'allow', reason: 'A note changes nothing for others.' }
        : { decision: 'ask', reason: 'A person decides.' },
  },
});
const once = loadProfile({ ...loadProfile('balanced'), approved_values: 'off' });
const policyStore = { getProfile: async () => once, setProfile: async () => undefined };

const rows: string[] = [];
await measure('nothing declared', { policyStore }, false);
await measure('+ manifests', { policyStore });
await measure('+ task plans', { policyStore, planner });
await measure('+ approved values', { planner });
await measure('+ standing permissions', { planner }, true, true);
const last = await measure('+ reviewer', { planner, reviewer }, true, true);
console.log(rows.join('\n'));
assert.ok(last < 0.5);
console.log('Only the payment is left.');

/** Runs the week with a person who approves everything, and returns the number of questions for each task. */
async function measure(
  name: string,
  options: Partial<AgentRunnerOptions>,
  isDeclared = true,
  hasPermissions = false,
) {
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory', ...options });
  if (hasPermissions) {
    // Three earlier weeks, after which an administrator confirms what people approved again and again.
    for (const week of [1, 2, 3]) await runWeek(week);
    for (const { covered_digest: coveredDigest } of await runner.permissions.propose())
      await runner.permissions.confirm({ coveredDigest, by: { id: 'root' }, reason: 'Our daily work.' });
  }
  const questions = (await runWeek(4)) / weekOf(4).length;
  rows.push(`${name.padEnd(24)}${questions.toFixed(2)} questions for each task`);
  assert.ok((await runner.verifyExecutionLog()).ok);
  await runner.close();
  return questions;

  async function runWeek(week: number): Promise<number> {
    let asked = 0;
    for (const [request, calls] of weekOf(week)) {
      const steps: ScriptedStep[] = calls.map(([id, args], index) => [
        scriptedCall(`call_${index}`, id, { ...args }),
      ]);
      const agent = new Agent({ name: 'Clerk', model: scriptedModel(steps), tools: tools(isDeclared) });
      let result = await runner.run(agent, request);
      while (result.interruptions[0]) {
        asked += 1;
        const { run_id: runId, approval_id: id } = result.interruptions[0];
        result = await runner.approveAndResume(runId, id, { decision: 'approve', by: PERSON });
      }
    }
    return asked;
  }
}

function tools(isDeclared: boolean) {
  const make = (name: string, fields: readonly string[], answer: unknown) =>
    tool({
      name,
      description: 'A tool of the office.',
      parameters: z.object(Object.fromEntries(fields.map((field) => [field, z.string()]))),
      ...(isDeclared && { extensions: { manifest: MANIFESTS[name] } }),
      execute: async () => answer,
    });
  return [
    make('read_inbox', [], INBOX),
    make('sync_board', [], BOARD),
    make('post_update', ['channel', 'text'], 'Posted.'),
    make('send_mail', ['to', 'body'], 'Sent.'),
    make('add_note', ['about', 'text'], 'Noted.'),
    make('pay_invoice', ['to', 'amount'], 'Paid.'),
  ];
}
