import type {
  AgentRunner,
  DoctorReport,
  LoadedSkills,
  PolicyProfile,
  PolicyRule,
  RunRecord,
  StateStore,
  Status,
  ToolManifest,
} from 'sekisho';
import type { Scenario } from './scenario.ts';
import type { ExampleTrial, Trial, TrialStep } from './trial.ts';

/** A tool in the tool list of an agent of this server. */
export type KnownTool = {
  readonly tool_id: string;
  readonly kind: string;
  readonly agents: readonly string[];
  readonly description: string;
  readonly parameters: unknown;
  /** The declared manifest of the tool. Undefined when there is none. */
  readonly declared: ToolManifest | undefined;
  /** The manifest that the gate infers from name, description and schema. */
  readonly guess: ToolManifest;
};

/** Starts and resumes the runs of this server. */
export interface RunHost {
  readonly store: StateStore;
  readonly storeKind: 'sqlite' | 'postgres';
  readonly runner: () => AgentRunner;
  readonly tools: readonly KnownTool[];
  readonly scenarios: readonly Scenario[];
  readonly examples: readonly ExampleTrial[];
  /** The application of the runs that this server starts: those of its demo agents. */
  readonly application: string;
  /** Whether this server executes the run. Runs of other applications are executed by their own processes. */
  executes(run: RunRecord): boolean;
  /** Consumes a resume token and queues the run for the processes of its application. */
  queue(token: string): Promise<void>;
  /** Starts a run. Resolves when the run is stored, and calls `onEnd` when the run is suspended or has ended. */
  start(
    request: { scenario: Scenario; task: string; startedBy: string; language: 'ja' | 'en' },
    onEnd: () => void,
  ): Promise<string>;
  /** Returns whether processes of the run's application can execute new runs of its agent from the queue. */
  canRequest(run: RunRecord): boolean;
  /** Queues a new run for the processes of another application. Every call of it waits for a person. */
  request(options: { like: RunRecord; task: string; requester: string }): Promise<string>;
  /** Passes calls through the gate without storing or executing anything. */
  tryCalls(trial: Trial): Promise<TrialStep[]>;
  /** Resumes a suspended run. Resolves when the run is suspended again or has ended. */
  resume(runId: string, token: string): Promise<void>;
  /** Resumes runs whose process died. Returns their number. */
  recover(): Promise<number>;
  /** The rules that every profile has. */
  readonly rules: readonly PolicyRule[];
  standardProfile(name: string): PolicyProfile;
  /** Validates a profile. Throws an error whose message states what is invalid. */
  checkProfile(profile: unknown): PolicyProfile;
  status(): Promise<Status>;
  doctor(): Promise<DoctorReport>;
  skills(): Promise<LoadedSkills & { dir: string | null }>;
}
