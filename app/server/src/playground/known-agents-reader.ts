import { QUEUE_OWNER, type RunRecord } from 'sekisho';
import { z } from 'zod';
import { changeWrite, recordChange } from '../audit/record-change.ts';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';
import type { RunHost } from '../runs/run-host.ts';
import type { TrialTool } from '../runs/trial.ts';

const NEWEST_RUNS = 1000;
const RUNS_PER_AGENT = 3;
const MAX_AGENTS = 50;
const MAX_DECISIONS = 500;

/**
 * Lists the agents of other programs with the tools that they called, and queues runs for these programs. A store contains
 * no functions, so only a process of the program can execute its agent; this server never does.
 */
export class KnownAgentsReader {
  readonly #runHost: RunHost;

  constructor(runHost: RunHost) {
    this.#runHost = runHost;
  }

  async list() {
    const [byAgent, live] = await Promise.all([
      this.#runsByAgent(),
      this.#runHost.store.listLiveApplications(),
    ]);
    return Promise.all(
      [...byAgent.values()].slice(0, MAX_AGENTS).flatMap(([newest, ...older]) => {
        if (newest === undefined) return [];
        const { application, agent_name: agent, created_at: last_run_at } = newest;
        return this.#toolsOf([newest, ...older].slice(0, RUNS_PER_AGENT)).then((tools) => ({
          application,
          agent,
          last_run_at,
          is_running: live.includes(application),
          can_request: this.#runHost.canRequest(newest),
          tools,
        }));
      }),
    );
  }

  /** Queues a run for the program of an agent. Every call of the run waits for a person. */
  async request(
    { application, agent, task }: { application: string; agent: string; task: string },
    identity: Identity,
  ): Promise<string> {
    const [like] = (await this.#runsByAgent()).get(keyOf({ application, agent_name: agent })) ?? [];
    if (like === undefined || !this.#runHost.canRequest(like))
      throw new ConsoleError('NotFound', 'There is no such agent that can execute runs from the queue.');
    if (!(await this.#runHost.store.listLiveApplications()).includes(application))
      throw new ConsoleError(
        'ProgramOffline',
        `No process of the application ${application} is running. Start it, then request the run again.`,
      );
    const runId = await this.#runHost.request({ like, task, requester: identity.id });
    await recordChange(this.#runHost.store, {
      id: `run.requested:${runId}`,
      run_id: runId,
      event: 'policy.changed',
      decision: 'run.requested',
      facts: { agent, application, by: identity.id },
    });
    return runId;
  }

  /** Ends a queued run that no worker has started. If a worker claims it at the same time, only one of the two succeeds. */
  async cancel(runId: string, identity: Identity): Promise<void> {
    const { store } = this.#runHost;
    const run = await store.getRun(runId);
    if (run === undefined) throw new ConsoleError('NotFound', 'There is no such run.');
    const isQueued = run.status === 'running' && run.owner === QUEUE_OWNER && run.segment === 0;
    const isUntouched = isQueued && (await store.getEffects(runId)).length === 0;
    const end = { kind: 'run.finish', run_id: runId, epoch: run.epoch, status: 'failed' } as const;
    const record = changeWrite({
      id: `run.cancelled:${runId}`,
      run_id: runId,
      event: 'run.failed',
      decision: 'run.cancelled',
      facts: { by: identity.id, reason: `${identity.id} cancelled the run before a worker started it.` },
    });
    if (!isUntouched || !(await store.commit([end, record])).ok)
      throw new ConsoleError('RunConflict', 'The run is not in the queue any more.');
  }

  /** Returns the newest runs of other programs, by agent, the newest first. */
  async #runsByAgent(): Promise<Map<string, RunRecord[]>> {
    const { store, application: own } = this.#runHost;
    const { rows } = await store.listRuns({ limit: NEWEST_RUNS });
    const foreign = rows.filter(({ application }) => application !== own && application !== '');
    return Map.groupBy(foreign, keyOf);
  }

  /** Returns the tools that the runs called, as the gate saw them. */
  async #toolsOf(runs: readonly RunRecord[]): Promise<TrialTool[]> {
    const tools = new Map<string, TrialTool>();
    for (const { run_id: runId } of runs) {
      const query = { runId, event: 'gate.decision', limit: MAX_DECISIONS } as const;
      for (const { data } of await this.#runHost.store.queryLogs(query)) {
        const tool = readTool(data);
        if (tool && !tools.has(tool.name)) tools.set(tool.name, tool);
      }
    }
    return [...tools.values()];
  }
}

const keyOf = ({ application, agent_name: agent }: Pick<RunRecord, 'application' | 'agent_name'>) =>
  JSON.stringify([application, agent]);

const decisionSchema = z.object({
  tool: z.string().min(1),
  effect: z.enum(['read', 'write', 'send', 'delete', 'spend', 'execute', 'admin']).nullable().catch(null),
  args: z
    .string()
    .transform((text) => JSON.parse(text))
    .pipe(z.record(z.string(), z.unknown()))
    .catch({}),
  sources: z.array(z.object({ path: z.string(), role: roleSchema() })).catch([]),
});

function readTool(data: unknown): TrialTool | undefined {
  const parsed = decisionSchema.safeParse(data).data;
  if (parsed === undefined) return undefined;
  const { tool: name, effect, args, sources } = parsed;
  const roleOf = (argument: string) => sources.find(({ path }) => path === argument)?.role;
  return {
    name,
    effect,
    trusted: false,
    // The record names only roles that control the effect. The others are content.
    arguments: Object.keys(args).map((argument) => ({
      name: argument,
      role: effect === null ? null : (roleOf(argument) ?? 'content'),
    })),
  };
}

function roleSchema() {
  return z.enum(['recipient', 'account', 'url', 'path', 'command', 'amount', 'credential', 'target']);
}
