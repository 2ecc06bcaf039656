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
  type AgentRunner,
  type OpenStore,
  type Secrets,
  type StateStore,
  type ToolManifest,
} from 'sekisho';
import { createDemoAgents, DEMO_MANIFESTS } from '../playground/demo-agents.ts';
import { DEMO_SCENARIOS } from '../playground/demo-scenarios.ts';
import { DEMO_TRIALS } from '../playground/demo-trials.ts';
import { runDemoTool } from '../playground/demo-world.ts';
import { ScenarioModel } from '../playground/scenario-model.ts';
import type { PolicyStore } from '../policies/policy-store.ts';
import type { RunFactsStore } from '../runs/run-facts-store.ts';
import type { RunHost, KnownTool } from '../runs/run-host.ts';
import { RunRecorder } from './run-recorder.ts';
import { RunnerHolder, valuesOf } from './runner-holder.ts';
import { tryCalls } from './try-calls.ts';

/** The application of the demo agents. This server never executes runs of other applications. */
export const DEMO_APPLICATION = 'sekisho-demo';

/** Integrations other than the Agents SDK have no queue. The version of their states is a single number. */
const AGENTS_SDK_STATE = /^\d+\.\d+/;

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
        runCall: async (toolId, args) => runDemoTool(toolId, args),
      })
    : [];
  let opened: Promise<StateStore> | undefined;
  const openStore: OpenStore = (parts) =>
    (opened ??= Promise.resolve(options.openStore(parts)).then((store) =>
      recorder.watch(store, options.onLog),
    ));
  const policyStore = {
    getProfile: async (name: string) => (await policies.getProfile(name))?.value ?? loadProfile(name),
    setProfile: async () => undefined,
  };
  const makeRunner = (
    manifests: Readonly<Record<string, ToolManifest>>,
    application: string = DEMO_APPLICATION,
  ) =>
    createRunner({
      safetyAgent: new RuleSafetyAgent(),
      store: openStore,
      secret: options.secrets,
      application,
      // The inbox shows what waits.
      stopNotice: false,
      agents: application === DEMO_APPLICATION ? agents : [],
      manifests,
      approvalTtlSec: options.approvalTtlSec,
      clock,
      policyStore,
    });
  /** The runners that queue runs for other applications. They execute nothing, and share the store. */
  const requesters = new Map<string, AgentRunner>();
  const runners = new RunnerHolder(makeRunner, policies);
  const { store } = runners.first.inspect();
  const active = async () => (await policies.getActivePolicy()) ?? 'balanced';
  return {
    store,
    storeKind: options.storeKind,
    runner: () => runners.first,
    tools: describeTools(agents),
    scenarios: options.hasDemo ? DEMO_SCENARIOS : [],
    examples: DEMO_TRIALS,
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
    canRequest: ({ application, sdk_version }) =>
      application !== '' && application !== DEMO_APPLICATION && AGENTS_SDK_STATE.test(sdk_version),
    request: async ({ like, task, requester }) => {
      const { application, agent_name: agent, run_id: runId } = like;
      const runner = requesters.get(application) ?? makeRunner({}, application);
      requesters.set(application, runner);
      // A weaker profile than that of the program would fail there, so the run has the profile of the last one.
      const [started] = await store.queryLogs({ runId, event: 'run.started', limit: 1 });
      const used = started?.data['profile'];
      const policyProfile = profileSchema(typeof used === 'string' ? used : 'strict');
      const extensions = { requireHumanApproval: true, requester, policyProfile };
      return (await runner.segments.start(agent, task, { extensions })).run_id;
    },
    tryCalls: async (trial) => {
      const [manifests, profile] = await Promise.all([policies.listManifests(), trial.profile ?? active()]);
      const chosen = { ...trial, profile: profileSchema(profile) };
      return tryCalls(chosen, { manifests: valuesOf(manifests), policyStore });
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
