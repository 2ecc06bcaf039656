import { randomUUID } from 'node:crypto';
import { Run, SekishoError } from '@sekisho/engine';
import { ActiveRun, newRun } from '@sekisho/engine/integration';
import { warnAboutUnattachedRules } from '../guardrails/create-guardrails-template.ts';
import { installPatches } from '../openai-agents/patches.ts';
import { read } from '../openai-agents/read-value.ts';
import { startsNewRun } from '../openai-agents/run-state-owner.ts';
import {
  RunState,
  Usage,
  type AnyAgent,
  type ModelResponse,
  type Runner,
} from '../openai-agents/upstream.ts';
import type { AgentRunnerParts } from './agent-runner-parts.ts';
import type { PlainResult } from './run-driver.ts';
import { checkInput, continuationOf, readRunOptions } from './run-request.ts';
import { lastUserText } from '../openai-agents/read-items.ts';

/** Starts a new run, or resumes the run that the options or the input name. */
export async function startRun(
  { engine, agents, resumer, driver }: AgentRunnerParts,
  upstream: Runner,
  agent: AnyAgent,
  { input, options }: { readonly input: string | object; readonly options: object | undefined },
): Promise<PlainResult> {
  installPatches();
  requireAgent(agent);
  const request = readRunOptions(options);
  agents.remember(agent);
  const { resume, toolCalls } = request.extensions;
  if (resume) return resumer.resumeByToken(upstream, undefined, resume, request, agent);
  if (input instanceof RunState && !startsNewRun(input))
    return resumer.resumeByState(upstream, agent, input, request);
  if (!(input instanceof RunState)) checkInput(input);
  const { context, policies, lifecycle, ends } = engine;
  const task = input instanceof RunState ? undefined : lastUserText(input);
  const settings = await newRun({ ...request.extensions, task }, policies, context, agent.name);
  const run = new Run(new ActiveRun(context, settings, { steps: [], effects: [], approvals: [] }), ends);
  // A store in memory stores no input.
  const stored = context.store.durable ? input : '';
  const continuation = continuationOf(settings, request.extensions, stored);
  const opening = lifecycle.opening(settings, agent.name, continuation);
  // The caller of a streamed run receives its id immediately, so the run is stored before.
  const wait = request.upstream['stream'] === true;
  return driver.drive({
    upstream,
    run,
    agent,
    // Within the run: if the write fails, the run ends, so that no process claims it later.
    input: () => run.open(opening, { wait }).then(() => input),
    options: request.upstream,
    opening: toolCalls?.length ? openingCalls(toolCalls) : undefined,
  });
}

function requireAgent(agent: AnyAgent): void {
  if (typeof read(agent, 'name') !== 'string' || typeof read(agent, 'getAllTools') !== 'function') {
    throw new SekishoError(
      'AGENTS-E-RUNNER',
      'The runner cannot plan a run without an agent. Pass an Agent of the Agents SDK: run(new Agent({ name, ... }), input).',
    );
  }
  // Upstream does not read this property, and guardrails that are not applied must not appear to be active.
  if (read(agent, 'guardrails') === undefined) return warnAboutUnattachedRules(agent);
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    'The agent has a property "guardrails", which the Agents SDK does not read. Use inputGuardrails and outputGuardrails of the agent, and inputGuardrails of its tools; createGuardrailsTemplate() creates all three.',
  );
}

/**
 * Returns the host's own tool calls as a response of the model: they pass the gate, may require approval and are recorded
 * like any other call.
 */
function openingCalls(
  calls: readonly {
    tool_name: string;
    args: Readonly<Record<string, unknown>>;
    call_id?: string | undefined;
  }[],
): ModelResponse {
  return {
    usage: new Usage(),
    output: calls.map(({ tool_name: name, args, call_id: callId }) => ({
      type: 'function_call',
      callId: callId ?? `host_${randomUUID()}`,
      name,
      arguments: JSON.stringify(args),
      status: 'completed',
    })),
  };
}
