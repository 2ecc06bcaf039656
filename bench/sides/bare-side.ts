import { Agent, OpenAIProvider, Runner, RunState, tool } from '@openai/agents';
import { scriptModel } from '../script-model.ts';
import {
  MAX_TURNS,
  modelNameOf,
  onlyUsed,
  questionOf,
  requireEnd,
  scriptOf,
  toolParts,
  waits,
  type OpenedSide,
  type Work,
} from './work.ts';

/** Opens the Agents SDK alone. It has no store; a run that waits is saved as text and read back. */
export async function openSide(work: Work, onCall: () => void): Promise<OpenedSide> {
  const parts = toolParts(onCall);
  const agent = new Agent({
    name: 'Reporter',
    model: work.modelUrl === undefined ? scriptModel(scriptOf(work)) : modelNameOf(work),
    tools: onlyUsed(work, [
      tool({ ...parts, name: 'get_weather' }),
      tool({ ...parts, name: 'lookup_weather' }),
      tool({ ...parts, name: 'save_forecast' }),
      tool({ ...parts, name: 'ask_weather', needsApproval: true }),
      tool({ ...parts, name: 'send_report', needsApproval: true }),
    ]),
  });
  const runner = new Runner({
    tracingDisabled: true,
    ...(work.modelUrl === undefined
      ? {}
      : { modelProvider: new OpenAIProvider({ baseURL: work.modelUrl, apiKey: 'bench' }) }),
  });
  return { unit: () => executeUnit(runner, agent, work), close: async () => {} };
}

async function executeUnit(runner: Runner, agent: Agent, work: Work): Promise<void> {
  if (work.isStreamed === true) {
    const result = await runner.run(agent, questionOf(work), { stream: true, maxTurns: MAX_TURNS });
    for await (const _event of result);
    await result.completed;
    return requireEnd(result.finalOutput);
  }
  const result = await runner.run(agent, questionOf(work), { maxTurns: MAX_TURNS });
  if (!waits(work)) return requireEnd(result.finalOutput);
  const restored = await RunState.fromString(agent, result.state.toString());
  for (const item of restored.getInterruptions()) restored.approve(item);
  return requireEnd((await runner.run(agent, restored, { maxTurns: MAX_TURNS })).finalOutput);
}
