import { expect, it } from 'vitest';
import { Agent } from '../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerThatHears } from './programs/mediation-stand.ts';

// Made when the program starts, as most are, and so before the first run has put any hook into upstream.
const effects = new Effects();
const clerk = effects.clerk([
  [functionCall('call_1', 'erase', { what: 'a' })],
  [assistantText('The clerk is done.')],
]);
const askClerk = clerk.asTool({ toolName: 'ask_clerk', toolDescription: 'Asks.' });

it('a sub-agent that was made before the first run goes on after both it and its call were approved', async () => {
  const kinds: string[] = [];
  let heard = '';
  const model = scriptedModel([
    [functionCall('call_0', 'ask_clerk', { input: 'go' })],
    ({ input }) => {
      heard = JSON.stringify(input);
      return [assistantText('All is done.')];
    },
  ]);
  const desk = new Agent({ name: 'Desk', model, tools: [askClerk] });
  const runner = runnerThatHears(({ tool_kind }) => {
    kinds.push(tool_kind);
    return {};
  });
  const { run_id: runId } = await runner.run(desk, 'Please erase.');
  for (let asked = 0; asked < 2; asked += 1) {
    const [question] = await runner.getPendingApprovals(runId);
    await runner.approveAndResume(runId, question?.approval_id ?? '', { decision: 'approve' });
  }
  expect(new Set(kinds)).toEqual(new Set(['agent', 'function']));
  expect(effects.done).toEqual(['a']);
  expect(heard).toContain('The clerk is done.');
});
