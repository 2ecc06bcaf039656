import { installHooks } from '../sdk/install-hooks.ts';
import { startsNewRun } from '../sdk/run-state-owner.ts';
import { RunState, type AnyAgent, type Runner } from '../sdk/upstream.ts';
import type { AgentRunnerParts } from './agent-runner-parts.ts';
import { newRun } from './new-run.ts';
import { openingCalls } from './opening-calls.ts';
import { requireAgent } from './planned.ts';
import type { PlainResult } from './run-driver.ts';
import { checkInput, inputText, readRunOptions } from './run-request.ts';
import { RunSession } from './run-session.ts';

/** Starts a new run, or resumes the run that the options or the input name. */
export async function startRun(
  { agents, resumer, policies, settings, lifecycle, driver }: AgentRunnerParts,
  upstream: Runner,
  agent: AnyAgent,
  { input, options }: { readonly input: string | object; readonly options: object | undefined },
): Promise<PlainResult> {
  installHooks();
  requireAgent(agent);
  const request = readRunOptions(options);
  agents.remember(agent);
  const { resume, toolCalls, maxTurns, sessionData } = request.extensions;
  if (resume) return resumer.resumeByToken(upstream, undefined, resume, request, agent);
  if (input instanceof RunState && !startsNewRun(input))
    return resumer.resumeByState(upstream, agent, input, request);
  if (!(input instanceof RunState)) checkInput(input);
  const run = await newRun(request.extensions, policies, settings, agent.name);
  const session = new RunSession(settings, run, { steps: [], effects: [], approvals: [] });
  if (toolCalls?.length) session.beginWith(openingCalls(toolCalls));
  const opening = lifecycle.opening(run, agent.name, {
    v: 1,
    kind: input instanceof RunState ? 'state' : 'input',
    text: settings.store.durable ? inputText(input) : '',
    profile: run.profile.name,
    requireHumanApproval: run.requireHumanApproval,
    maxTurns: maxTurns ?? null,
    sessionData,
    user: run.user,
  });
  return driver.drive({
    upstream,
    session,
    run,
    agent,
    // Within the run: if the write fails, the run ends, so that no process claims it later.
    input: () => session.open(opening, request.upstream['stream'] === true).then(() => input),
    options: request.upstream,
  });
}
