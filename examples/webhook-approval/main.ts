// Shows: approvals by a signed webhook, as a chat sends it. Forged, old and repeated ones do nothing, nor does one for a call that the message does not show completely.
import assert from 'node:assert/strict';
import { Agent, createRunner, RuleSafetyAgent, SekishoError, tool, type HumanApprovalRequest } from 'sekisho';
import { z } from 'zod';
import { simulatedModel } from '../simulated-model.ts';
import { readSignedBody, signBody } from './read-signed-body.ts';

const SECRET = 'the secret that the chat and this server share';
const deployed: string[] = [];
const deploy = tool({
  name: 'deploy',
  description: 'Deploys a version.',
  parameters: z.object({ version: z.string(), notes: z.string().default('') }),
  extensions: { manifest: { effect: 'execute', arguments: { version: 'target', notes: 'content' } } },
  execute: async ({ version }) => {
    deployed.push(version);
    return `${version} is live.`;
  },
});
const agent = new Agent({
  name: 'releaser',
  model: simulatedModel([{ name: 'deploy', arguments: { version: '1.4.2' } }]),
  tools: [deploy],
});
const CONSOLE = 'https://console.example/inbox?id=';
const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), agents: [agent], store: 'memory' });

const pressSchema = z.object({
  run_id: z.string(),
  approval_id: z.string(),
  decision: z.enum(['approve', 'deny']),
  user: z.string(),
});

/** What the server sends to the chat: masked text, a link to the complete values, and a button where it shows everything. */
function messageFor({ prompt, approval_id: id, display }: HumanApprovalRequest) {
  const buttons = display === 'complete' ? ['approve', 'deny'] : ['deny'];
  return { text: prompt, link: `${CONSOLE}${encodeURIComponent(id)}`, buttons };
}

/** What a server does with the webhook. Who pressed is in the signed body, so it is the chat's word. */
async function onPress(request: Request): Promise<Response> {
  const body = await readSignedBody(request, { secret: SECRET, nowSec: Date.now() / 1_000 });
  if (body === undefined) return new Response('The signature is not ours.', { status: 401 });
  const { run_id: runId, approval_id: approvalId, decision, user } = pressSchema.parse(JSON.parse(body));
  try {
    const { output_text: text } = await runner.approveAndResume(runId, approvalId, {
      decision,
      by: { id: user },
    });
    return new Response(text);
  } catch (error) {
    if (!(error instanceof SekishoError)) throw error;
    return new Response(error.code, { status: 409 });
  }
}

const { run_id, interruptions } = await runner.run(agent, 'Look after the releases.');
const [request] = interruptions;
assert.ok(request, 'The agent has to ask.');
const { approval_id } = request;
assert.deepEqual(messageFor(request).buttons, ['approve', 'deny'], 'The message shows the whole call.');
let body = JSON.stringify({ run_id, approval_id, decision: 'approve', user: 'mika' });
const now = String(Math.floor(Date.now() / 1_000));
const old = String(Number(now) - 3_600);

assert.equal((await press(now, signBody('a guess', now, body))).status, 401, 'A forged press is refused.');
assert.equal((await press(old, signBody(SECRET, old, body))).status, 401, 'An old press is refused.');
assert.equal((await press(now, '')).status, 401, 'A press without a signature is refused.');
assert.deepEqual(deployed, [], 'None of them did anything.');

const good = await press(now, signBody(SECRET, now, body));
assert.equal(await good.text(), 'Done. 1.4.2 is live.');
assert.equal(
  (await press(now, signBody(SECRET, now, body))).status,
  409,
  'The same press again is too late.',
);
assert.deepEqual(deployed, ['1.4.2'], 'It was deployed once.');
const [decided] = await runner.getExecutionLogs({ event: 'approval.approved' });
assert.match(JSON.stringify(decided), /mika/, 'The log names who pressed.');

const long = await runner.run(
  new Agent({
    name: 'releaser',
    model: simulatedModel([
      { name: 'deploy', arguments: { version: '1.4.3', notes: 'Fixes. '.repeat(400) } },
    ]),
    tools: [deploy],
  }),
  'Look after the releases.',
);
const [hidden] = long.interruptions;
assert.ok(hidden, 'The agent has to ask.');
assert.deepEqual(messageFor(hidden).buttons, ['deny'], 'The message does not show the whole call.');
body = JSON.stringify({
  run_id: long.run_id,
  approval_id: hidden.approval_id,
  decision: 'approve',
  user: 'mika',
});
const unseen = await press(now, signBody(SECRET, now, body));
assert.equal(await unseen.text(), 'AGENTS-E-APPROVAL-INVALID', 'Nobody approves what was not displayed.');
assert.deepEqual(deployed, ['1.4.2'], 'Nothing else was deployed.');

// The page behind the link shows the complete values to mika, and her approval carries the proof of it.
const by = { id: 'mika' };
const { display_digest: displayed } = await runner.readApproval(hidden.approval_id, { by });
await runner.approveAndResume(long.run_id, hidden.approval_id, { decision: 'approve', by, displayed });
assert.deepEqual(deployed, ['1.4.2', '1.4.3']);
await runner.close();
console.log(
  'Deployed by the one press that was signed, fresh and first, and once after the complete values were read.',
);

function press(timestamp: string, signature: string): Promise<Response> {
  const headers = { 'x-request-timestamp': timestamp, 'x-signature': signature };
  return onPress(new Request('https://bot.example/press', { method: 'POST', body, headers }));
}
