import type { ApprovalController } from '../approval/approval-controller.ts';
import type { StandingPermissions } from '../approval/permissions/standing-permissions.ts';
import type { Authority } from '../approval/authority/authority.ts';
import type { DebugLog } from '../audit/debug-log.ts';
import type { Keyring } from '../config/keyring.ts';
import type { ManifestRegistry } from '../gate/manifest/manifest-registry.ts';
import type { Reviewer } from '../gate/model-reviewer.ts';
import type { Planner } from '../gate/plan/planner.ts';
import type { TaskPlan } from '../gate/plan/task-plan.ts';
import type { Principals } from '../gate/principals.ts';
import type { TextCache } from '../gate/provenance/read-text.ts';
import type { ResultMarks } from '../gate/provenance/result-index.ts';
import type { SafetyGate } from '../gate/safety-gate.ts';
import type { PolicyProfile } from '../policy/policy-profile.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Principal } from '../wire/principal.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import type { AuditMode, Ledger } from './ledger.ts';
import type { LoopPacer } from './loop-pacer.ts';
import type { StopSwitch } from './stop-switch.ts';

/** The properties of an integration. They apply to every run that it opens. */
export interface Integration {
  /** The name of the integration. It is part of the ids of runs with a key. */
  readonly name: string;
  /** The version of the states that it saves. A worker does not claim a run with the state of a newer version. */
  readonly stateVersion: string;
  /**
   * Whether a denied call ends the run, or only that call until `maxDenials` calls were denied: in the run, or, if the engine keeps
   * the history, since the last text of the user. It is sealed with each new run; a change does not affect open runs.
   */
  readonly onDeny: 'end-run' | { readonly maxDenials: number };
  /** Whether the integration restores the user's text and the content when a run resumes, or the engine stores them. */
  readonly historyKeptBy: 'integration' | 'engine';
  /** Whether the integration may not know the user's text. Then reasons say that it is unknown, until text is added. */
  readonly userText?: 'known' | 'unknown' | undefined;
  /** Calls a judge outside of the integration's ambient context, because the judge may itself run an agent. */
  readonly judgeOutside?: (<T>(judge: () => T) => T) | undefined;
  /** Reads a step that the integration stored: the turn that it began, the model's text and the arguments of its calls. */
  readonly readStep?:
    | ((step: { name: string; segment: number; value: string }) => ModelStep | undefined)
    | undefined;
  /** Returns the arguments of all calls in a saved state. Requests of version 0.1 do not contain their arguments. */
  readonly argumentsIn?: ((state: string) => Iterable<string>) | undefined;
}

/** A response of the model in the journal. */
export interface ModelStep {
  /** The beginning of the keys of its calls, up to and including the last colon. */
  readonly turn: string;
  /** The place of this response in the loop that made it. */
  readonly loop: string;
  readonly position: number;
  readonly text: string;
  /** The arguments by call id. */
  readonly inputs: ReadonlyMap<string, string>;
}

/** The settings and services that all runs of one engine share. */
export interface EngineContext {
  readonly store: StateStore;
  readonly ledger: Ledger;
  readonly gate: SafetyGate;
  readonly keyring: Keyring;
  readonly authority: Authority;
  readonly approvals: ApprovalController;
  /** The calls that people have stopped. */
  readonly stops: StopSwitch;
  readonly permissions: StandingPermissions;
  readonly integration: Integration;
  readonly clock: () => number;
  /** Distributes the work of concurrent runs over turns of the event loop. */
  readonly pacer: LoopPacer;
  /** The debug log, if AGENTS_LOG_LEVEL enables it. */
  readonly debug?: DebugLog | undefined;
  /** The application of this process. New runs belong to it. */
  readonly application: string;
  /** Plans the tasks. Without it, calls are compared only with the wording of the request. */
  readonly planner?: Planner | undefined;
  readonly planTimeoutMs: number;
  /** Decides about calls of low risk instead of a person. */
  readonly reviewer?: Reviewer | undefined;
  readonly approvalTtlMs: number;
  readonly maxArgumentBytes: number;
  /** Whether texts are stored only for people who read the context of a run (`contextRetention`). */
  readonly keepsContext: boolean;
  /** The audit mode that the host chose for all runs. By default it depends on the profile. */
  readonly auditMode?: AuditMode | undefined;
  /** Returns whether this profile may use this tool. Only tools of the MCP gateway have scopes. */
  readonly isInScope: (profile: string, tool: ToolDescription) => boolean;
  /** The manifests of tool definitions, shared by all runs. */
  readonly manifestRegistry: ManifestRegistry;
  /** The latest texts of users and developers, shared by all runs. */
  readonly texts: TextCache;
  /** The principal of each agent. */
  readonly principals: Principals;
  /** Returns the tool with the manifest that its owner confirmed, if there is one. */
  readonly withManifest: (tool: ToolDescription) => ToolDescription;
}

/** One claim of a run. */
export type RunAttempt = Pick<RunSettings, 'runId' | 'epoch'>;

/** The settings of one run. */
export interface RunSettings {
  readonly runId: string;
  readonly epoch: number;
  readonly segment: number;
  readonly profile: PolicyProfile;
  readonly policyVersion: string;
  /** The principal of the run when this segment starts. */
  readonly user: Principal;
  /** Whether every call needs an approval, whatever the gate decides. */
  readonly requireHumanApproval: boolean;
  readonly auditMode: AuditMode;
  /** The number of denied calls that ends the run, and how many were denied before. Without it, the first denial ends the run. */
  readonly denials?:
    | {
        readonly max: number;
        readonly used: number;
        /** When calls were denied before a crash, by key. If one is decided again, it does not count again. */
        readonly calls?: ReadonlyMap<string, number> | undefined;
      }
    | undefined;
  /** The counters of the run before it was suspended. */
  readonly counters?: { readonly writes: number; readonly spend: number } | undefined;
  /** Whether the run was tainted before it was suspended. */
  readonly marks?: ResultMarks | undefined;
  /** Trusted data that the host knows about the user. */
  readonly sessionData?: unknown;
  /** Who requested a new run, and the text of the request, as the host named them. */
  readonly requester?: string | undefined;
  readonly task?: string | undefined;
  /** The plan of the turn in which the run was suspended. */
  readonly plan?: TaskPlan | undefined;
}
