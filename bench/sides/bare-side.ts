import { Agent, OpenAIProvider, Runner, RunState, tool, type Model } from '@openai/agents';
import { scriptModel } from '../script-model.ts';
import { createSyncedFile, type SyncedFile } from './synced-file.ts';
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
export const openSide = (work: Work, onCall: () => void): Promise<OpenedSide> => openBare(work, onCall);

/**
 * Opens the Agents SDK alone, but with the waits of a durable run: for the disk before a call starts, before the model
 * receives a result, when the run begins to wait, when it continues, and at its end. What it writes is of no use, so this is
 * what the waits alone cost.
 */
export function openWaitingSide(work: Work, onCall: () => void): Promise<OpenedSide> {
  return openBare(work, onCall, createSyncedFile());
}

async function openBare(work: Work, onCall: () => void, file?: SyncedFile): Promise<OpenedSide> {
  const { execute, ...shape } = toolParts(onCall);
  const parts = { ...shape, execute: file === undefined ? execute : withCommit(execute, file) };
  const provider =
    work.modelUrl === undefined ? undefined : new OpenAIProvider({ baseURL: work.modelUrl, apiKey: 'bench' });
  const agent = new Agent({
    name: 'Reporter',
    model: await modelOf(work, provider, file),
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
    ...(provider === undefined ? {} : { modelProvider: provider }),
  });
  return {
    unit: () => executeUnit(runner, agent, work, file),
    close: async () => file?.close(),
  };
}

const withCommit =
  <Input, Output>(execute: (input: Input) => Promise<Output>, file: SyncedFile) =>
  async (input: Input): Promise<Output> => {
    const output = await execute(input);
    await file.commit();
    return output;
  };

async function modelOf(
  work: Work,
  provider: OpenAIProvider | undefined,
  file: SyncedFile | undefined,
): Promise<Model | string> {
  if (file === undefined) return provider === undefined ? scriptModel(scriptOf(work)) : modelNameOf(work);
  const model = (await provider?.getModel(modelNameOf(work))) ?? scriptModel(scriptOf(work));
  return {
    getResponse: withCommit((request) => model.getResponse(request), file),
    getStreamedResponse: () => {
      throw new Error('The waits of a streamed run are not measured.');
    },
  };
}

async function executeUnit(
  runner: Runner,
  agent: Agent,
  work: Work,
  file: SyncedFile | undefined,
): Promise<void> {
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
  await file?.commit();
  return requireEnd((await runner.run(agent, restored, { maxTurns: MAX_TURNS })).finalOutput);
}
