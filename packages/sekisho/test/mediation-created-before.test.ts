import { expect, it } from 'vitest';
import { Agent } from '../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

// The tool is created at program start, before the first run installs hooks in upstream.
const effects = new Effects();
const clerk = effects.clerk([
  [functionCall('call_1', 'erase', { what: 'a' })],
  [assistantText('The clerk is done.')],
]);
const askClerk = clerk.asTool({ toolName: 'ask_clerk', toolDescription: 'Asks.' });

it('resumes a sub-agent that was created before the first run after both it and its call were approved', async () => {
  const kinds: string[] = [];
  let received = '';
  const model = scriptedModel([
    [functionCall('call_0', 'ask_clerk', { input: 'go' })],
    ({ input }) => {
      received = JSON.stringify(input);
      return [assistantText('All is done.')];
    },
  ]);
  const coordinator = new Agent({ name: 'Coordinator', model, tools: [askClerk] });
  const runner = runnerWithJudge(({ tool_kind }) => {
    kinds.push(tool_kind);
    return {};
  });
  const { run_id: runId } = await runner.run(coordinator, 'Please erase.');
  for (let asked = 0; asked < 2; asked += 1) {
    const [request] = await runner.getPendingApprovals(runId);
    await runner.approveAndResume(runId, request?.approval_id ?? '', { decision: 'approve' });
  }
  expect(new Set(kinds)).toEqual(new Set(['agent', 'function']));
  expect(effects.done).toEqual(['a']);
  expect(received).toContain('The clerk is done.');
});
