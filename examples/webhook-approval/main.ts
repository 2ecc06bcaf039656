// Shows: approvals by signed webhooks. Forged, old and repeated ones, and ones of undisplayed calls, are rejected.
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

/**
 * Creates the chat message: masked text, a link to the complete values, and an approve button if the text is
 * complete.
 */
function messageFor({ prompt, approval_id: id, display }: HumanApprovalRequest) {
  const buttons = display === 'complete' ? ['approve', 'deny'] : ['deny'];
  return { text: prompt, link: `${CONSOLE}${encodeURIComponent(id)}`, buttons };
}

/**
 * Handles the webhook. The signed body contains the user who pressed the button, so the chat application vouches for
 * it.
 */
async function onPress(request: Request): Promise<Response> {
  const body = await readSignedBody(request, { secret: SECRET, nowSec: Date.now() / 1_000 });
  if (body === undefined) return new Response('The signature is invalid.', { status: 401 });
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

const { run_id, interruptions } = await runner.run(agent, 'Handle the releases.');
const [request] = interruptions;
assert.ok(request, 'The call must require an approval.');
const { approval_id } = request;
assert.deepEqual(messageFor(request).buttons, ['approve', 'deny'], 'The message displays the complete call.');
let body = JSON.stringify({ run_id, approval_id, decision: 'approve', user: 'mika' });
const now = String(Math.floor(Date.now() / 1_000));
const old = String(Number(now) - 3_600);

assert.equal((await press(now, signBody('a guess', now, body))).status, 401, 'A forged request is rejected.');
assert.equal((await press(old, signBody(SECRET, old, body))).status, 401, 'An old request is rejected.');
assert.equal((await press(now, '')).status, 401, 'An unsigned request is rejected.');
assert.deepEqual(deployed, [], 'None of them causes a deployment.');

const good = await press(now, signBody(SECRET, now, body));
assert.equal(await good.text(), 'Done. 1.4.2 is live.');
assert.equal((await press(now, signBody(SECRET, now, body))).status, 409, 'A repeated request is rejected.');
assert.deepEqual(deployed, ['1.4.2'], 'It was deployed once.');
const [decided] = await runner.getExecutionLogs({ event: 'approval.approved' });
assert.match(JSON.stringify(decided), /mika/, 'The log contains the approver.');

const long = await runner.run(
  new Agent({
    name: 'releaser',
    model: simulatedModel([
      { name: 'deploy', arguments: { version: '1.4.3', notes: 'Fixes. '.repeat(400) } },
    ]),
    tools: [deploy],
  }),
  'Handle the releases.',
);
const [hidden] = long.interruptions;
assert.ok(hidden, 'The call must require an approval.');
assert.deepEqual(messageFor(hidden).buttons, ['deny'], 'The message does not display the complete call.');
body = JSON.stringify({
  run_id: long.run_id,
  approval_id: hidden.approval_id,
  decision: 'approve',
  user: 'mika',
});
const unseen = await press(now, signBody(SECRET, now, body));
assert.equal(
  await unseen.text(),
  'AGENTS-E-APPROVAL-INVALID',
  'A call that was not displayed cannot be approved.',
);
assert.deepEqual(deployed, ['1.4.2'], 'Nothing else was deployed.');

// The page behind the link displays the complete values to mika, and her approval contains the proof of that.
const by = { id: 'mika' };
const { display_digest: displayed } = await runner.readApproval(hidden.approval_id, { by });
await runner.approveAndResume(long.run_id, hidden.approval_id, { decision: 'approve', by, displayed });
assert.deepEqual(deployed, ['1.4.2', '1.4.3']);
await runner.close();
console.log('Deployed once by the signed webhook, and once after the complete values were read.');

function press(timestamp: string, signature: string): Promise<Response> {
  const headers = { 'x-request-timestamp': timestamp, 'x-signature': signature };
  return onPress(new Request('https://bot.example/press', { method: 'POST', body, headers }));
}
