import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, Runner, RunState, tool as rawTool } from '@openai/agents-core';
import { createRunner, RuleSafetyAgent, tool, type AgentRunner } from 'sekisho';
import { z } from 'zod';
import type { Side } from './compare-blocks.ts';
import { scriptModel, type ModelScript } from './script-model.ts';

/** The store of our side. */
export type StoreKind = 'memory' | 'sqlite';

const PARAMETERS = z.object({ city: z.string(), days: z.number() });
const execute = async ({ city }: { city: string }) => `The weather in ${city} is fine.`;

/** Our agent. `get_weather` is a declared read; `lookup_weather` has no manifest. */
export function gatedAgent(script: ModelScript): Agent {
  const parts = { description: 'Tells the weather.', parameters: PARAMETERS, execute };
  const manifest = { effect: 'read' } as const;
  return new Agent({
    name: 'Reporter',
    model: scriptModel(script),
    tools: [
      tool({ ...parts, name: 'get_weather', extensions: { manifest } }),
      tool({ ...parts, name: 'lookup_weather' }),
      tool({ ...parts, name: 'ask_weather', needsApproval: true, extensions: { manifest } }),
    ],
  });
}

/** The same agent for upstream alone. */
export function rawAgent(script: ModelScript): Agent {
  const parts = { description: 'Tells the weather.', parameters: PARAMETERS, execute };
  return new Agent({
    name: 'Reporter',
    model: scriptModel(script),
    tools: [
      rawTool({ ...parts, name: 'get_weather' }),
      rawTool({ ...parts, name: 'lookup_weather' }),
      rawTool({ ...parts, name: 'ask_weather', needsApproval: true }),
    ],
  });
}

/** Our runner and the folder of its store, if it has one. */
export interface OurRunner {
  readonly runner: AgentRunner;
  readonly directory: string | undefined;
}

/** Our side. Each block has its own store, so that the blocks are comparable. */
export function ourSide(store: StoreKind, work: (runner: AgentRunner) => Promise<unknown>): Side<OurRunner> {
  return {
    prepare: async () => {
      const directory = store === 'sqlite' ? mkdtempSync(join(tmpdir(), 'sekisho-bench-sdk-')) : undefined;
      const runner = createRunner({
        safetyAgent: new RuleSafetyAgent(),
        store: directory === undefined ? 'memory' : { directory },
        runConfig: { tracingDisabled: true },
      });
      await runner.getExecutionLogs();
      return { runner, directory };
    },
    work: ({ runner }) => work(runner),
    release: async ({ runner, directory }) => {
      await runner.close();
      if (directory !== undefined) rmSync(directory, { recursive: true });
    },
  };
}

/** Upstream's side. */
export function rawSide(work: (runner: Runner) => Promise<unknown>): Side<Runner> {
  return { prepare: () => new Runner({ tracingDisabled: true }), work };
}

export const QUESTION = 'What is the weather like in City 0 0 and the other cities for 3 days?';
const MAX_TURNS = 1_000;

/** Runs our agent to its end, and checks that the run ended. */
export async function runGated(runner: AgentRunner, agent: Agent): Promise<void> {
  const { finalOutput } = await runner.run(agent, QUESTION, { maxTurns: MAX_TURNS });
  if (finalOutput === undefined) throw new Error('The run did not end.');
}

/** The same with upstream alone. */
export async function runRaw(runner: Runner, agent: Agent): Promise<void> {
  const { finalOutput } = await runner.run(agent, QUESTION, { maxTurns: MAX_TURNS });
  if (finalOutput === undefined) throw new Error('The run did not end.');
}

/** Executes our run that waits for a person, is approved and continues to its end. */
export async function suspendGated(runner: AgentRunner, agent: Agent): Promise<void> {
  const { run_id: runId, interruptions } = await runner.run(agent, QUESTION, { maxTurns: MAX_TURNS });
  const approvalId = interruptions[0]?.approval_id ?? '';
  const options = { decision: 'approve', maxTurns: MAX_TURNS } as const;
  const { finalOutput } = await runner.approveAndResume(runId, approvalId, options);
  if (finalOutput === undefined) throw new Error('The run did not end.');
}

/** The same with upstream alone: saved as text, read back, approved, continued. */
export async function suspendRaw(runner: Runner, agent: Agent): Promise<void> {
  const { state } = await runner.run(agent, QUESTION, { maxTurns: MAX_TURNS });
  const restored = await RunState.fromString(agent, state.toString());
  for (const item of restored.getInterruptions()) restored.approve(item);
  const { finalOutput } = await runner.run(agent, restored, { maxTurns: MAX_TURNS });
  if (finalOutput === undefined) throw new Error('The run did not end.');
}
