import type {
  ApprovalController,
  PolicyProfile,
  Principal,
  SafetyGate,
  StateStore,
  ToolDescription,
} from '@sekisho/engine';
import type { Authority, DebugLog, Keyring, ManifestRegistry } from '@sekisho/engine/integration';
import type { AuditMode, Ledger } from './ledger.ts';
import type { Principals } from './principals.ts';
import type { Continuation } from './sealed-state.ts';

/** The settings and services that all runs of one runner share. */
export interface SessionSettings {
  readonly store: StateStore;
  readonly ledger: Ledger;
  readonly gate: SafetyGate;
  readonly keyring: Keyring;
  readonly authority: Authority;
  /** The approval requests, for decisions that arrive while the run is active. */
  readonly approvals: ApprovalController;
  readonly clock: () => number;
  /** The debug log, if AGENTS_LOG_LEVEL enables it. */
  readonly debug?: DebugLog | undefined;
  /** The application of this process. New runs belong to it. */
  readonly application: string;
  readonly approvalTtlMs: number;
  readonly maxArgumentBytes: number;
  /** The audit mode that the host chose for all runs. By default it depends on the profile. */
  readonly auditMode?: AuditMode | undefined;
  /** Returns whether this profile may use this tool. Only tools of the MCP gateway have scopes. */
  readonly isInScope: (profile: string, tool: ToolDescription) => boolean;
  /** The manifests of tool definitions, shared by all runs. */
  readonly manifestRegistry: ManifestRegistry;
  /** The principal of each agent. */
  readonly principals: Principals;
  /** Returns the tool with the manifest that its owner confirmed, if there is one. */
  readonly withManifest: (tool: ToolDescription) => ToolDescription;
}

/**
 * Returns whether a run waits for its records. The strict profile does for every call; the others let a declared read
 * continue while its record is being written.
 */
export const auditModeOf = (settings: Pick<SessionSettings, 'auditMode'>, profile: string): AuditMode =>
  settings.auditMode ?? (profile === 'strict' ? 'required' : 'best_effort');

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
  /** The counters of the run before it was suspended. */
  readonly counters?: { readonly writes: number; readonly spend: number } | undefined;
  /** Whether the run was tainted before it was suspended. */
  readonly marks?: Continuation['marks'];
  /** Trusted data that the host knows about the user. */
  readonly sessionData?: unknown;
}
