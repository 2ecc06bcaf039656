import { z } from 'zod';
import {
  Agent,
  approveAndResume,
  createRunner,
  getPendingApprovals,
  run,
  SafetyAgent,
  setDefaultRunner,
  tool,
} from '../../src/index.ts';
import { judge } from '../../../engine/src/testing/judge.ts';
import { functionCall, scriptedModel } from '../../src/testing/scripted-model.ts';

// A program whose run stops for approval. Usage: stop-for-approval.ts FIELD
const [field] = process.argv.slice(2);
const reason = '\u001B[2K The file is \u202Ehidden.\nsekisho: run run_fake stopped';
const safetyAgent =
  field === 'control characters'
    ? new SafetyAgent(() => ({ decision: 'needs_human', risk_level: 3, reason }))
    : judge('needs_human');
setDefaultRunner(createRunner({ safetyAgent, store: 'memory' }));
const erase = tool({
  name: 'erase',
  description: 'Erases.',
  parameters: z.object({}),
  execute: () => 'done',
});
const steps = [[functionCall('c1', 'erase'), functionCall('c2', 'erase')]];
const agent = new Agent({ name: 'Clerk', model: scriptedModel(steps), tools: [erase] });
if (field === 'text of the stream') {
  const stream = await run(agent, 'Go.', { stream: true });
  for await (const text of stream.toTextStream()) process.stdout.write(text);
  await stream.completed;
} else if (field === 'interruptions of the stream') {
  const stream = await run(agent, 'Go.', { stream: true });
  await stream.completed;
  if (stream.interruptions.length !== 2) throw new Error('The run has other interruptions.');
} else {
  const result = await run(agent, 'Go.');
  if (field === 'finalOutput') process.stdout.write(String(result.finalOutput));
  if (field === 'interruptions') process.stdout.write(String(result.interruptions.length));
  if (field === 'getPendingApprovals') {
    for (const { run_id, approval_id } of await getPendingApprovals())
      await approveAndResume(run_id, approval_id, { decision: 'deny' }).catch(() => undefined);
  }
}
