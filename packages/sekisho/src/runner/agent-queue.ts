import { QUEUE_OWNER, SekishoError, type SegmentOutcome, type WorkerOptions } from '@sekisho/engine';
import { newRun, SegmentQueue, type EngineParts, type RunSettings } from '@sekisho/engine/integration';
import { installPatches } from '../openai-agents/patches.ts';
import { SDK_VERSION, type AnyAgent, type Runner } from '../openai-agents/upstream.ts';
import type { AgentRunnerParts } from './agent-runner-parts.ts';
import { listStarted } from './recover-runs.ts';
import type { PlainResult } from './run-driver.ts';
import { checkInput, continuationOf, readRunOptions, type WithExtensions } from './run-request.ts';

/** The parameters of `segments.start()`: the agent or its name, the input and the options of the run. */
type StartParameters = [
  agent: string | AnyAgent,
  input: string | readonly object[],
  options?: WithExtensions,
];

/** The outcome of a segment that a worker claimed. */
export type AgentSegmentOutcome = SegmentOutcome<PlainResult>;

/** The options of a worker. */
export type AgentWorkerOptions = WorkerOptions<PlainResult>;

/** The queue of segments of agents. */
export type AgentSegmentQueue = SegmentQueue<StartParameters, PlainResult>;

/** Creates the queue of segments whose runs upstream's loop executes. */
export function createAgentQueue(
  { engine, agents, resumer }: AgentRunnerParts,
  upstream: () => Runner,
): AgentSegmentQueue {
  const { context, ownership, claims, host, heartbeat } = engine;
  return new SegmentQueue<StartParameters, PlainResult>({
    store: context.store,
    approvals: context.approvals,
    clock: context.clock,
    host,
    stateVersion: SDK_VERSION,
    agentNames: () => agents.names,
    mayExecute: (run) => ownership.mayExecute(run) && !context.stops.find(run.agent_name),
    listAbandoned: (limit, names) => listStarted(engine, limit, names),
    open: (...start) => queueRun(engine, ...start),
    queueByToken: async (token) => claims.queue(await claims.byToken(token)),
    queueByDecision: async (decision) => claims.queue(await claims.byDecision(decision)),
    resume: (run) => {
      installPatches();
      return resumer.resumeOrphaned(run, upstream());
    },
    serve: () => heartbeat.serve(),
  });
}

async function queueRun(
  { context, policies, lifecycle }: EngineParts,
  ...[agent, input, options = {}]: StartParameters
): Promise<RunSettings> {
  checkInput(input);
  const { extensions } = readRunOptions(options);
  if (extensions.toolCalls?.length || extensions.resume) {
    throw new SekishoError(
      'AGENTS-E-INPUT-INVALID',
      'A run for the workers starts with its input only. Use run() for toolCalls and resume.',
    );
  }
  const agentName = typeof agent === 'string' ? agent : agent.name;
  const run = await newRun(extensions, policies, context, agentName);
  const continuation = continuationOf(run, extensions, input);
  const { writes, records } = lifecycle.opening(run, agentName, continuation, QUEUE_OWNER);
  await context.ledger.commit(writes, records, { mode: run.auditMode });
  return run;
}
