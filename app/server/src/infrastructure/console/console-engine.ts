import { setTimeout as wait } from 'node:timers/promises';
import {
  createRunner,
  doctor,
  draftManifests,
  loadProfile,
  loadSkillsDetailed,
  RuleSafetyAgent,
  SekishoError,
  status,
  toolManifestSchema,
  type Agent,
  type AgentRunner,
  type OpenStore,
  type StateStore,
  type ToolManifest,
} from 'sekisho';
import type { ConsoleStore } from '../../application/console/console-store.ts';
import type { Engine, KnownTool } from '../../application/console/engine.ts';
import { createDemoAgents, DEMO_MANIFESTS } from './demo/demo-agents.ts';
import { DEMO_SCENARIOS } from './demo/demo-scenarios.ts';
import { DEMO_WORLD } from './demo/demo-world.ts';
import { ScenarioModel } from './demo/scenario-model.ts';
import { replayRun } from './replay-run.ts';
import { RunRecorder } from './run-recorder.ts';

/** How the runs of the server are stored and judged. */
export type ConsoleEngineOptions = {
  console: ConsoleStore;
  openStore: OpenStore;
  storeKind: Engine['storeKind'];
  secret: Uint8Array;
  clock: () => number;
  skillsDir: string | undefined;
  approvalTtlSec: number;
  /** How long the simulated model thinks. */
  thinkMs: number;
  /** Called whenever this process has written to the audit log. */
  onLog: () => void;
};

/** The engine behind the console, on one store for as long as the server lives. */
export function createConsoleEngine(options: ConsoleEngineOptions): Engine & { close: () => Promise<void> } {
  const { console, clock, skillsDir, thinkMs } = options;
  const recorder = new RunRecorder(console, clock);
  const agents = createDemoAgents({
    model: recorder.model(new ScenarioModel(() => wait(thinkMs).then(() => undefined)), 'simulated'),
    carryOut: recorder.carryOut(async (toolId, args) => DEMO_WORLD[toolId]?.(args)),
  });
  let opened: Promise<StateStore> | undefined;
  const openStore: OpenStore = (parts) =>
    (opened ??= Promise.resolve(options.openStore(parts)).then((store) =>
      recorder.watch(store, options.onLog),
    ));
  const makeRunner = () =>
    createRunner({
      safetyAgent: new RuleSafetyAgent(),
      store: openStore,
      secret: options.secret,
      agents,
      manifests: manifestsOf(console),
      approvalTtlSec: options.approvalTtlSec,
      clock,
      policyStore: {
        getProfile: async (name) => console.getProfile(name)?.value ?? loadProfile(name),
        setProfile: async () => undefined,
      },
    });
  const holder = new RunnerHolder(makeRunner, () => versionsOf(console));
  const { store } = holder.current.inspect();
  const active = () => console.getActivePolicy() ?? 'balanced';
  return {
    store,
    storeKind: options.storeKind,
    runner: () => holder.current,
    tools: describeTools(agents),
    scenarios: DEMO_SCENARIOS,
    knowsAgent: (name) => agents.some((agent) => agent.name === name),
    start: async ({ scenario, task, startedBy, language }, onEnd) => {
      const agent = agents.find(({ name }) => name === scenario.agent);
      if (agent === undefined) throw new Error(`There is no agent for the scenario ${scenario.id}.`);
      const opening = Promise.withResolvers<string>();
      const onOpen = (run_id: string) => {
        console.addRun({ run_id, scenario: scenario.id, started_by: startedBy, user_intent: task, language });
        opening.resolve(run_id);
      };
      const policyProfile = profileSchema(active());
      const run = () => holder.current.run(agent, task, { extensions: { policyProfile } });
      recorder.during(run, onOpen).then(onEnd, (error: unknown) => {
        opening.reject(error);
        onEnd();
      });
      return opening.promise;
    },
    resume: async (runId, token) => {
      await recorder.during(() => holder.current.resumeRun(runId, token));
    },
    recover: async () => {
      const { results, asked } = await recorder.during(() => holder.current.recoverRuns());
      return results.length + asked.length;
    },
    replay: async (runId, profile) => {
      const [facts, run] = [console.getRunFacts(runId), await store.getRun(runId)];
      if (facts === undefined || run === undefined) return 'not_recorded';
      const recording = {
        facts,
        agentName: run.agent_name,
        calls: console.listModelCalls(runId),
        outputs: console.listToolOutputs(runId),
      };
      return replayRun(recording, { profile, manifests: manifestsOf(console) });
    },
    refresh: () => holder.refresh(),
    standardProfile: (name) => loadProfile(name),
    checkProfile: (profile) => loadProfile(typeof profile === 'string' ? {} : profile),
    status: async () => ({ ...(await status(holder.current)), policy: active() }),
    doctor: () => doctor(holder.current),
    skills: () => readSkills(skillsDir),
    close: () => holder.first.close(),
  };
}

/** A runner is made with its manifests, so confirmed ones need a new runner; what runs stays with the old one. */
class RunnerHolder {
  readonly first: AgentRunner;
  current: AgentRunner;
  readonly #make: () => AgentRunner;
  readonly #version: () => string;
  #made: string;

  constructor(make: () => AgentRunner, version: () => string) {
    this.#make = make;
    this.#version = version;
    this.#made = version();
    this.first = make();
    this.current = this.first;
  }

  refresh(): void {
    const version = this.#version();
    if (version === this.#made) return;
    this.current = this.#make();
    this.#made = version;
  }
}

const manifestsOf = (console: ConsoleStore): Record<string, ToolManifest> =>
  Object.fromEntries([...console.listManifests()].map(([id, { value }]) => [id, value]));

const versionsOf = (console: ConsoleStore) =>
  [...console.listManifests()]
    .map(([id, { version, changed_at: at }]) => `${id} ${version} ${at}`)
    .join('\n');

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

async function readSkills(dir: string | undefined): ReturnType<Engine['skills']> {
  if (dir === undefined) return { dir: null, skills: [], diagnostics: [] };
  try {
    return { dir, ...(await loadSkillsDetailed({ dir })) };
  } catch (error) {
    if (!(error instanceof SekishoError)) throw error;
    const { message, code } = error;
    return { dir, skills: [], diagnostics: [{ severity: 'error', path: '', message, code }] };
  }
}
