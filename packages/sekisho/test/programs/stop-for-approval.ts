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

/** What the program does with a run that stopped for approval, and the environment in which it creates its runner. */
export interface StopCase {
  readonly field: string;
  readonly env: Readonly<Record<string, string>>;
}

const REASON = '\u001B[2K The file is \u202Ehidden.\nsekisho: run run_fake stopped';

// A program with one runner and one run for each case. It prints a line of JSON for each. Usage: stop-for-approval.ts CASES
const cases: readonly StopCase[] = JSON.parse(process.argv[2] ?? '[]');
for (const { field, env } of cases) {
  Object.assign(process.env, env);
  const runner = createRunner({ safetyAgent: safetyAgentOf(field), store: 'memory' });
  for (const name of Object.keys(env)) delete process.env[name];
  setDefaultRunner(runner);
  const { runId, printed } = await stop(field);
  process.stdout.write(`${JSON.stringify({ runId, printed })}\n`);
}

function safetyAgentOf(field: string) {
  return field === 'control characters'
    ? new SafetyAgent(() => ({ decision: 'needs_human', risk_level: 3, reason: REASON }))
    : judge('needs_human');
}

async function stop(field: string): Promise<{ runId: string; printed: string }> {
  const erase = tool({
    name: 'erase',
    description: 'Erases.',
    parameters: z.object({}),
    execute: () => 'done',
  });
  const steps = [[functionCall('c1', 'erase'), functionCall('c2', 'erase')]];
  const agent = new Agent({ name: 'Clerk', model: scriptedModel(steps), tools: [erase] });
  if (field.endsWith('of the stream')) {
    const stream = await run(agent, 'Go.', { stream: true });
    let printed = '';
    if (field.startsWith('text')) for await (const text of stream.toTextStream()) printed += text;
    await stream.completed;
    if (field.startsWith('interruptions')) printed = String(stream.interruptions.length);
    return { runId: String(stream.run_id), printed };
  }
  const result = await run(agent, 'Go.');
  const runId = String(result.run_id);
  if (field === 'finalOutput') return { runId, printed: String(result.finalOutput) };
  if (field === 'interruptions') return { runId, printed: String(result.interruptions.length) };
  if (field === 'getPendingApprovals') {
    for (const { run_id, approval_id } of await getPendingApprovals())
      await approveAndResume(run_id, approval_id, { decision: 'deny' }).catch(() => undefined);
  }
  return { runId, printed: '' };
}
