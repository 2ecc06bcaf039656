import { z } from 'zod';
import { Agent, createRunner, SafetyAgent, tool } from '../../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../../src/testing/scripted-model.ts';

/** A run with one approval, and with a secret in its arguments and its text. */
const secret = 'hunter2-hunter2';
const send = tool({
  name: 'send',
  description: 'Sends something.',
  parameters: z.object({ to: z.string(), password: z.string() }),
  execute: async () => 'sent',
});
const agent = new Agent({
  name: 'Clerk',
  tools: [send],
  model: scriptedModel([
    [functionCall('call_1', 'send', { to: 'ann', password: secret })],
    [assistantText('ok')],
  ]),
});
const safetyAgent = new SafetyAgent(() => ({
  decision: 'needs_human',
  risk_level: 3,
  reason: `It sends password=${secret}.`,
}));
const runner = createRunner({ safetyAgent, store: 'memory' });
const { run_id: runId, interruptions } = await runner.run(agent, `Send it with password=${secret}.`);
const approvalId = interruptions[0]?.approval_id ?? '';
const by = { id: 'mika' };
const { display_digest: displayed } = await runner.readApproval(approvalId, { by });
const { output_text } = await runner.approveAndResume(runId, approvalId, {
  decision: 'approve',
  by,
  displayed,
});
console.log(JSON.stringify({ output_text, approvalId, runId }));
