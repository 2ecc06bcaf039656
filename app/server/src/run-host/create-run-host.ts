import { setTimeout as wait } from 'node:timers/promises';
import {
  createRunner,
  doctor,
  draftManifests,
  loadProfile,
  loadSkillsDetailed,
  RuleSafetyAgent,
  SekishoError,
  STANDARD_RULES,
  status,
  toolManifestSchema,
  type Agent,
  type OpenStore,
  type Secrets,
  type StateStore,
  type ToolManifest,
} from 'sekisho';
import { createDemoAgents, DEMO_MANIFESTS } from '../playground/demo-agents.ts';
import { DEMO_SCENARIOS } from '../playground/demo-scenarios.ts';
import { DEMO_WORLD } from '../playground/demo-world.ts';
import { ScenarioModel } from '../playground/scenario-model.ts';
import type { PolicyStore } from '../policies/policy-store.ts';
import type { RunFactsStore } from '../runs/run-facts-store.ts';
import type { RunHost, KnownTool } from '../runs/run-host.ts';
import { RunRecorder } from './run-recorder.ts';
import { RunnerHolder } from './runner-holder.ts';

/** The application of the demo agents. This server never executes runs of other applications. */
export const DEMO_APPLICATION = 'sekisho-demo';

/** The options for storing and judging the runs of the server. */
export type RunHostOptions = {
  policies: PolicyStore;
  facts: RunFactsStore;
  openStore: OpenStore;
  storeKind: RunHost['storeKind'];
  secrets: Secrets;
  clock: () => number;
  skillsDir: string | undefined;
  /** Whether this server has demo agents. */
  hasDemo: boolean;
  approvalTtlSec: number;
  /** The delay of the simulated model, in milliseconds. */
  thinkMs: number;
  /** Called when data about a run could not be recorded. */
  onFailure: (runId: string, error: unknown) => void;
  /** Called whenever this process has written to the audit log. */
  onLog: () => void;
};

/** Creates the run host of the console, which uses one store during the lifetime of the server. */
export function createRunHost(options: RunHostOptions): RunHost & { close: () => Promise<void> } {
  const { policies, facts, clock, skillsDir, thinkMs, onFailure } = options;
  const recorder = new RunRecorder({ facts, clock, onFailure });
  const agents = options.hasDemo
    ? createDemoAgents({
        model: recorder.model(new ScenarioModel(() => wait(thinkMs).then(() => undefined)), 'simulated'),
        runCall: recorder.wrapCall(async (toolId, args) => DEMO_WORLD[toolId]?.(args)),
      })
    : [];
  let opened: Promise<StateStore> | undefined;
  const openStore: OpenStore = (parts) =>
    (opened ??= Promise.resolve(options.openStore(parts)).then((store) =>
      recorder.watch(store, options.onLog),
    ));
  const makeRunner = (manifests: Readonly<Record<string, ToolManifest>>) =>
    createRunner({
      safetyAgent: new RuleSafetyAgent(),
      store: openStore,
      secret: options.secrets,
      application: DEMO_APPLICATION,
      // The inbox shows what waits.
      stopNotice: false,
      agents,
      manifests,
      approvalTtlSec: options.approvalTtlSec,
      clock,
      policyStore: {
        getProfile: async (name) => (await policies.getProfile(name))?.value ?? loadProfile(name),
        setProfile: async () => undefined,
      },
    });
  const runners = new RunnerHolder(makeRunner, policies);
  const { store } = runners.first.inspect();
  const active = async () => (await policies.getActivePolicy()) ?? 'balanced';
  return {
    store,
    storeKind: options.storeKind,
    runner: () => runners.first,
    tools: describeTools(agents),
    scenarios: options.hasDemo ? DEMO_SCENARIOS : [],
    application: DEMO_APPLICATION,
    executes: ({ application, agent_name: name }) =>
      application === DEMO_APPLICATION && agents.some((agent) => agent.name === name),
    queue: async (token) => {
      await runners.first.segments.resume(token);
    },
    start: async ({ scenario, task, startedBy, language }, onEnd) => {
      const agent = agents.find(({ name }) => name === scenario.agent);
      if (agent === undefined) throw new Error(`There is no agent for the scenario ${scenario.id}.`);
      const opening = Promise.withResolvers<string>();
      const onOpen = async (run_id: string) => {
        const started = { scenario: scenario.id, started_by: startedBy, user_intent: task, language };
        await recorder.recordRun({ run_id, ...started });
        opening.resolve(run_id);
      };
      const [runner, name] = await Promise.all([runners.current(), active()]);
      const policyProfile = profileSchema(name);
      const run = () => runner.run(agent, task, { extensions: { policyProfile, requester: startedBy } });
      recorder.during(run, onOpen).then(onEnd, (error: unknown) => {
        opening.reject(error);
        onEnd();
      });
      return opening.promise;
    },
    resume: async (runId, token) => {
      const runner = await runners.current();
      await recorder.during(() => runner.resumeRun(runId, token));
    },
    recover: async () => {
      if (agents.length === 0) return 0;
      const runner = await runners.current();
      const { results, asked } = await recorder.during(() => runner.recoverRuns());
      return results.length + asked.length;
    },
    rules: STANDARD_RULES,
    standardProfile: (name) => loadProfile(name),
    checkProfile: (profile) => loadProfile(typeof profile === 'string' ? {} : profile),
    status: async () => ({ ...(await status(await runners.current())), policy: await active() }),
    doctor: async () => doctor(await runners.current()),
    skills: () => readSkills(skillsDir),
    close: () => runners.first.close(),
  };
}

function profileSchema(name: string): 'strict' | 'balanced' | 'fast' {
  return (['strict', 'fast'] as const).find((known) => known === name) ?? 'balanced';
}

function describeTools(agents: readonly Agent[]): KnownTool[] {
  return agents.flatMap(({ name: agent, tools }) =>
    tools.flatMap((tool) => {
      if (tool.type !== 'function') return [];
      const { name, description, parameters } = tool;
      const declared = DEMO_MANIFESTS[name];
      const guess = draftManifests([{ name, description, parameters }])[name];
      if (guess === undefined) return [];
      const full = declared && {
        arguments: {},
        trusted_source: false,
        sensitive: false,
        idempotent: false,
        ...declared,
        origin: 'declared',
        confirmed: true,
      };
      return [
        {
          tool_id: name,
          kind: 'function',
          agents: [agent],
          description,
          parameters,
          declared: full && toolManifestSchema.parse(full),
          guess,
        },
      ];
    }),
  );
}

async function readSkills(dir: string | undefined): ReturnType<RunHost['skills']> {
  if (dir === undefined) return { dir: null, skills: [], diagnostics: [] };
  try {
    return { dir, ...(await loadSkillsDetailed({ dir })) };
  } catch (error) {
    if (!(error instanceof SekishoError)) throw error;
    const { message, code } = error;
    return { dir, skills: [], diagnostics: [{ severity: 'error', path: '', message, code }] };
  }
}
