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

/** A tool as an agent of this server lists it. */
export type KnownTool = {
  readonly tool_id: string;
  readonly kind: string;
  readonly agents: readonly string[];
  readonly description: string;
  readonly parameters: unknown;
  /** What the owner declared with the tool; undefined when nobody did. */
  readonly declared: ToolManifest | undefined;
  /** What the gate makes of its name, description and schema. */
  readonly guess: ToolManifest;
};

/** What a profile would say to calls that were recorded. */
export type ReplayedCall = {
  readonly tool_id: string;
  readonly arguments_text: string;
  readonly decision: string;
  readonly reason: string;
  readonly reason_ja: string | null;
  readonly rule_ids: readonly string[];
};

/** The runs of this server: started, continued, judged. */
export interface Engine {
  readonly store: StateStore;
  readonly storeKind: 'sqlite' | 'postgres';
  readonly runner: () => AgentRunner;
  readonly tools: readonly KnownTool[];
  readonly scenarios: readonly Scenario[];
  /** The application of the runs that this server itself starts: those of its demo agents. */
  readonly application: string;
  /** Whether this server executes the run; runs of all other applications are executed by their own processes. */
  executes(run: RunRecord): boolean;
  /** Spends a token and leaves the run to the processes of its application. */
  queue(token: string): Promise<void>;
  /** Begins a run; resolves when it is in the store, and calls `onEnd` when it waits or is over. */
  start(
    request: { scenario: Scenario; task: string; startedBy: string; language: 'ja' | 'en' },
    onEnd: () => void,
  ): Promise<string>;
  /** Continues a run that waits, and resolves when it waits again or is over. */
  resume(runId: string, token: string): Promise<void>;
  /** Takes up runs whose process died; answers how many. */
  recover(): Promise<number>;
  /** Judges the calls of a recorded run by another profile, without a model or a real tool. */
  replay(
    runId: string,
    profile: PolicyProfile,
  ): Promise<readonly ReplayedCall[] | 'not_recorded' | 'diverged'>;
  /** The rules that every profile has. */
  readonly rules: readonly PolicyRule[];
  standardProfile(name: string): PolicyProfile;
  /** Checks a profile; throws a sentence that says what is wrong. */
  checkProfile(profile: unknown): PolicyProfile;
  status(): Promise<Status>;
  doctor(): Promise<DoctorReport>;
  skills(): Promise<LoadedSkills & { dir: string | null }>;
}
